// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/manager.h"
#include "core/system/file.h"

#include <filesystem>
#include <optional>

namespace planlens::states {

/// The lock of a state file as seen from another process. A killed holder leaves its lock information behind, but no
/// lock.
struct FoundLock {
    enum class Holder { Alive, Gone };
    Holder holder = Holder::Gone;
    LockInfo info; // empty if it cannot be read
};
/// Returns std::nullopt if the file is not locked and has no lock information beside it; the text of an error if that
/// is unknown.
diags::Expected<std::optional<FoundLock>, std::string> findLock(const std::filesystem::path& statePath);

/// Removes the lock information of a holder that no longer exists. Fails if the state is currently locked.
system::IoOutcome removeStaleLock(const std::filesystem::path& statePath);

/// Locks a file of the program until it is closed. Has no effect on file systems without locks.
void lockWhileOpen(const system::FileHandle& file);
/// Whether a file exists that is open and locked.
bool isLockedByOthers(const std::filesystem::path& path);

} // namespace planlens::states
