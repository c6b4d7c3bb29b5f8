// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <chrono>
#include <stop_token>

namespace planlens::system {

/// Blocks for this duration, or until a stop is requested.
void sleepFor(std::chrono::steady_clock::duration time, const std::stop_token& stop);

} // namespace planlens::system
