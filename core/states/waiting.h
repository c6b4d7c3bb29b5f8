// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <chrono>
#include <stop_token>

namespace planlens::states {

/// Returns after so long, or as soon as it is stopped.
void waitFor(std::chrono::steady_clock::duration time, const std::stop_token& stop);

} // namespace planlens::states
