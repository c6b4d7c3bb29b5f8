// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/manager.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace planlens::states {

/// Returns the path of `.terraform.tfstate.lock.info`, beside the state file.
std::filesystem::path lockInfoPath(const std::filesystem::path& statePath);
/// Returns lock information for this process with the current time.
LockInfo newLockInfo(std::string_view operation, const std::filesystem::path& statePath);
/// Returns one line of JSON, in OpenTofu's format.
std::string writeLockInfo(const LockInfo& info);
/// Returns std::nullopt if the text is not lock information.
std::optional<LockInfo> readLockInfo(std::string_view json);
/// Returns the lines of a message that describe the holder of a lock.
std::string describe(const LockInfo& info);
/// Returns the error for a state that cannot be locked.
diags::Diagnostic lockError(const std::string& cause);

} // namespace planlens::states
