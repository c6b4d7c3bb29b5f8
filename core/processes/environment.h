// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace planlens::processes {

/// The environment of this process, NAME=VALUE.
std::vector<std::string> ownEnvironment();
/// An environment with these variables besides, in place of those of the same names.
std::vector<std::string> withVariables(std::vector<std::string> environment, const std::vector<std::pair<std::string, std::string>>& variables);

/// Where the program of this name is: in the folders of PATH, unless the name is a path itself. The error is as the
/// reference words it.
diags::Expected<std::filesystem::path, std::string> findProgram(const std::string& name);

} // namespace planlens::processes
