// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>

namespace planlens::processes {

/// How a process ended.
struct Ending {
    int status = 0; // as waitpid gives it
    /// It ended by itself, and says that all is well.
    bool isSuccess() const { return status == 0; }
    /// What it ended with; nothing of use where a signal ended it.
    int exitStatus() const;
    /// "exit status 1", "signal: killed".
    std::string toString() const;
};

} // namespace planlens::processes
