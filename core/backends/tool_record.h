// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/program.h"

#include <filesystem>
#include <optional>

/// A cache of tool versions, because starting a tool takes longer, and more memory, than many plans. Stored in
/// $XDG_CACHE_HOME/planlens/tools.json. Read and write errors are ignored.
namespace planlens::backends {

/// Returns the recorded version of a program; std::nullopt if its file has changed. Also std::nullopt for version
/// managers and scripts, whose version may depend on the directory: the file must be OpenTofu or Terraform
/// itself.
std::optional<plans::Program> recordedProgram(const std::filesystem::path& path);
void recordProgram(const std::filesystem::path& path, const plans::Program& program);

} // namespace planlens::backends
