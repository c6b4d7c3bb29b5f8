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
    void signalLeader(int signal) {
        const std::lock_guard lock(m_mutex);
        if (!m_isReaped)
            ::kill(m_leader, signal);
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

/// Wakes up a thread that waits for several descriptors.
class Wakeup {
public:
    void wake() const {
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = ::write(m_event.descriptor(), &one, sizeof one);
    }
    void clear() const {
        std::uint64_t times = 0;
        [[maybe_unused]] const ssize_t taken = ::read(m_event.descriptor(), &times, sizeof times);
    }
    int descriptor() const { return m_event.descriptor(); }

private:
    const FileHandle m_event{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
};

/// Both ends of the standard streams of a program.
struct StreamEnds {
    Pipe output, error; // without its own stream for errors, the program writes them to the output
    FileHandle ownInput, childInput;

    static Expected<StreamEnds, int> make(const Exchange& exchange) {
        StreamEnds streams;
        auto output = makePipe(Reading::NonBlocking);
        if (!output)
            return Unexpected{output.error()};
        streams.output = *std::move(output);
        if (exchange.error) {
            auto error = makePipe(Reading::NonBlocking);
            if (!error)
                return Unexpected{error.error()};
            streams.error = *std::move(error);
        }
        if (exchange.input) {
            int ends[2];
            if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
                return Unexpected{errno};
            streams.ownInput = FileHandle(ends[0]);
            streams.childInput = FileHandle(ends[1]);
        }
        return streams;
    }
    Streams ofChild() const {
        return {childInput.descriptor(), output.write.descriptor(),
                error.write.isOpen() ? error.write.descriptor() : output.write.descriptor()};
    }
    void closeChildEnds() {
        output.write.close();
        error.write.close();
        childInput.close();
    }
    bool isReadable() const { return output.read.isOpen() || error.read.isOpen(); }
};

/// Sends signals to a program after a stop request and at its deadline.
class Signals {
public:
    Signals(Group& group, const Limits& limits)
        : m_group(group)
        , m_limits(limits)
        , m_stopAt(limits.deadline && limits.grace.count() > 0 ? *limits.deadline : never)
        , m_killAt(limits.deadline ? *limits.deadline + limits.grace : never) {}

    /// Returns the time until a signal is due; std::nullopt if only a stop request can cause one.
    std::optional<Clock::duration> timeLeft() const {
        const Clock::time_point next = std::min({m_stopAt, m_terminateAt, m_killAt});
        if (next == never)
            return {};
        return std::max(next - Clock::now(), Clock::duration(0));
    }
    void sendDue() {
        if (m_stopAt != never && Clock::now() >= m_stopAt) {
            m_stopAt = never;
            m_group.signalLeader(stopSignal);
        }
        if (m_limits.stop.stop_requested() && !m_isInterrupted) {
            m_isInterrupted = true;
            if (m_limits.manner == Limits::Manner::Firm)
                m_terminateAt = Clock::now() + patience;
            m_group.signal(SIGINT);
        }
        if (m_terminateAt != never && Clock::now() >= m_terminateAt) {
            m_terminateAt = never;
            m_group.signal(SIGTERM);
        }
        if (m_killAt != never && Clock::now() >= m_killAt) {
            m_killAt = never;
            m_group.signal(SIGKILL);
        }
    }

private:
    static constexpr Clock::time_point never = Clock::time_point::max();
    // Shells can lose an interrupt that arrives while they start a program.
    static constexpr std::chrono::seconds patience{5};

    Group& m_group;
    const Limits& m_limits;
    bool m_isInterrupted = false;
    Clock::time_point m_stopAt, m_terminateAt = never, m_killAt;
};

int inMilliseconds(std::optional<Clock::duration> wait) {
    return wait ? static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(*wait).count()) : -1;
}

} // namespace

