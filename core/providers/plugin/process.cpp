// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace planlens::providers::plugin {
namespace {

using states::FileHandle;

/// What posix_spawn wants, destroyed whatever happens.
class SpawnSetup {
public:
    SpawnSetup() {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawnattr_init(&m_attributes);
    }
    ~SpawnSetup() {
        posix_spawn_file_actions_destroy(&m_actions);
        posix_spawnattr_destroy(&m_attributes);
    }
    SpawnSetup(const SpawnSetup&) = delete;
    SpawnSetup& operator=(const SpawnSetup&) = delete;

    int prepare(int output, int error, const std::filesystem::path& workingDirectory) {
        sigset_t none, defaults;
        sigemptyset(&none);
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGPIPE); // Go programs and the window's toolkit treat it differently
        sigaddset(&defaults, SIGCHLD);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        posix_spawnattr_setsigdefault(&m_attributes, &defaults);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        int failed = posix_spawn_file_actions_addopen(&m_actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        if (!failed)
            failed = posix_spawn_file_actions_adddup2(&m_actions, output, STDOUT_FILENO);
        if (!failed)
            failed = posix_spawn_file_actions_adddup2(&m_actions, error, STDERR_FILENO);
        if (!failed && !workingDirectory.empty())
            failed = posix_spawn_file_actions_addchdir_np(&m_actions, workingDirectory.c_str());
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
        if (!failed)
            failed = posix_spawn_file_actions_addclosefrom_np(&m_actions, STDERR_FILENO + 1);
#endif
#endif
        return failed;
    }
    const posix_spawn_file_actions_t* actions() const { return &m_actions; }
    const posix_spawnattr_t* attributes() const { return &m_attributes; }

private:
    posix_spawn_file_actions_t m_actions;
    posix_spawnattr_t m_attributes;
};

/// Reads what is there now. Whether there may be more later.
bool drain(const FileHandle& pipe, LineSplitter& lines, std::size_t atMost) {
    std::array<char, 64 * 1024> buffer;
    for (std::size_t taken = 0; taken < atMost;) {
        const ssize_t count = ::read(pipe.descriptor(), buffer.data(), buffer.size());
        if (count > 0) {
            lines.add({buffer.data(), static_cast<std::size_t>(count)});
            taken += static_cast<std::size_t>(count);
        } else if (count == 0) {
            return false;
        } else if (errno != EINTR) {
            return errno == EAGAIN;
        }
    }
    return true;
}

} // namespace

std::string Ending::toString() const {
    if (WIFSIGNALED(status)) {
        std::string name = ::strsignal(WTERMSIG(status));
        if (!name.empty() && name[0] >= 'A' && name[0] <= 'Z')
            name[0] = static_cast<char>(name[0] - 'A' + 'a');
        return "signal: " + name;
    }
    return fmt::format("exit status {}", WEXITSTATUS(status));
}

void LineSplitter::add(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t lineEnd = bytes.find('\n');
        const std::size_t room = longest - m_pending.size();
        const std::size_t taken = std::min({lineEnd, bytes.size(), room});
        m_pending += bytes.substr(0, taken);
        bytes.remove_prefix(taken);
        if (lineEnd == taken) {
            bytes.remove_prefix(1);
            if (m_pending.ends_with('\r'))
                m_pending.pop_back();
            m_sink(m_pending);
            m_pending.clear();
        } else if (m_pending.size() == longest) {
            finish();
        }
    }
}

void LineSplitter::finish() {
    if (!m_pending.empty())
        m_sink(m_pending);
    m_pending.clear();
}

diags::Expected<std::unique_ptr<Process>, int> Process::start(const Command& command, Sinks sinks) {
    int output[2], error[2];
    if (::pipe2(output, O_CLOEXEC) != 0)
        return diags::Unexpected{errno};
    FileHandle outputRead(output[0]), outputWrite(output[1]);
    if (::pipe2(error, O_CLOEXEC) != 0)
        return diags::Unexpected{errno};
    FileHandle errorRead(error[0]), errorWrite(error[1]);
    for (const int descriptor : {output[0], error[0]})
        ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);

    SpawnSetup setup;
    if (const int failed = setup.prepare(output[1], error[1], command.workingDirectory))
        return diags::Unexpected{failed};
    std::string path = command.executable.string();
    std::vector<std::string> environment = command.environment;
    std::vector<char*> environmentPointers;
    for (std::string& variable : environment)
        environmentPointers.push_back(variable.data());
    environmentPointers.push_back(nullptr);
    char* arguments[] = {path.data(), nullptr};
    pid_t pid = 0;
    if (const int failed =
            ::posix_spawn(&pid, path.c_str(), setup.actions(), setup.attributes(), arguments, environmentPointers.data()))
        return diags::Unexpected{failed};
    return std::unique_ptr<Process>(new Process(pid, std::move(outputRead), std::move(errorRead), std::move(sinks)));
}

Process::Process(pid_t pid, FileHandle output, FileHandle error, Sinks sinks)
    : m_pid(pid) {
    m_thread = std::thread([this, out = std::move(output), err = std::move(error), s = std::move(sinks)]() mutable {
        watch(std::move(out), std::move(err), std::move(s));
    });
}

Process::~Process() {
    kill();
    m_thread.join();
}

void Process::kill() {
    const std::lock_guard lock(m_mutex);
    if (!m_reaped)
        ::kill(m_pid, SIGKILL);
}

std::optional<Ending> Process::waitFor(std::chrono::milliseconds limit) const {
    std::unique_lock lock(m_mutex);
    if (!m_changed.wait_for(lock, limit, [this] { return m_finished; }))
        return {};
    return Ending{m_status};
}

bool Process::reap() {
    const std::lock_guard lock(m_mutex);
    if (m_reaped)
        return true;
    pid_t reaped = 0;
    do
        reaped = ::waitpid(m_pid, &m_status, WNOHANG);
    while (reaped < 0 && errno == EINTR);
    // An error means that somebody else, or the system at the program's wish, has taken it away already.
    m_reaped = reaped != 0;
    return m_reaped;
}

void Process::watch(FileHandle output, FileHandle error, Sinks sinks) {
    constexpr std::size_t share = 1 << 20;  // bytes read of one stream before the other has its turn
    constexpr int pollingInterval = 20;     // ms, where the system cannot say when a process ends
    LineSplitter outputLines(std::move(sinks.output)), errorLines(std::move(sinks.error));
    const FileHandle ended(static_cast<int>(::syscall(SYS_pidfd_open, m_pid, 0)));
    // Who has inherited the streams may keep them open for long after the process itself has ended.
    while (!reap()) {
        std::array<pollfd, 3> waiting{pollfd{output.descriptor(), POLLIN, 0}, pollfd{error.descriptor(), POLLIN, 0},
                                      pollfd{ended.descriptor(), POLLIN, 0}};
        ::poll(waiting.data(), waiting.size(), ended.isOpen() ? -1 : pollingInterval);
        if (waiting[0].revents && !drain(output, outputLines, share))
            output.close();
        if (waiting[1].revents && !drain(error, errorLines, share))
            error.close();
    }
    if (output.isOpen())
        drain(output, outputLines, share);
    if (error.isOpen())
        drain(error, errorLines, share);
    outputLines.finish();
    errorLines.finish();
    Ending ending;
    {
        const std::lock_guard lock(m_mutex);
        ending.status = m_status;
        m_finished = true;
        m_changed.notify_all();
    }
    sinks.ended(ending);
}

} // namespace planlens::providers::plugin
