// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/action.h"

#include <string>
#include <string_view>
#include <vector>

namespace planlens::report {

/// What a plan is asked for with, as a command line has it.
struct PlanCommand {
    struct Variable {
        enum class Kind { Open, Sensitive };
        std::string name, value;
        Kind kind = Kind::Open;
    };
    enum class Refresh { Yes, No };

    std::string program = "tofu";
    std::string folder;    // empty: where the command is run
    std::string workspace; // empty: the one that is selected
    plans::Mode mode = plans::Mode::Normal;
    Refresh refresh = Refresh::Yes;
    std::vector<std::string> replace, targets, excludes; // addresses
    std::string generateConfigOut;                       // file for generated configuration; empty: none
    std::vector<std::string> variableFiles;              // in their order
    std::vector<Variable> variables;
};

struct PlanCommandText {
    /// One line for a POSIX shell. Sensitive values are not in it: it takes them from the environment, and the shell
    /// says so and runs nothing where they are not there.
    std::string line;
    /// Names of the sensitive variables, in the given order.
    std::vector<std::string> withoutValue;
};

/// The command that plans the same.
PlanCommandText planCommandText(const PlanCommand& command);

/// A word as a POSIX shell takes it for exactly this text, whatever is in it; quoted only where it has to be.
std::string shellWord(std::string_view text);

} // namespace planlens::report
