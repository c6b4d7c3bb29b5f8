// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/processes/ending.h"
#include "core/processes/spawn.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace planlens::processes {

/// What is exchanged with a running program, all on the thread that runs it.
struct Exchange {
    std::function<void(std::string_view bytes)> output;
    std::function<void(std::string_view bytes)> error = {}; // empty: with the output, in the order it was written
    /// Nothing has come for a while, after something did.
    std::function<void()> paused = {};
    /// What it reads next: empty while there is nothing before more of its output came, absent at the end. It is asked
    /// again after all output. Without this the program reads nothing.
    std::function<std::optional<std::string>()> input = {};
};

/// How a program is ended before its time. It has a session of its own, so that what it has started is meant too.
struct Limits {
    std::stop_token stop = {};   // interrupts it, as a key would, and after a while asks it to end; then it is waited for
    std::stop_token forced = {}; // kills it before the request returns
    /// Whoever must not be cut short is interrupted once for the stop and once where forced, and has the time it takes.
    enum class Manner { Firm, Patient };
    Manner manner = Manner::Firm;
    std::optional<std::chrono::steady_clock::time_point> deadline = {}; // kills it
    bool areReached() const { return stop.stop_requested() || forced.stop_requested() || (deadline && std::chrono::steady_clock::now() >= *deadline); }
};

/// Runs a program until it has ended and all that it wrote was told, by whoever it left its output to as well; not by
/// these where a limit is reached, when they are killed. Nothing of it stays as a zombie. The error is the errno of
/// what failed.
diags::Expected<Ending, int> run(const Command& command, const Exchange& exchange, const Limits& limits);

} // namespace planlens::processes
