// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::cli {

/// The help of the program.
std::string usage();
/// The help of a command with all its supported options; that of the program for an unknown command.
std::string usageOf(std::string_view command);
/// Points to the help of a command on standard error, after its arguments were rejected.
void tellHelp(std::string_view command);

} // namespace planlens::cli
