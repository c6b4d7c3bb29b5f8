// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <stop_token>

namespace planlens::cli {

/// The stop tokens of a command.
struct Interrupts {
    std::stop_token stop;   // running operations finish, no new ones start
    std::stop_token forced; // running operations are killed
};

} // namespace planlens::cli
