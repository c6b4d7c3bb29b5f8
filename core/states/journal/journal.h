// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/file.h"
#include "core/system/file.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace planlens::states {

/// What an apply did to one object, appended to the journal as it happens.
struct JournalRecord {
    enum class Kind {
        Started,
        Finished,
        Removed,
        Deposed,  // the current object has become the deposed one of this key
        Restored, // the deposed object of this key has become the current one again
    };
    Kind kind = Kind::Started;
    addrs::AbsResourceInstance address;
    addrs::DeposedKey deposed;
    std::string action;     // for messages: "create"
    StoredObjectPtr object; // Finished: the new object. Deposed, Restored: the object that changed its place
    addrs::AbsProviderInstance provider;
};

/// The journal of an apply, beside the state file (`<state>.planlens-journal`, mode 0600): one record a started and a
/// finished operation, appended and synced in groups, and one for each object that is deposed before what takes its
/// place is started. After a kill, replaying it over the state file loses at most the operations that were in flight,
/// each of which is named. Replaying what the state file has already changes nothing. Thread-safe.
class Journal {
public:
    static diags::Result<std::unique_ptr<Journal>> create(const std::filesystem::path& statePath,
                                                          const std::string& lineage, std::uint64_t serial);
    ~Journal();
    void append(const JournalRecord& record);
    /// Waits until everything appended so far is on disk.
    diags::Diagnostics sync();
    /// The state file has everything: removes the journal.
    void finish();

    struct Replay {
        State state;                                      // with all finished operations
        std::vector<addrs::AbsResourceInstance> inFlight; // started, not finished: unknown
        std::size_t records = 0;
    };
    static std::filesystem::path path(const std::filesystem::path& statePath);
    /// Reads the journal beside a state file, if there is one, and applies it; a torn last record is passed over. One
    /// of another lineage, or of a state that others have written since, is not applied: then there is a warning that
    /// tells what it holds, and no replay.
    static diags::Result<std::optional<Replay>> replay(const std::filesystem::path& statePath, const File& file);
    /// Records in the journal, if there is one, that a snapshot of this serial is about to be written.
    static system::IoOutcome noteSave(const std::filesystem::path& statePath, std::uint64_t serial);
    /// Takes away a journal that was replayed and saved.
    static void discard(const std::filesystem::path& statePath);
    /// Puts a journal that could not be applied where it is not found again but can be looked at; where to.
    static std::filesystem::path setAside(const std::filesystem::path& statePath);

private:
    Journal();
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace planlens::states
