// SPDX-License-Identifier: MPL-2.0
#include "core/system/interruptible_sleep.h"

#include <condition_variable>
#include <mutex>

namespace planlens::system {

void sleepFor(std::chrono::steady_clock::duration time, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, time, [] { return false; });
}

} // namespace planlens::system
