// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/encryption.h"
#include "core/states/file.h"
#include "core/states/state_paths.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace planlens::states {

/// The holder of a lock, with the fields of OpenTofu's .terraform.tfstate.lock.info.
struct LockInfo {
    std::string id, operation, info, who, version, created, path;
};

using LockHolderHandler = std::function<void(const LockInfo& holder)>;

/// The state file of the local backend: reads, locks and writes it. An instance is used by one thread at a time, except
/// that save() may run on a worker while others read the (immutable) snapshot.
///
/// An open-file-description lock on the state file itself excludes other holders, including the record locks of
/// OpenTofu. The file is rewritten in place (same inode) after the new text was synced to a recovery file beside it.
/// Opening restores a torn file from the recovery file; reading replays a journal if there is one.
class LocalManager {
public:
    /// With an encryption, all files that it writes are encrypted: the state, its backup, the recovery file.
    explicit LocalManager(StatePaths paths, EncryptionPtr encryption = {});
    ~LocalManager(); // unlocks
    LocalManager(const LocalManager&) = delete;
    LocalManager& operator=(const LocalManager&) = delete;

    /// Locks the state, waiting up to `timeout` for another holder, which the error then describes. `whileHeld` may be
    /// empty; it is called each time before it waits, if the holder is known.
    diags::Diagnostics lock(std::string_view operation, std::chrono::nanoseconds timeout = {},
                            std::stop_token stop = {}, const LockHolderHandler& whileHeld = {});
    diags::Diagnostics unlock();
    bool isLocked() const;
    /// Allows save() without a lock, for `-lock=false`.
    diags::Diagnostics openWithoutLock();

    /// Reads the file again. A missing or empty file is an empty state without lineage. The journal of an interrupted
    /// apply is included, and is saved to the file if that is open. Operations with unknown outcome are warnings with
    /// their addresses. These are repeated after a kill until unlock(), discardJournal() or another save.
    diags::Result<File> read();
    /// Removes the journal that read() has taken over.
    void discardJournal();
    /// Whether the state that was read is not encrypted as configured. save() writes it then.
    bool needsReencryption() const;
    /// Writes a new snapshot. The serial is incremented if the content changed; the lineage is kept, or created if
    /// empty. The first write also writes the backup. Requires lock() or openWithoutLock().
    diags::Result<File> save(std::shared_ptr<const State> state);
    /// Writes a file with its serial and lineage unchanged (for a pushed state).
    diags::Diagnostics overwrite(const File& file);

    const StatePaths& paths() const;
    const EncryptionPtr& encryption() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Writes the state to errored.tfstate in the working directory, as a last resort after save() failed, and returns its
/// path. If that fails too, there is no path; the state should then be shown to the user. The diagnostics are never
/// empty: they start with `causes` and explain how to continue. With an encryption, the file is encrypted.
diags::Result<std::filesystem::path> saveErroredState(const File& file, const std::filesystem::path& workingDirectory,
                                                      const diags::Diagnostics& causes,
                                                      const EncryptionPtr& encryption = {});

} // namespace planlens::states
