// SPDX-License-Identifier: MPL-2.0
#include "core/system/threads/thread.h"

#include "core/system/interruptible_sleep.h"
#include "core/system/threads/thread_reserve.h"
#include "core/system/unexpected_error.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <system_error>
#include <vector>

namespace planlens::system {
namespace {

constexpr int unlimited = -1;
std::atomic<int> remainingThreads = unlimited;
std::atomic<ExceptionHandler> exceptionHandler = &exitWithUnexpectedError;

bool takeThread() {
    int remaining = remainingThreads.load();
    while (remaining > 0 && !remainingThreads.compare_exchange_weak(remaining, remaining - 1)) {
    }
    return remaining != 0;
}

} // namespace

Thread startThread(std::function<void(std::stop_token)> work) {
    if (!takeThread())
        return {};
    const WithoutReserve callersCanDoWithout;
    try {
        return Thread([work = std::move(work)](const std::stop_token& stop) {
            try {
                work(stop);
            } catch (...) {
                exceptionHandler.load()(currentException());
            }
        });
    } catch (const std::system_error&) {
        return {};
    } catch (const std::bad_alloc&) {
        return {};
    }
}

bool canStartThreads(unsigned count) {
    std::vector<Thread> threads;
    while (threads.size() < count) {
        Thread thread = startThread([](const std::stop_token& stop) { sleepFor(std::chrono::hours(1), stop); });
        if (!thread.joinable())
            return false;
        threads.push_back(std::move(thread));
    }
    for (Thread& thread : threads)
        thread.request_stop(); // stop all threads before the first is joined
    return true;
}

unsigned processorCount() {
    return std::max(1U, std::thread::hardware_concurrency());
}

void setThreadExceptionHandler(ExceptionHandler handler) {
    exceptionHandler = handler;
}

ThreadLimit::ThreadLimit(int count) {
    remainingThreads = count;
}

ThreadLimit::~ThreadLimit() {
    remainingThreads = unlimited;
}

} // namespace planlens::system
