// SPDX-License-Identifier: MPL-2.0
#include "core/system/replace_process.h"

#include <cerrno>
#include <csignal>
#include <unistd.h>

namespace planlens::system {

int replaceProcess(const Command& command) {
    const std::string path = command.executable.string();
    std::vector<std::string> environment = command.environment;
    std::vector<std::string> arguments = command.arguments.empty() ? std::vector<std::string>{path} : command.arguments;
    const std::vector<char*> argumentPointers = pointersTo(arguments), environmentPointers = pointersTo(environment);
    if (!command.workingDirectory.empty() && ::chdir(command.workingDirectory.c_str()) != 0)
        return errno;
    // A program keeps ignored signals and the mask of its predecessor.
    for (const int signal : {SIGPIPE, SIGCHLD, SIGXFSZ})
        ::signal(signal, SIG_DFL);
    sigset_t none, before;
    sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, &before);
    ::execve(path.c_str(), argumentPointers.data(), environmentPointers.data());
    const int error = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return error;
}

} // namespace planlens::system
