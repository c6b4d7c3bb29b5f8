// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::states {

/// The data folder: TF_DATA_DIR or `.terraform`.
std::filesystem::path dataDirectory(const std::filesystem::path& workingDirectory);
/// The selected workspace: TF_WORKSPACE, else `<data>/environment`, else "default". An invalid name is an error.
diags::Result<std::string> currentWorkspace(const std::filesystem::path& workingDirectory);
/// Whether a name can be used for a workspace: it needs no escaping in a path.
bool isValidWorkspaceName(std::string_view name);
/// The folder of the states of other workspaces than "default", unless the backend configures another one.
inline constexpr auto workspacesDirectory = "terraform.tfstate.d";
/// "default" and the folders in this one, sorted.
std::vector<std::string> listWorkspaces(const std::filesystem::path& workspacesFolder);
/// Writes `<data>/environment`. The workspace must be one of those that exist.
diags::Diagnostics selectWorkspace(const std::filesystem::path& workingDirectory, std::string_view name,
                                   const std::vector<std::string>& existing);

} // namespace planlens::states
