// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/system/threads/thread.h"

#include <chrono>
#include <functional>

namespace planlens::system {

/// Calls a function once, on a thread of its own, if the object still exists after a delay. The destructor waits for a
/// call that is running. If no thread can be created, the function is not called.
class SlowNotice {
public:
    /// `tell` may be empty; then no thread is started.
    SlowNotice(std::chrono::milliseconds delay, std::function<void()> tell);

private:
    Thread m_thread;
};

} // namespace planlens::system
