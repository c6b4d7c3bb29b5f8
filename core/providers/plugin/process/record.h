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

/// The status of a plugin process, for display.
struct Status {
    using Clock = std::chrono::system_clock;
    /// The reason why the package may be started.
    enum class Package { HashMatched, UnderDevelopment };
    enum class End { ByItself, AsAsked, Killed };

    addrs::Provider provider;
    std::string version; // selected version; empty for a development override
    std::filesystem::path executable;
    Package package = Package::HashMatched;

    pid_t process = 0; // process ID; 0: not started
    Clock::time_point since = {};
    int calls = 0;                   // number of running calls
    Clock::time_point lastCall = {}; // start or end of the last call; `since` before the first call
    std::optional<Clock::time_point> ended = {};
    End end = End::ByItself; // valid once `ended` is set
    std::string ending = {}; // "exit status 1", "signal: killed"

    bool isRunning() const { return process != 0 && !ended; }
};

/// The status of one plugin, updated while it runs. Thread-safe.
class Record {
public:
    Record() = default;
    explicit Record(Status status)
        : m_status(std::move(status)) {}

    Status status() const;

    void started(pid_t process);
    void callBegan();
    void callEnded();
    /// Sets the reason of the expected exit. The last call counts; calls after the exit are ignored.
    void willEnd(Status::End end);
    void ended(std::string ending);

private:
    mutable std::mutex m_mutex;
    Status m_status;
};

} // namespace planlens::providers::plugin
