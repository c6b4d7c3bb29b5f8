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

/// Returns the value of an environment variable; nothing if it is not set.
std::optional<std::string> environmentVariable(const char* name);

/// Returns the value of an environment variable; an empty text if it is not set.
std::string environmentText(const std::string& name);

/// Returns the environment of this process, as NAME=VALUE.
std::vector<std::string> ownEnvironment();
/// Adds variables to an environment. They replace existing ones with the same names.
std::vector<std::string> withVariables(std::vector<std::string> environment,
                                       const std::vector<std::pair<std::string, std::string>>& variables);

/// Returns the path of a program, looked up in the absolute folders of PATH. A name with a slash is a path and returned
/// unchanged. The error is worded like the reference's.
diags::Expected<std::filesystem::path, std::string> findProgram(const std::string& name);

/// Removes empty and relative folders from the PATH of this process, so that libraries do not start programs of the
/// current folder either. To be called before any thread is started.
void removeRelativeProgramFolders();

/// Returns the current working directory: as the shell names it (PWD), through links, if that is the same directory. It
/// may have been deleted; the error is worded like the reference's.
diags::Expected<std::filesystem::path, std::string> currentDirectory();
/// Returns the absolute form of a path. Without a current working directory, relative paths are returned unchanged.
std::filesystem::path absolutePath(const std::filesystem::path& path);

} // namespace planlens::system
