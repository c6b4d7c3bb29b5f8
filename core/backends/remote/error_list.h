// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <string>
#include <vector>

namespace planlens::backends {

/// "2 errors occurred:" and a list, in the form of the reference, which also uses it for a single error.
std::string errorList(const std::vector<std::string>& errors);
/// The list of two errors; only the message if the second one is empty.
std::string joinedErrors(const std::string& message, const std::string& more);

/// An error. Its detail is the part of the message after the first empty line, which says what to do.
diags::Diagnostic errorWithAdvice(const std::string& message);

} // namespace planlens::backends
