// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace planlens::system {

/// The value of an environment variable; nothing if it is not set.
std::optional<std::string> environmentVariable(const char* name);

/// The environment of this process, as NAME=VALUE.
std::vector<std::string> ownEnvironment();
/// Adds variables to an environment. They replace those of the same names.
std::vector<std::string> withVariables(std::vector<std::string> environment,
                                       const std::vector<std::pair<std::string, std::string>>& variables);

/// The path of a program, looked up in the absolute folders of PATH. A name with a slash is a path and returned as it
/// is. The error has the reference's words.
diags::Expected<std::filesystem::path, std::string> findProgram(const std::string& name);

/// The current working directory: as the shell names it (PWD), through links, if that is the same directory. It may
/// have been deleted; the error has the reference's words.
diags::Expected<std::filesystem::path, std::string> currentDirectory();
/// The absolute form of a path. Without a current working directory, relative paths are returned as they are.
std::filesystem::path absolutePath(const std::filesystem::path& path);

} // namespace planlens::system
