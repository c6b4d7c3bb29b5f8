// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/system/file.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::states {

/// Returns the data directory: TF_DATA_DIR or `.terraform`.
std::filesystem::path dataDirectory(const std::filesystem::path& workingDirectory);
/// Returns the workspace of TF_WORKSPACE, else of `<data>/environment`, else "default". Invalid names are errors.
diags::Result<std::string> currentWorkspace(const std::filesystem::path& workingDirectory);
/// Whether a workspace name is valid: it must not require escaping in a path.
bool isValidWorkspaceName(std::string_view name);
/// The default directory for the states of all workspaces except "default"; the backend can configure another one.
inline constexpr auto workspacesDirectory = "terraform.tfstate.d";
/// Returns "default" and the subdirectories of this directory, which need not exist, sorted.
diags::Result<std::vector<std::string>> listWorkspaces(const std::filesystem::path& directory);
/// Writes `<data>/environment`. Nothing is checked.
system::IoOutcome storeSelectedWorkspace(const std::filesystem::path& workingDirectory, std::string_view name);
/// Selects a workspace with storeSelectedWorkspace(). The workspace must be one of the existing ones.
diags::Diagnostics selectWorkspace(const std::filesystem::path& workingDirectory, std::string_view name,
                                   const std::vector<std::string>& existing);

} // namespace planlens::states
