// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/backend.h"
#include "core/engine/apply.h"
#include "core/states/journal/journal.h"
#include "core/system/threads/thread.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace planlens::engine {

/// Stores the state of an apply in a backend that can write: operations are recorded in a journal, and snapshots
/// written to the backend. The state must be locked (or opened without a lock), must have been read, and must outlive
/// this object.
class StateKeeper final : public StateSink {
public:
    /// Receives a warning once if the lock of the state is lost, within about a second, on a thread of its own.
    using LockLost = std::function<void(const diags::Diagnostics&)>;
    StateKeeper(backends::WorkspaceState& state, const states::File& read, LockLost lockLost = {});

    void started(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed, plans::Action action,
                 const addrs::AbsProviderInstance& provider) override;
    void finished(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed, plans::Action action,
                  const states::StoredObjectPtr& object, const addrs::AbsProviderInstance& provider) override;
    void leftUnknown() override { m_hasUnknown = true; }
    void deposed(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key,
                 const states::StoredObjectPtr& object, const addrs::AbsProviderInstance& provider) override;
    void restored(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key,
                  const states::StoredObjectPtr& object, const addrs::AbsProviderInstance& provider) override;
    diags::Diagnostics confirm() override;
    diags::Diagnostics checkLock() override;
    diags::Diagnostics settle() override;
    std::chrono::steady_clock::duration snapshotInterval() const override { return m_state.snapshotInterval(); }
    void snapshot(const std::shared_ptr<const states::State>& state) override;

    /// Must be called after apply(): removes the journal if the stored state is complete. If the outcome of an
    /// operation is unknown, the journal is kept, and the next run names that operation. If the state could not be
    /// stored, writes it to errored.tfstate in the given directory and reports that. A lost lock is an error, also if
    /// everything was applied and stored.
    struct Finish {
        diags::Diagnostics diagnostics;
        std::optional<std::string> unsaved; // the state as JSON if it could not be saved, to be shown to the user
    };
    Finish finish(const std::filesystem::path& workingDirectory);
    /// Returns the content of the state file.
    const states::File& saved() const { return m_saved; }

private:
    void record(const states::JournalRecord& record);
    states::Journal* journal();
    void watchLock(const std::stop_token& stop, const LockLost& lockLost);

    backends::WorkspaceState& m_state;
    std::string m_lineage;
    std::uint64_t m_serial;
    std::mutex m_files; // locked while the state file is written: the journal contains the serial
    std::unique_ptr<states::Journal> m_journal;
    std::atomic<states::Journal*> m_made = nullptr; // equal to m_journal once created
    std::atomic<bool> m_hasUnknown = false;         // an operation without a known outcome
    std::atomic<bool> m_hasReportedLoss = false;    // confirm() or checkLock() has returned an error
    std::shared_ptr<const states::State> m_last;
    states::File m_saved;
    diags::Diagnostics m_problems;        // of the last save
    diags::Diagnostics m_journalProblems; // of creating the journal
    system::Thread m_watch; // of the lock; not joinable if the system has no more threads. The last member
};

} // namespace planlens::engine
