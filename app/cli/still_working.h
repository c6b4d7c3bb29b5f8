// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/system/threads/thread.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace planlens::cli {

/// Reports every ten seconds which operations are still running. Thread-safe.
class StillWorking {
public:
    /// Called on a thread of its own with the elapsed whole seconds.
    using Report = std::function<void(std::chrono::seconds)>;
    ~StillWorking();

    void started(const std::string& name, Report report);
    /// Returns whether it was running: operations of the same name that overlap finish once.
    bool finished(const std::string& name);

private:
    using Clock = std::chrono::steady_clock;
    struct Operation {
        Clock::time_point start, next;
        Report report;
    };
    void run(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::map<std::string, Operation> m_running;
    system::Thread m_thread; // started with the first operation; if it cannot be created, nothing is reported
};

} // namespace planlens::cli
