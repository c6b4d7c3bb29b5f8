// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::states {

/// The data directory: TF_DATA_DIR or `.terraform`.
std::filesystem::path dataDirectory(const std::filesystem::path& workingDirectory);
/// The selected workspace: TF_WORKSPACE, `<data>/environment` or "default", in this order. An invalid name is an error.
diags::Result<std::string> currentWorkspace(const std::filesystem::path& workingDirectory);
/// Whether a workspace name is valid: it must not require escaping in a path.
bool isValidWorkspaceName(std::string_view name);
/// "default" and the subdirectories of terraform.tfstate.d, sorted.
std::vector<std::string> listWorkspaces(const std::filesystem::path& workingDirectory);
/// Writes `<data>/environment`. The workspace must exist.
diags::Diagnostics selectWorkspace(const std::filesystem::path& workingDirectory, std::string_view name);

} // namespace planlens::states
