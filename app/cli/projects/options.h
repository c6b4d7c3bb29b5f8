// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/arguments.h"

namespace planlens::cli {

/// The error for an invalid value of an option. `wanted` describes the valid values.
diags::Diagnostic invalidOption(std::string_view option, std::string_view value, std::string_view wanted);
/// The number of processes in -jobs, or the default if the option is not given.
diags::Result<unsigned> jobsOf(const Arguments& arguments, unsigned defaultJobs);

/// A text from the repository, such as the name of a project, on one line: line breaks become a visible symbol.
std::string inOneLine(std::string text);

} // namespace planlens::cli
