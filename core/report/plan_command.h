// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/action.h"

#include <string>
#include <string_view>
#include <vector>

namespace planlens::report {

/// The options of a plan, as given on a command line.
struct PlanCommand {
    struct Variable {
        enum class Kind { Open, Sensitive };
        std::string name, value;
        Kind kind = Kind::Open;
    };
    enum class Refresh { Yes, No };

    std::string program = "tofu";
    std::string folder;    // empty: the current directory
    std::string workspace; // empty: the selected workspace
    plans::Mode mode = plans::Mode::Normal;
    Refresh refresh = Refresh::Yes;
    std::vector<std::string> replace, targets, excludes; // addresses
    std::string generateConfigOut;                       // file for generated configuration; empty: none
    std::vector<std::string> variableFiles;              // in order
    std::vector<Variable> variables;
};

struct PlanCommandText {
    /// One line for a POSIX shell. Sensitive values are read from the environment. If such a variable is not set, the
    /// shell prints an error and runs nothing.
    std::string line;
    /// Names of the sensitive variables, in the given order.
    std::vector<std::string> withoutValue;
};

/// Returns the command line that creates the same plan.
PlanCommandText planCommandText(const PlanCommand& command);

} // namespace planlens::report
