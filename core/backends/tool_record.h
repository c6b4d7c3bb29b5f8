// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <filesystem>
#include <optional>

/// What programs said they are when they were asked: starting one takes longer, and more memory, than many a plan. Kept
/// in $XDG_CACHE_HOME/planlens/tools.json; that this cannot be read or written is no matter.
namespace planlens::backends {

/// What this file said; nothing where it was changed since. Nothing either for what only starts one of several versions
/// (version managers, scripts), which may answer otherwise in each folder: the file has to be OpenTofu or Terraform
/// itself.
std::optional<plans::Program> recordedProgram(const std::filesystem::path& path);
void recordProgram(const std::filesystem::path& path, const plans::Program& program);

} // namespace planlens::backends
