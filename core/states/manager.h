// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/file.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

namespace planlens::states {

/// Who holds a lock, as the reference writes it to .terraform.tfstate.lock.info.
struct LockInfo {
    std::string id, operation, info, who, version, created, path;
};

/// Where the state of one workspace of the local backend is. Relative paths are kept as given, for messages.
struct StatePaths {
    std::filesystem::path state;
    std::filesystem::path stateOut; // what is written; the same unless asked otherwise
    std::filesystem::path backup;   // empty: none
};
StatePaths localStatePaths(const std::filesystem::path& workingDirectory, std::string_view workspace);

/// The state file of the local backend: reads, locks, writes. One instance is used by one thread at a time, except that
/// save() may be called by a worker while others read the (immutable) snapshot.
///
/// The file is locked by an open-file-description lock on the state file itself, which the reference's record lock
/// excludes and is excluded by; it is rewritten in place (its inode never changes), after the new text was synced to a
/// recovery file beside it. A torn file is healed from the recovery file at opening, a journal found is replayed.
class LocalManager {
public:
    explicit LocalManager(StatePaths paths);
    ~LocalManager(); // unlocks
    LocalManager(const LocalManager&) = delete;
    LocalManager& operator=(const LocalManager&) = delete;

    /// Locks, waiting up to timeout for another holder; the error names the holder.
    diags::Diagnostics lock(std::string_view operation, std::chrono::nanoseconds timeout = {},
                            std::stop_token stop = {});
    diags::Diagnostics unlock();
    bool isLocked() const;
    /// Lets save() write without a lock, for those who switched locking off.
    diags::Diagnostics openWithoutLock();

    /// Reads the file (again); a missing or empty file is an empty state with no lineage yet. What an interrupted apply
    /// left in its journal is part of it, and written back if the file is locked; operations of unknown outcome are
    /// warnings, each with the address. They are warned of again after a kill, until the lock was let go of or another
    /// state was saved.
    diags::Result<File> read();
    /// Writes a new snapshot: serial one above the one last read or written when anything changed, lineage kept or
    /// made. The backup of what was there first is written once. Needs the lock, or openWithoutLock().
    diags::Result<File> save(std::shared_ptr<const State> state);
    /// Writes a file as it is, with its own serial and lineage (import of a pushed state).
    diags::Diagnostics overwrite(const File& file);
    /// Whether there was a state, even an empty one, when the file was read or written last.
    bool isStored() const;

    const StatePaths& paths() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Last resort where save() failed: writes the state to errored.tfstate in the working directory. The value is its
/// path; it is absent where that failed too, and then the state should be shown to the user. The diagnostics, never
/// empty, begin with those of save() and tell how to go on.
diags::Result<std::filesystem::path> saveErroredState(const File& file, const std::filesystem::path& workingDirectory,
                                                      const diags::Diagnostics& causes);

} // namespace planlens::states
