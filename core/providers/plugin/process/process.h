// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/system/exit_status.h"
#include "core/system/line_splitter.h"
#include "core/system/spawn.h"
#include "core/system/thread.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <sys/types.h>

namespace planlens::providers::plugin {

/// A child process whose output is read to its end, whatever it writes, and that never stays as a zombie. Its standard
/// input is empty, and it inherits nothing else but the environment given. Thread-safe.
class Process {
public:
    /// What it writes is told line by line, on a thread of the process; that it has ended, last of all.
    struct Sinks {
        system::LineSplitter::Sink output, error;
        std::function<void(system::ExitStatus)> ended;
    };

    /// The error is the errno of what failed.
    static diags::Expected<std::unique_ptr<Process>, int> start(const system::Command& command, Sinks sinks);
    /// Kills it if it still runs, and waits for that.
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    pid_t id() const { return m_pid; }
    void kill();
    /// Waits until it has ended and all it wrote was told; how it ended, or nothing after the time.
    std::optional<system::ExitStatus> waitFor(std::chrono::milliseconds limit) const;

private:
    explicit Process(pid_t pid)
        : m_pid(pid) {}
    void watch(system::FileHandle output, system::FileHandle error, Sinks sinks);
    /// Whether it has been reaped; takes it away where it has ended.
    bool reap();

    const pid_t m_pid;
    mutable std::mutex m_mutex; // guards what follows
    mutable std::condition_variable m_changed;
    bool m_reaped = false; // from then on the number may be another process's
    int m_status = 0;
    bool m_finished = false;
    system::Thread m_thread; // runs watch; set by start()
};

} // namespace planlens::providers::plugin
