// SPDX-License-Identifier: MPL-2.0
#include "core/system/exit_status.h"

#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <sys/wait.h>

namespace planlens::system {

int ExitStatus::code() const {
    return WIFEXITED(waitStatus) ? WEXITSTATUS(waitStatus) : -1;
}

std::string ExitStatus::toString() const {
    if (WIFSIGNALED(waitStatus)) {
        std::string name = ::strsignal(WTERMSIG(waitStatus));
        if (!name.empty() && name[0] >= 'A' && name[0] <= 'Z')
            name[0] = static_cast<char>(name[0] - 'A' + 'a');
        return "signal: " + name;
    }
    return fmt::format("exit status {}", WEXITSTATUS(waitStatus));
}

} // namespace planlens::system