Expected<ExitStatus, int> runProgram(const Command& command, const Exchange& exchange, const Limits& limits) {
    constexpr std::size_t share = 1 << 20;          // bytes read from one stream before the other is read
    constexpr std::chrono::milliseconds pause(100); // without output, until `paused` is called

    Expected<StreamEnds, int> made = StreamEnds::make(exchange);
    if (!made)
        return Unexpected{made.error()};
    StreamEnds& streams = *made;
    const Wakeup wakeup;
    const auto pid = spawn(command, streams.ofChild(), Session::Own, limits.lifetime);
    if (!pid)
        return Unexpected{pid.error()};
    streams.closeChildEnds();
    Group group(*pid);
    // After a forced stop this process may exit immediately.
    const auto killAtOnce = [&] {
        group.signal(limits.manner == Limits::Manner::Firm ? SIGKILL : SIGINT);
        wakeup.wake();
    };
    const std::stop_callback onForced(limits.forced, killAtOnce);
    const std::stop_callback onStop(limits.stop, [&wakeup] { wakeup.wake(); });
    const FileHandle ended(static_cast<int>(::syscall(SYS_pidfd_open, *pid, 0)));
    Feed feed(std::move(streams.ownInput), exchange.input);
    feed.refill();
    Signals signals(group, limits);

    bool hasEnded = false, isTalking = false;
    // Processes that inherited the streams can keep them open long after the program has ended.
    while (!hasEnded || (streams.isReadable() && !limits.areReached())) {
        std::optional<Clock::duration> wait = signals.timeLeft();
        const auto waitAtMost = [&](Clock::duration limit) { wait = wait ? std::min(*wait, limit) : limit; };
        if (isTalking)
            waitAtMost(pause);
        if (!hasEnded && !ended.isOpen())
            waitAtMost(pollingInterval);
        std::array<pollfd, 5> waiting{
            pollfd{streams.output.read.descriptor(), POLLIN, 0}, pollfd{streams.error.read.descriptor(), POLLIN, 0},
            pollfd{feed.descriptor(), POLLOUT, 0}, pollfd{hasEnded ? -1 : ended.descriptor(), POLLIN, 0},
            pollfd{wakeup.descriptor(), POLLIN, 0}};
        const int ready = pollStreams(waiting, inMilliseconds(wait));
        bool hasOutput = false;
        const auto read = [&](FileHandle& pipe, const std::function<void(std::string_view)>& sink) {
            const Drained drained = drain(pipe, share, [&](std::string_view bytes) {
                hasOutput = true;
                sink(bytes);
            });
            if (drained != Drained::MoreMayCome)
                pipe.close();
        };
        if (waiting[0].revents)
            read(streams.output.read, exchange.output);
        if (waiting[1].revents)
            read(streams.error.read, exchange.error);
        if (waiting[2].revents)
            feed.send();
        if (waiting[4].revents)
            wakeup.clear();
        feed.refill();
        if (!hasEnded)
            hasEnded = group.hasEnded();
        if (ready == 0 && isTalking && exchange.paused)
            exchange.paused();
        isTalking = hasOutput || (isTalking && ready != 0);
        signals.sendDue();
    }
    if (streams.output.read.isOpen())
        drain(streams.output.read, share, exchange.output);
    if (streams.error.read.isOpen())
        drain(streams.error.read, share, exchange.error);
    if (limits.areReached())
        group.signal(SIGKILL);
    return group.reap();
}

diags::Expected<Printed, int> runForOutput(const Command& command, const std::stop_token& stop) {
    constexpr std::size_t limit = 1024 * 1024, errorLimit = 4096; // bytes
    std::string output, error;
    const Exchange exchange{
        .output =
            [&](std::string_view bytes) {
                if (output.size() < limit)
                    output += bytes;
            },
        .error = [&](std::string_view bytes) { error += bytes.substr(0, errorLimit - error.size()); }};
    const Limits limits{.stop = stop, .deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1)};
    const diags::Expected<ExitStatus, int> status = runProgram(command, exchange, limits);
    if (!status)
        return diags::Unexpected{status.error()};
    return Printed{*status, std::move(output), std::move(error), !limits.areReached()};
}

} // namespace planlens::system
