// SPDX-License-Identifier: MPL-2.0
#include "core/states/waiting.h"

#include <condition_variable>
#include <mutex>

namespace planlens::states {

void waitFor(std::chrono::steady_clock::duration time, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, time, [] { return false; });
}

} // namespace planlens::states
