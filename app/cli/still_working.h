// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/system/thread.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace planlens::cli {

/// Says every ten seconds what is still under way. Thread-safe.
class StillWorking {
public:
    /// Told on a thread of its own, with how long it has taken: whole seconds.
    using Tell = std::function<void(std::chrono::seconds)>;
    ~StillWorking();

    void started(const std::string& name, Tell tell);
    void finished(const std::string& name);

private:
    using Clock = std::chrono::steady_clock;
    struct Work {
        Clock::time_point start, next;
        Tell tell;
    };
    void run(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::map<std::string, Work> m_works;
    system::Thread m_thread; // since the first work; without one, nothing is reported
};

} // namespace planlens::cli
