// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/system/exit_status.h"
#include "core/system/line_splitter.h"
#include "core/system/spawn.h"
#include "core/system/threads/thread.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <sys/types.h>

namespace planlens::providers::plugin {

/// A child process whose output is read until it ends. It is always reaped, and the system kills it if this process
/// is killed. Its standard input is empty, and it inherits only the given environment and no file descriptors.
/// Thread-safe.
class Process {
public:
    /// Called on a thread of this object: output line by line, and `ended` last.
    struct Sinks {
        system::LineSplitter::Sink output, error;
        std::function<void(system::ExitStatus)> ended;
    };

    /// Starts the command. The error is an errno.
    static diags::Expected<std::unique_ptr<Process>, int> start(const system::Command& command, Sinks sinks);
    /// Kills the process if it is running, and waits for its end.
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    pid_t id() const { return m_pid; }
    void kill();
    /// Waits until the process has ended and the sinks have received all output. Returns std::nullopt after the limit.
    std::optional<system::ExitStatus> waitFor(std::chrono::milliseconds limit) const;

private:
    Process() = default;
    void watch(system::FileHandle output, system::FileHandle error, Sinks sinks);
    /// Reaps the process if it has ended. Returns whether it has been reaped.
    bool reap();

    pid_t m_pid = 0;            // set before start() returns
    mutable std::mutex m_mutex; // guards the members below
    mutable std::condition_variable m_changed;
    std::optional<int> m_startError; // an errno, or 0
    bool m_reaped = false;           // after this the process ID may be reused
    int m_status = 0;
    bool m_finished = false;
    system::Thread m_thread; // starts the command, which ends with this thread, and runs watch()
};

} // namespace planlens::providers::plugin
