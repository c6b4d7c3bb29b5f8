// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/repository/project.h"

#include <filesystem>
#include <optional>
#include <string>

/// Units of Terragrunt: folders with a `terragrunt.hcl`. Terragrunt itself is never started.
namespace planlens::projects::terragrunt {

inline constexpr const char* unitFile = "terragrunt.hcl";
/// The inputs of a unit, which Terragrunt writes beside the configuration with `--inputs-debug`.
inline constexpr const char* inputsFile = "terragrunt-debug.tfvars.json";

/// The folder below `.terragrunt-cache` of a unit in which Terragrunt has initialized the configuration, or has written
/// the inputs; of several the newest one. Relative to the root, as `unit` is; nullopt if there is none.
std::optional<std::string> generatedFolder(const std::filesystem::path& root, const std::string& unit);

/// Whether the unit sets inputs in its own file.
bool hasInputs(const std::filesystem::path& root, const std::string& unit);
/// Adds the file with the inputs.
void addInputs(Project& project);
/// Adds the files of the unit, of the folders above, and of a local source that is named literally. They decide what
/// Terragrunt generates.
void addSources(Project& project, const std::filesystem::path& root, const std::string& unit);

} // namespace planlens::projects::terragrunt
