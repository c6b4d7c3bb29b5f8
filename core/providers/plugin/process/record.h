// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"

#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <sys/types.h>

namespace planlens::providers::plugin {

/// A plugin that was started, as people are told of it.
struct Status {
    using Clock = std::chrono::system_clock;
    /// How its package was found fit to be started.
    enum class Package { HashMatched, UnderDevelopment };
    enum class End { ByItself, AsAsked, Killed };

    addrs::Provider provider;
    std::string version; // that is selected; empty for one under development
    std::filesystem::path executable;
    Package package = Package::HashMatched;

    pid_t process = 0; // 0: it was never started
    Clock::time_point since = {};
    int calls = 0;                   // that it has not answered yet
    Clock::time_point lastCall = {}; // when the last one began or ended; since where there was none
    std::optional<Clock::time_point> ended = {};
    End end = End::ByItself; // where it has ended
    std::string ending = {}; // "exit status 1", "signal: killed"

    bool isRunning() const { return process != 0 && !ended; }
};

/// What becomes of one plugin. Thread-safe.
class Record {
public:
    Record() = default;
    explicit Record(Status status)
        : m_status(std::move(status)) {}

    Status status() const;

    void started(pid_t process);
    void callBegan();
    void callEnded();
    /// Why it is about to end; what is said last counts, and nothing once it has ended.
    void willEnd(Status::End end);
    void ended(std::string ending);

private:
    mutable std::mutex m_mutex;
    Status m_status;
};

} // namespace planlens::providers::plugin
