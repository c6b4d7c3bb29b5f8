// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/system/threads/thread.h"

#include <atomic>
#include <chrono>
#include <functional>

namespace planlens::system {

/// Calls a function once, on a thread of its own, if the object still exists after a delay. The destructor waits for a
/// call that is running. If no thread can be created, the function is not called.
class SlowNotice {
public:
    /// `notify` may be empty; then no thread is started. The destructor calls `end`, if any, if `notify` was called.
    SlowNotice(std::chrono::milliseconds delay, std::function<void()> notify, std::function<void()> end = {});
    ~SlowNotice();
    SlowNotice(const SlowNotice&) = delete;
    SlowNotice& operator=(const SlowNotice&) = delete;

private:
    std::function<void()> m_end;
    std::atomic<bool> m_hasNotified = false;
    Thread m_thread;
};

} // namespace planlens::system
