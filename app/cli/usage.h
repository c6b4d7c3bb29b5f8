// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/output.h"

#include <string>
#include <string_view>

namespace planlens::cli {

/// The help of the program.
std::string usage();
/// The help of a command with all its supported options; that of the program for an unknown command.
std::string usageOf(std::string_view command);
/// Reports misuse of a command as the reference does: with its usage, or with a hint at -help. Returns the exit status.
/// Commands that change a state use reportMisuseWithUsage().
int reportMisuse(const std::string& command, Output& output, const diags::Diagnostics& problems);
/// As above, for commands without an Output.
int reportMisuse(const std::string& command, const Arguments& arguments, const diags::Diagnostics& problems);

} // namespace planlens::cli
