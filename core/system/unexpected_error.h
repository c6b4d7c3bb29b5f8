// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <string>
#include <string_view>

/// For the top-level exception handlers of the programs: an exception that arrives there is a bug and is reported as a
/// diagnostic.
namespace planlens::system {

/// The text of the exception that is currently handled.
std::string currentExceptionText();
diags::Diagnostic unexpectedError(std::string_view what);
/// Prints the diagnostic on the standard error and exits with 1, without running destructors.
[[noreturn]] void exitWithUnexpectedError(std::string_view what);

} // namespace planlens::system
