// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace planlens::states {

/// The state files of one workspace of the local backend. Relative paths stay relative, for messages.
struct StatePaths {
    std::filesystem::path state;
    std::filesystem::path stateOut; // the file to write; equal to `state` unless -state-out is used
    std::filesystem::path backup;   // empty: none
};
StatePaths localStatePaths(const std::filesystem::path& workingDirectory, std::string_view workspace);
/// Returns the default path of the backup of a state file.
std::filesystem::path backupPath(const std::filesystem::path& state);

} // namespace planlens::states
