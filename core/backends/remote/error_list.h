// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <vector>

namespace planlens::backends {

/// "2 errors occurred:" and a list, in the form of the reference, which also uses it for a single error.
std::string errorList(const std::vector<std::string>& errors);
/// The list of two errors; only the message if the second one is empty.
std::string joinedErrors(const std::string& message, const std::string& more);

} // namespace planlens::backends
