// SPDX-License-Identifier: MPL-2.0
#include "core/system/run_program.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace planlens::system {
namespace {

using diags::Expected;
using diags::Unexpected;
using system::FileHandle;
using Clock = std::chrono::steady_clock;

/// The process group of a program. It can be signalled until the program is reaped.
class Group {
public:
    explicit Group(pid_t leader)
        : m_leader(leader) {}
    ~Group() { reap(); }
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    void signal(int signal) {
        const std::lock_guard lock(m_mutex);
        if (!m_isReaped)
            ::kill(-m_leader, signal);
    }
    /// Whether the program has ended. Does not reap it.
    bool hasEnded() const {
        siginfo_t info{};
        // An error means that the process was already reaped.
        return ::waitid(P_PID, static_cast<id_t>(m_leader), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ? errno != EINTR
                                                                                                     : info.si_pid != 0;
    }
    ExitStatus reap() {
        const std::lock_guard lock(m_mutex);
        while (!m_isReaped)
            m_isReaped = ::waitpid(m_leader, &m_exitStatus.waitStatus, 0) >= 0 || errno != EINTR;
        return m_exitStatus;
    }

private:
    const pid_t m_leader;
    std::mutex m_mutex;
    bool m_isReaped = false;
    ExitStatus m_exitStatus;
};

/// The standard input of a program.
class Feed {
public:
    Feed(FileHandle end, const std::function<std::optional<std::string>()>& next)
        : m_end(std::move(end))
        , m_next(next) {}

    /// Requests the next piece if all bytes are sent.
    void refill() {
        if (!m_end.isOpen() || !m_rest.empty())
            return;
        if (std::optional<std::string> more = m_next())
            m_rest = *std::move(more);
        else
            m_end.close();
    }
    bool isWaiting() const { return m_end.isOpen() && !m_rest.empty(); }
    int descriptor() const { return isWaiting() ? m_end.descriptor() : -1; }
    void send() {
        // A socket: writing to a pipe without a reader would raise SIGPIPE in this process.
        const ssize_t count = ::send(m_end.descriptor(), m_rest.data(), m_rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count >= 0)
            m_rest.erase(0, static_cast<std::size_t>(count));
        else if (errno != EINTR && errno != EAGAIN)
            m_end.close();
    }

private:
    FileHandle m_end;
    const std::function<std::optional<std::string>()>& m_next;
    std::string m_rest;
};

} // namespace

Expected<ExitStatus, int> runProgram(const Command& command, const Exchange& exchange, const Limits& limits) {
    constexpr std::size_t share = 1 << 20;                   // bytes read from one stream before the other is read
    constexpr std::chrono::milliseconds pause(100);          // without output, until `paused` is called
    constexpr std::chrono::milliseconds pollingInterval(20); // used if the system has no pidfd_open
    // Shells can lose an interrupt that arrives while they start a program.
    constexpr std::chrono::seconds patience(5);

    auto output = makePipe(Reading::NonBlocking);
    auto error = exchange.error ? makePipe(Reading::NonBlocking) : Expected<Pipe, int>(Pipe{});
    if (!output)
        return Unexpected{output.error()};
    if (!error)
        return Unexpected{error.error()};
    FileHandle ownInput, childInput;
    if (exchange.input) {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            return Unexpected{errno};
        ownInput = FileHandle(ends[0]);
        childInput = FileHandle(ends[1]);
    }
    const FileHandle wakes(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    const int errorEnd = exchange.error ? error->write.descriptor() : output->write.descriptor();
    const auto pid = spawn(command, {childInput.descriptor(), output->write.descriptor(), errorEnd}, Session::Own);
    if (!pid)
        return Unexpected{pid.error()};
    output->write.close();
    error->write.close();
    childInput.close();
    Group group(*pid);
    const auto wake = [&wakes] {
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = ::write(wakes.descriptor(), &one, sizeof one);
    };
    // After a forced stop this process may exit immediately.
    const auto killAtOnce = [&] {
        group.signal(limits.manner == Limits::Manner::Firm ? SIGKILL : SIGINT);
        wake();
    };
    const std::stop_callback onForced(limits.forced, killAtOnce);
    const std::stop_callback onStop(limits.stop, wake);
    const FileHandle ended(static_cast<int>(::syscall(SYS_pidfd_open, *pid, 0)));
    Feed feed(std::move(ownInput), exchange.input);
    feed.refill();

    bool hasEnded = false, isTerminated = false, isKilled = false, isTalking = false;
    std::optional<Clock::time_point> interrupted;
    // Processes that inherited the streams can keep them open long after the program has ended.
    while (!hasEnded || ((output->read.isOpen() || error->read.isOpen()) && !limits.areReached())) {
        std::optional<Clock::duration> wait;
        const auto waitAtMost = [&](Clock::duration limit) { wait = wait ? std::min(*wait, limit) : limit; };
        if (isTalking)
            waitAtMost(pause);
        if (limits.deadline && !isKilled)
            waitAtMost(std::max(*limits.deadline - Clock::now(), Clock::duration(0)));
        if (interrupted && !isTerminated && limits.manner == Limits::Manner::Firm)
            waitAtMost(std::max(*interrupted + patience - Clock::now(), Clock::duration(0)));
        if (!hasEnded && !ended.isOpen())
            waitAtMost(pollingInterval);
        const int milliseconds =
            wait ? static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(*wait).count()) : -1;
        std::array<pollfd, 5> waiting{
            pollfd{output->read.descriptor(), POLLIN, 0}, pollfd{error->read.descriptor(), POLLIN, 0},
            pollfd{feed.descriptor(), POLLOUT, 0}, pollfd{hasEnded ? -1 : ended.descriptor(), POLLIN, 0},
            pollfd{wakes.descriptor(), POLLIN, 0}};
        const int ready = ::poll(waiting.data(), waiting.size(), milliseconds);
        bool said = false;
        const auto read = [&](FileHandle& pipe, const std::function<void(std::string_view)>& sink) {
            const Drained drained = drain(pipe, share, [&](std::string_view bytes) {
                said = true;
                sink(bytes);
            });
            if (drained == Drained::AtEnd)
                pipe.close();
        };
        if (waiting[0].revents)
            read(output->read, exchange.output);
        if (waiting[1].revents)
            read(error->read, exchange.error);
        if (waiting[2].revents)
            feed.send();
        if (std::uint64_t times = 0; waiting[4].revents) [[maybe_unused]]
            const ssize_t taken = ::read(wakes.descriptor(), &times, sizeof times);
        feed.refill();
        if (!hasEnded)
            hasEnded = group.hasEnded();
        if (ready == 0 && isTalking && exchange.paused)
            exchange.paused();
        isTalking = said || (isTalking && ready != 0);
        if (limits.stop.stop_requested() && !interrupted) {
            interrupted = Clock::now();
            group.signal(SIGINT);
        }
        if (interrupted && !isTerminated && limits.manner == Limits::Manner::Firm &&
            Clock::now() >= *interrupted + patience) {
            isTerminated = true;
            group.signal(SIGTERM);
        }
        if (limits.deadline && !isKilled && Clock::now() >= *limits.deadline) {
            isKilled = true;
            group.signal(SIGKILL);
        }
    }
    if (output->read.isOpen())
        drain(output->read, share, exchange.output);
    if (error->read.isOpen())
        drain(error->read, share, exchange.error);
    if (limits.areReached())
        group.signal(SIGKILL);
    return group.reap();
}

} // namespace planlens::system
