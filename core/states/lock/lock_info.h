// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/manager.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace planlens::states {

/// `.terraform.tfstate.lock.info` beside the state file.
std::filesystem::path lockInfoPath(const std::filesystem::path& statePath);
/// About this process, now.
LockInfo newLockInfo(std::string_view operation, const std::filesystem::path& statePath);
/// JSON in one line, as the reference writes it.
std::string writeLockInfo(const LockInfo& info);
/// Nothing where the text is not that.
std::optional<LockInfo> readLockInfo(std::string_view json);
/// The lines that tell a person who holds a lock.
std::string describe(const LockInfo& info);

} // namespace planlens::states
