// SPDX-License-Identifier: MPL-2.0
#include "core/system/spawn.h"

#include "core/system/interruptible_sleep.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace planlens::system {
namespace {

/// The inputs of the child process. It shares the memory of this process until it executes the program,
/// so everything is prepared here.
struct Start {
    const char* path = nullptr;
    const char* workingDirectory = nullptr; // null: that of this process
    char* const* arguments = nullptr;
    char* const* environment = nullptr;
    Streams streams;
    const std::vector<FileHandle>* others = nullptr; // become STDERR_FILENO + 1, …, and are above these
    Session session = Session::Shared;
    Lifetime lifetime = Lifetime::Independent;
    pid_t parent = 0;
    volatile int error = 0; // an errno, set by the child
};

bool connect(int stream, int descriptor) {
    if (descriptor == stream)
        return ::fcntl(stream, F_SETFD, 0) == 0;
    return ::dup2(descriptor, stream) >= 0;
}

bool connectAll(const Streams& streams) {
    if (streams.input < 0) {
        const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (null < 0 || !connect(STDIN_FILENO, null))
            return false;
    } else if (!connect(STDIN_FILENO, streams.input)) {
        return false;
    }
    return connect(STDOUT_FILENO, streams.output) && connect(STDERR_FILENO, streams.error);
}

/// Runs in the child, with all signals blocked. Only system calls are allowed here.
[[noreturn]] void runInChild(Start& start) {
    const auto fail = [&start] {
        start.error = errno;
        ::_exit(127);
    };
    if (start.lifetime != Lifetime::Independent) {
        if (::prctl(PR_SET_PDEATHSIG, start.lifetime == Lifetime::EndsWithThread ? SIGKILL : stopSignal) != 0)
            fail();
        if (::getppid() != start.parent) // it ended before the call
            ::_exit(127);
    }
    // Go and Qt programs change the disposition of SIGPIPE, and prepareProcess() that of SIGXFSZ.
    for (const int signal : {SIGPIPE, SIGCHLD, SIGXFSZ})
        ::signal(signal, SIG_DFL);
    // Its output may be closed before it gets the signal.
    if (start.lifetime == Lifetime::StopsWithThread)
        ::signal(SIGPIPE, SIG_IGN);
    if (start.session == Session::Own) {
        // Background jobs of a shell ignore interrupts, and children would inherit that.
        for (const int signal : {SIGINT, SIGTERM})
            ::signal(signal, SIG_DFL);
        if (::setsid() < 0)
            fail();
    }
    if (!connectAll(start.streams))
        fail();
    int next = STDERR_FILENO + 1;
    for (const FileHandle& other : *start.others)
        if (!connect(next++, other.descriptor()))
            fail();
    if (start.workingDirectory && ::chdir(start.workingDirectory) != 0)
        fail();
#ifdef SYS_close_range
    ::syscall(SYS_close_range, next, ~0U, 0); // older kernels: all descriptors close on exec
#endif
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execve(start.path, start.arguments, start.environment);
    fail();
    __builtin_unreachable();
}

/// Copies of descriptors that are not overwritten when the child gets them in order. Empty, with errno, after an error.
std::vector<FileHandle> copiesAbove(const std::vector<int>& descriptors) {
    std::vector<FileHandle> copies;
    const int first = STDERR_FILENO + 1 + static_cast<int>(descriptors.size());
    for (const int descriptor : descriptors) {
        copies.emplace_back(::fcntl(descriptor, F_DUPFD_CLOEXEC, first));
        if (!copies.back().isOpen())
            return {};
    }
    return copies;
}

/// vfork() returns twice on the same stack, so this function has no objects of its own that the child could change.
[[gnu::noinline]] pid_t forkAndRun(Start& start) {
    const pid_t pid = ::vfork(); // fork() would copy the page tables of large plans; posix_spawn() has no prctl()
    if (pid == 0)
        runInChild(start);
    return pid;
}

} // namespace

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

diags::Expected<pid_t, int> spawn(const Command& command, const Streams& streams, Session session, Lifetime lifetime) {
    const std::string path = command.executable.string(), workingDirectory = command.workingDirectory.string();
    std::vector<std::string> environment = command.environment;
    std::vector<std::string> arguments = command.arguments.empty() ? std::vector<std::string>{path} : command.arguments;
    const std::vector<char*> argumentPointers = pointersTo(arguments), environmentPointers = pointersTo(environment);
    const std::vector<FileHandle> others = copiesAbove(command.descriptors);
    if (others.size() != command.descriptors.size())
        return diags::Unexpected{errno};
    Start start{.path = path.c_str(),
                .workingDirectory = workingDirectory.empty() ? nullptr : workingDirectory.c_str(),
                .arguments = argumentPointers.data(),
                .environment = environmentPointers.data(),
                .streams = streams,
                .others = &others,
                .session = session,
                .lifetime = lifetime,
                .parent = ::getpid()};
    sigset_t all, before;
    sigfillset(&all);
    // No signal handler of this process runs in the child, whose memory it would change.
    ::pthread_sigmask(SIG_BLOCK, &all, &before);
    const pid_t pid = forkAndRun(start);
    const int error = pid < 0 ? errno : start.error;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (pid > 0 && error) {
        while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    if (error)
        return diags::Unexpected{error};
    return pid;
}

diags::Expected<Pipe, int> makePipe(Reading reading) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return diags::Unexpected{errno};
    if (reading == Reading::NonBlocking)
        ::fcntl(ends[0], F_SETFL, ::fcntl(ends[0], F_GETFL) | O_NONBLOCK);
    return Pipe{FileHandle(ends[0]), FileHandle(ends[1])};
}

Drained drain(const FileHandle& pipe, std::size_t share, const std::function<void(std::string_view bytes)>& sink) {
    std::array<char, 64 * 1024> buffer;
    for (std::size_t taken = 0; taken < share;) {
        const ssize_t count = ::read(pipe.descriptor(), buffer.data(), buffer.size());
        if (count > 0) {
            sink({buffer.data(), static_cast<std::size_t>(count)});
            taken += static_cast<std::size_t>(count);
        } else if (count == 0) {
            return Drained::AtEnd;
        } else if (errno != EINTR) {
            return errno == EAGAIN ? Drained::MoreMayCome : Drained::Failed;
        }
    }
    return Drained::MoreMayCome;
}

int pollStreams(std::span<pollfd> waiting, int timeout) {
    const int ready = ::poll(waiting.data(), waiting.size(), timeout);
    if (ready < 0 && errno != EINTR) {
        sleepFor(pollingInterval, {});
        for (pollfd& stream : waiting.first(2))
            stream.revents = stream.fd >= 0 ? POLLIN : 0;
    }
    return ready;
}

} // namespace planlens::system
