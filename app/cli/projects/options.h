// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/arguments.h"

namespace planlens::cli {

/// The error for a value of an option that is none of those it describes.
diags::Diagnostic invalidOption(std::string_view option, std::string_view value, std::string_view wanted);
/// The number of processes in -jobs, or the usual one if the option is not given.
diags::Result<unsigned> jobsOf(const Arguments& arguments, unsigned usual);

/// The text of the repository, such as the name of a project, in one line.
std::string inOneLine(std::string text);

} // namespace planlens::cli
