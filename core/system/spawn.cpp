// SPDX-License-Identifier: MPL-2.0
#include "core/system/spawn.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

namespace planlens::system {
namespace {

using system::FileHandle;

/// Owns the file actions and attributes of posix_spawn.
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

    int prepare(const Streams& streams, const std::filesystem::path& workingDirectory, Session session) {
        sigset_t none, defaults;
        sigemptyset(&none);
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGPIPE); // Go and Qt programs change its disposition
        sigaddset(&defaults, SIGCHLD);
        short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
        if (session == Session::Own) {
            // Background jobs of a shell ignore interrupts, and children would inherit that.
            sigaddset(&defaults, SIGINT);
            sigaddset(&defaults, SIGTERM);
            flags = static_cast<short>(flags | POSIX_SPAWN_SETSID);
        }
        posix_spawnattr_setsigmask(&m_attributes, &none);
        posix_spawnattr_setsigdefault(&m_attributes, &defaults);
        posix_spawnattr_setflags(&m_attributes, flags);
        int failed = streams.input < 0
                         ? posix_spawn_file_actions_addopen(&m_actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
                         : posix_spawn_file_actions_adddup2(&m_actions, streams.input, STDIN_FILENO);
        if (!failed)
            failed = posix_spawn_file_actions_adddup2(&m_actions, streams.output, STDOUT_FILENO);
        if (!failed)
            failed = posix_spawn_file_actions_adddup2(&m_actions, streams.error, STDERR_FILENO);
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
    const posix_spawn_file_actions_t* actions() const {
        return &m_actions;
    }
    const posix_spawnattr_t* attributes() const {
        return &m_attributes;
    }

private:
    posix_spawn_file_actions_t m_actions;
    posix_spawnattr_t m_attributes;
};

/// A null-terminated array of pointers into the texts.
std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

} // namespace

diags::Expected<pid_t, int> spawn(const Command& command, const Streams& streams, Session session) {
    SpawnSetup setup;
    if (const int failed = setup.prepare(streams, command.workingDirectory, session))
        return diags::Unexpected{failed};
    const std::string path = command.executable.string();
    std::vector<std::string> environment = command.environment;
    std::vector<std::string> arguments = command.arguments.empty() ? std::vector<std::string>{path} : command.arguments;
    pid_t pid = 0;
    if (const int failed = ::posix_spawn(&pid, path.c_str(), setup.actions(), setup.attributes(),
                                         pointersTo(arguments).data(), pointersTo(environment).data()))
        return diags::Unexpected{failed};
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
            return errno == EAGAIN ? Drained::MoreMayCome : Drained::AtEnd;
        }
    }
    return Drained::MoreMayCome;
}

} // namespace planlens::system
