// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/manager.h"
#include "core/system/file.h"

#include <filesystem>
#include <optional>

namespace planlens::states {

/// The lock of a state file, as others see it. A holder that was killed leaves what says who it was, but holds nothing.
struct FoundLock {
    enum class Holder { Alive, Gone };
    Holder holder = Holder::Gone;
    LockInfo info; // empty where it cannot be read
};
/// Nothing where the file is not locked and nobody left anything.
std::optional<FoundLock> findLock(const std::filesystem::path& statePath);

/// Takes away what a holder that is gone has left. An error where somebody holds the lock by now.
system::IoOutcome removeLeftLock(const std::filesystem::path& statePath);

} // namespace planlens::states
