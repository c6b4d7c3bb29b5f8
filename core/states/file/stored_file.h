// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/encryption.h"
#include "core/states/file.h"

namespace planlens::states {

/// A state, read from the text that a backend stores.
struct StoredFile {
    File file;
    bool isOutdated = false; // must be written again, because it is not encrypted as configured
};
/// Decrypts and parses a stored text. A null encryption: the text is not encrypted.
diags::Result<StoredFile> readStoredFile(std::string_view stored, const EncryptionPtr& encryption,
                                         std::string_view nameForMessages = "state");

/// Whether a state exists, even an empty one. A state may have no lineage. One that was restored from the journal of an
/// interrupted apply may have been written nowhere yet.
bool exists(const File& file);

/// The text of a state on one line, encrypted: for servers.
Encryption::Text writeForServer(const File& file, const EncryptionPtr& encryption);
/// The text of a local state file, which is indented. `plain` is the result of writeFile().
Encryption::Text writeForDisk(const File& file, std::string plain, const EncryptionPtr& encryption);
/// A copy of a stored text for backups, encrypted with the current keys.
Encryption::Text reencrypt(std::string stored, const EncryptionPtr& encryption);

/// The part of the text of writeFile() after serial and lineage, which decides whether two snapshots are equal.
std::string_view contentOf(std::string_view text);

/// The identity of a snapshot, encrypted or not; nullopt if the text is not a complete state.
struct SnapshotIdentity {
    std::string lineage;
    std::uint64_t serial = 0;
};
std::optional<SnapshotIdentity> snapshotIdentity(std::string_view stored);

} // namespace planlens::states
