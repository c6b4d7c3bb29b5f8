// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/system/exit_status.h"
#include "core/system/spawn.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace planlens::system {

/// The streams of a running program. All functions are called on the thread that runs the program.
struct Exchange {
    std::function<void(std::string_view bytes)> output;
    std::function<void(std::string_view bytes)> error =
        {}; // not set: standard error goes to `output`, in the order of writing
    /// Called when output pauses for a while.
    std::function<void()> paused = {};
    /// Returns the next piece of the standard input: an empty text if none is available yet, nothing at the end. It is
    /// called again after each output. Not set: the standard input is empty.
    std::function<std::optional<std::string>()> input = {};
};

/// Conditions that end a program early. The program runs in a separate session; all its processes are terminated.
struct Limits {
    std::stop_token stop = {};   // sends SIGINT, after a while SIGTERM, and waits for the program to exit
    std::stop_token forced = {}; // kills the program before request_stop() returns
    /// Patient: SIGINT once for `stop` and once for `forced`, and no other signal, for programs that must not be
    /// killed.
    enum class Manner { Firm, Patient };
    Manner manner = Manner::Firm;
    std::optional<std::chrono::steady_clock::time_point> deadline = {}; // the program is killed at this time
    /// More time for planlens-cli to stop, which gets `stopSignal` at the deadline. 0: none.
    std::chrono::seconds grace{0};
    Lifetime lifetime = Lifetime::Independent; // whether the program ends with this process
    bool areReached() const {
        return stop.stop_requested() || forced.stop_requested() ||
               (deadline && std::chrono::steady_clock::now() >= *deadline);
    }
};

/// Runs a program until it and every process that inherited its output have closed the output. If a limit is reached,
/// these processes are killed instead. Leaves no zombie. The error is an errno.
diags::Expected<ExitStatus, int> runProgram(const Command& command, const Exchange& exchange, const Limits& limits);

/// The result of a program that is run for its output, for example to print credentials.
struct Printed {
    ExitStatus status;
    std::string output;     // at most about a megabyte
    std::string error;      // the beginning of standard error, at most 4 KiB; may contain secrets
    bool isComplete = true; // false: it was stopped, or did not end within a minute
};
/// Runs a program for its standard output. The program is killed after a minute. The error is an errno.
diags::Expected<Printed, int> runForOutput(const Command& command, const std::stop_token& stop);

} // namespace planlens::system
