// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>

namespace planlens::system {

/// The exit status of a process.
struct ExitStatus {
    int waitStatus = 0; // from waitpid
    /// Whether the process exited with 0.
    bool isSuccess() const { return waitStatus == 0; }
    /// Returns the exit code; -1 if a signal ended the process.
    int code() const;
    /// Returns "exit status 1" or "signal: killed".
    std::string toString() const;
};

} // namespace planlens::system
