// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/process/process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <new>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace planlens::providers::plugin {

using system::Command;
using system::Drained;
using system::ExitStatus;
using system::FileHandle;
using system::LineSplitter;

namespace {

/// Starts the command. A failed allocation is an error, too, because the caller waits for the result.
diags::Expected<pid_t, int> spawnEndingWithThread(const Command& command, const system::Streams& streams) {
    try {
        return system::spawn(command, streams, system::Session::Shared, system::Lifetime::EndsWithThread);
    } catch (const std::bad_alloc&) {
        return diags::Unexpected{ENOMEM};
    }
}

} // namespace

diags::Expected<std::unique_ptr<Process>, int> Process::start(const Command& command, Sinks sinks) {
    auto output = system::makePipe(system::Reading::NonBlocking),
         error = system::makePipe(system::Reading::NonBlocking);
    if (!output)
        return diags::Unexpected{output.error()};
    if (!error)
        return diags::Unexpected{error.error()};
    struct Streams {
        system::Pipe output, error;
        Sinks sinks;
    };
    const auto streams = std::make_shared<Streams>(Streams{*std::move(output), *std::move(error), std::move(sinks)});
    std::unique_ptr<Process> process(new Process);
    process->m_thread = system::startThread([process = process.get(), command, streams](const std::stop_token&) {
        const auto pid =
            spawnEndingWithThread(command, {-1, streams->output.write.descriptor(), streams->error.write.descriptor()});
        streams->output.write.close();
        streams->error.write.close();
        {
            const std::lock_guard lock(process->m_mutex);
            process->m_startError = pid ? 0 : pid.error();
            if (pid)
                process->m_pid = *pid;
            process->m_changed.notify_all();
        }
        if (pid)
            process->watch(std::move(streams->output.read), std::move(streams->error.read), std::move(streams->sinks));
    });
    if (!process->m_thread.joinable())
        return diags::Unexpected{EAGAIN};
    std::unique_lock lock(process->m_mutex);
    process->m_changed.wait(lock, [&process] { return process->m_startError.has_value(); });
    const int failed = *process->m_startError;
    lock.unlock();
    if (failed)
        return diags::Unexpected{failed};
    return process;
}

Process::~Process() {
    kill();
    if (m_thread.joinable())
        m_thread.join();
}

void Process::kill() {
    const std::lock_guard lock(m_mutex);
    if (m_pid > 0 && !m_reaped)
        ::kill(m_pid, SIGKILL);
}

std::optional<ExitStatus> Process::waitFor(std::chrono::milliseconds limit) const {
    std::unique_lock lock(m_mutex);
    if (!m_changed.wait_for(lock, limit, [this] { return m_finished; }))
        return {};
    return ExitStatus{m_status};
}

bool Process::reap() {
    const std::lock_guard lock(m_mutex);
    if (m_reaped)
        return true;
    pid_t reaped = 0;
    do
        reaped = ::waitpid(m_pid, &m_status, WNOHANG);
    while (reaped < 0 && errno == EINTR);
    // An error means that the process has already been reaped, by other code or because SIGCHLD is ignored.
    m_reaped = reaped != 0;
    return m_reaped;
}

void Process::watch(FileHandle output, FileHandle error, Sinks sinks) {
    constexpr std::size_t share = 1 << 20; // bytes read from one stream before the other one is read
    LineSplitter outputLines(std::move(sinks.output)), errorLines(std::move(sinks.error));
    bool hasSpoken = false; // whether there was output on stdout, which starts with the handshake
    const auto read = [&](const FileHandle& pipe, LineSplitter& lines) {
        return system::drain(pipe, share, [&](std::string_view bytes) {
            hasSpoken |= &lines == &outputLines;
            lines.add(bytes);
        });
    };
    const FileHandle ended(static_cast<int>(::syscall(SYS_pidfd_open, m_pid, 0)));
    // Does not wait for the end of the streams: child processes of the plugin may keep them open long after it has
    // ended.
    while (!reap()) {
        std::array<pollfd, 3> waiting{pollfd{output.descriptor(), POLLIN, 0}, pollfd{error.descriptor(), POLLIN, 0},
                                      pollfd{ended.descriptor(), POLLIN, 0}};
        system::pollStreams(waiting, ended.isOpen() ? -1 : int(system::pollingInterval.count()));
        if (waiting[0].revents)
            if (const Drained drained = read(output, outputLines); drained != Drained::MoreMayCome) {
                output.close();
                if (drained == Drained::Failed && !hasSpoken)
                    kill(); // the handshake, which the caller waits for, is lost
            }
        if (waiting[1].revents && read(error, errorLines) != Drained::MoreMayCome)
            error.close();
    }
    if (output.isOpen())
        read(output, outputLines);
    if (error.isOpen())
        read(error, errorLines);
    outputLines.finish();
    errorLines.finish();
    ExitStatus exitStatus;
    {
        const std::lock_guard lock(m_mutex);
        exitStatus.waitStatus = m_status;
        m_finished = true;
        m_changed.notify_all();
    }
    sinks.ended(exitStatus);
}

} // namespace planlens::providers::plugin
