// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/packages/lock_file.h"
#include "core/states/state.h"

#include <filesystem>
#include <memory>
#include <string_view>

/// OpenTofu and Terraform resolve provider sources without a host name in different registries. Each working directory
/// belongs to one of the two.
namespace planlens::providers {

/// Returns the registry for provider sources without a host name. It is Terraform's if the lock file contains providers
/// of Terraform's registry and none of OpenTofu's. If it contains neither, the state file decides in the same way; it
/// is read in blocks.
std::string_view registryOfFolder(const LockFile& locks, const std::filesystem::path& stateFile = {});
/// As above; reads the lock file of the directory.
std::string_view registryOfFolder(const std::filesystem::path& directory, const std::filesystem::path& stateFile = {});

/// Adapts provider addresses in a state to the registry of the directory. In an OpenTofu directory,
/// providers of Terraform's registry are replaced by the providers of the same name in OpenTofu's, with a
/// warning, unless the configuration requires them explicitly. In a Terraform directory nothing is changed;
/// providers of OpenTofu's registry are an error unless required explicitly. `state` is only replaced if it
/// changes.
diags::Diagnostics fitStateToFolder(std::shared_ptr<const states::State>& state, std::string_view registry,
                                    const addrs::ProviderRequirements& requirements);

/// Warns if the lock file has providers of both registries and those of Terraform's include unused ones.
diags::Diagnostics checkLocksOfFolder(const LockFile& locks, const addrs::ProviderRequirements& requirements);

} // namespace planlens::providers
