// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <stop_token>

namespace planlens::cli {

/// How a command is interrupted.
struct Interrupts {
    std::stop_token stop;   // nothing new is begun, and what runs comes to an end
    std::stop_token forced; // what runs is killed
};

} // namespace planlens::cli
