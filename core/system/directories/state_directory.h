// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <filesystem>

/// Where both programs store what belongs to the user and not to a project.
namespace planlens::system {

/// Returns $XDG_STATE_HOME/planlens (~/.local/state/planlens), without creating anything; empty if there is no home
/// directory. As the XDG Base Directory Specification requires, relative paths are ignored.
std::filesystem::path stateDirectoryPath();

/// Creates a directory with mode 0700, and those that contain it; changes the mode of an existing one. Returns false
/// if that fails.
bool makePrivateDirectory(const std::filesystem::path& path);

} // namespace planlens::system
