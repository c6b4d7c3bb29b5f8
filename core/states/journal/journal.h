// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/encryption.h"
#include "core/states/file.h"
#include "core/system/file.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace planlens::states {

/// A change made by an apply to one object, appended to the journal when it happens.
struct JournalRecord {
    enum class Kind {
        Started,
        Finished,
        Removed,
        Deposed,  // the current object was deposed with this key
        Restored, // the deposed object with this key is current again
    };
    Kind kind = Kind::Started;
    addrs::AbsResourceInstance address;
    addrs::DeposedKey deposed;
    std::string action;     // its name: "Create"
    StoredObjectPtr object; // Finished: the new object. Deposed, Restored: the moved object
    addrs::AbsProviderInstance provider;
};

/// The journal of an apply, a file beside the state file (`<state>.planlens-journal`, mode 0600). It has one record for
/// each started and each finished operation, and one for each object deposed before its replacement. After a kill,
/// replaying it over the state file loses at most the operations in progress, and lists each of them. Records that the
/// state file already includes have no effect. Appended and synced in groups. Locked while this object exists.
/// Thread-safe.
class Journal {
public:
    /// With an encryption, each record is encrypted; lineage and serials stay in clear.
    static diags::Result<std::unique_ptr<Journal>> create(const std::filesystem::path& statePath,
                                                          const std::string& lineage, std::uint64_t serial,
                                                          EncryptionPtr encryption = {});
    ~Journal();
    void append(const JournalRecord& record);
    /// Blocks until everything appended so far is on disk.
    diags::Diagnostics sync();
    /// Removes the journal. Must only be called when the state file includes all records.
    void finish();

    /// What a person has to look at before a journal may be deleted.
    enum class Leftover {
        None,
        Parts, // records that could not be read, or objects that may have been created; the state has the rest
        All,   // it was not applied to the state
    };

    struct Replay {
        State state;                                      // includes all finished operations
        std::vector<addrs::AbsResourceInstance> inFlight; // started but not finished: outcome unknown
        std::size_t records = 0;
        Leftover leftover = Leftover::None;
        std::string lineage; // of the state that the apply wrote or was about to write
    };
    static std::filesystem::path path(const std::filesystem::path& statePath);
    /// Reads the journal beside a state file, if any, and applies it; a torn last record is ignored. It also applies if
    /// there is no state yet, because the first snapshot could not be written. A journal of another lineage, or of a
    /// state that another program has written since, is not applied: the result is std::nullopt with a warning that
    /// lists its content. The state must be the one of the start of the apply, or have the content of a snapshot that
    /// announceSave() announced; the serial alone does not show that. Records that cannot be decrypted are an error.
    /// If the apply is running, the warnings say so.
    static diags::Result<std::optional<Replay>> replay(const std::filesystem::path& statePath, const File& file,
                                                       const EncryptionPtr& encryption = {});
    /// Records in the journal, if any, that this snapshot will be written next: its lineage, its serial and a hash of
    /// its content. `text` is that of writeFile(), if the caller has it.
    static system::IoOutcome announceSave(const std::filesystem::path& statePath, const File& next,
                                          const EncryptionPtr& encryption = {}, std::string_view text = {});
    /// Whether announceSave() announced this snapshot in the journal, if any.
    static bool isAnnounced(const std::filesystem::path& statePath, const File& file,
                            const EncryptionPtr& encryption = {});
    /// A warning for each journal of an interrupted apply in a directory that is not of this state file, or that was
    /// set aside for it, with the objects that it names.
    static diags::Diagnostics describeOthers(const std::filesystem::path& directory,
                                             const std::filesystem::path& statePath,
                                             const EncryptionPtr& encryption = {});
    /// Removes a journal that was replayed and saved.
    static void discard(const std::filesystem::path& statePath);
    /// Removes the journal if nothing of it is left; otherwise sets it aside.
    static void putAway(const std::filesystem::path& statePath, Leftover leftover);
    /// Renames a journal that could not be applied, so that it is kept but not applied again. Returns the new path,
    /// which is that of no other file.
    static std::filesystem::path setAside(const std::filesystem::path& statePath);

private:
    Journal();
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace planlens::states
