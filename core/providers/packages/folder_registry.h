// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/packages/lock_file.h"
#include "core/states/state.h"

#include <filesystem>
#include <memory>
#include <string_view>

/// OpenTofu and Terraform take sources without a host name from registries of their own. A folder belongs to one of
/// them.
namespace planlens::providers {

/// The registry that sources without a host name are in: Terraform's in a folder whose lock file names it and not
/// OpenTofu's. Where the lock file names neither of them, a state file decides in the same way; it is read piece by
/// piece.
std::string_view registryOfFolder(const LockFile& locks, const std::filesystem::path& stateFile = {});
/// The same with the folder's lock file.
std::string_view registryOfFolder(const std::filesystem::path& directory, const std::filesystem::path& stateFile = {});

/// Brings a state to a folder of this registry. In a folder of OpenTofu, resources of Terraform's registry are taken
/// for those of the same providers in OpenTofu's, unless the configuration requires them by their full names; where
/// that changes anything, a warning says so. In a folder of Terraform everything stays as it is, and resources of
/// OpenTofu's registry are an error, unless they are required. Another state comes in its place only where something
/// changes.
diags::Diagnostics fitStateToFolder(std::shared_ptr<const states::State>& state, std::string_view registry,
                                    const addrs::ProviderRequirements& requirements);

/// A warning about a lock file that has providers of both registries, one of them required by nothing.
diags::Diagnostics checkLocksOfFolder(const LockFile& locks, const addrs::ProviderRequirements& requirements);

} // namespace planlens::providers
