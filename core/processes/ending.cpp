// SPDX-License-Identifier: MPL-2.0
#include "core/processes/ending.h"

#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <sys/wait.h>

namespace planlens::processes {

int Ending::exitStatus() const {
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string Ending::toString() const {
    if (WIFSIGNALED(status)) {
        std::string name = ::strsignal(WTERMSIG(status));
        if (!name.empty() && name[0] >= 'A' && name[0] <= 'Z')
            name[0] = static_cast<char>(name[0] - 'A' + 'a');
        return "signal: " + name;
    }
    return fmt::format("exit status {}", WEXITSTATUS(status));
}

} // namespace planlens::processes
