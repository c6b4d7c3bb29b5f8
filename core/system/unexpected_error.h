// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <compare>
#include <string>

/// For top-level exception handlers: uncaught exceptions are reported as diagnostics.
namespace planlens::system {

struct UncaughtException {
    std::string what;
    bool isOutOfMemory = false; // an allocation failed, which is not a bug
    auto operator<=>(const UncaughtException&) const = default;
};

/// Returns the exception that is currently handled.
UncaughtException currentException();
diags::Diagnostic unexpectedError(const UncaughtException& exception);
/// Prints the diagnostic on the standard error and exits with 1, without running destructors.
[[noreturn]] void exitWithUnexpectedError(const UncaughtException& exception);
/// Does the same for exceptions that leave a noexcept function, such as a failed allocation in a destructor. States are
/// stored safely at every moment, so an exit loses nothing.
void exitOnTerminate();

} // namespace planlens::system
