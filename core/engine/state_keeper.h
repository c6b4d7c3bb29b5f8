// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/backend.h"
#include "core/engine/apply.h"
#include "core/states/journal/journal.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <string>

namespace planlens::engine {

/// Keeps the state of an apply in a backend that can write: operations in a journal as they happen, whole snapshots in
/// the backend. Before, the state was locked (or opened without a lock) and read. The state
/// object outlives the keeper.
class StateKeeper final : public StateSink {
public:
    explicit StateKeeper(backends::WorkspaceState& state, const states::File& read)
        : m_state(state)
        , m_lineage(read.lineage)
        , m_serial(read.serial) {}

    void started(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed, plans::Action action,
                 const addrs::AbsProviderInstance& provider) override;
    void finished(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed, plans::Action action,
                  const states::StoredObjectPtr& object, const addrs::AbsProviderInstance& provider) override;
    void deposed(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key,
                 const states::StoredObjectPtr& object, const addrs::AbsProviderInstance& provider) override;
    void restored(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key,
                  const states::StoredObjectPtr& object, const addrs::AbsProviderInstance& provider) override;
    diags::Diagnostics settle() override;
    void snapshot(const std::shared_ptr<const states::State>& state) override;

    /// After apply() returned: removes the journal if the backend has everything. Otherwise writes the state to
    /// errored.tfstate in the given folder and reports that.
    struct Finish {
        diags::Diagnostics diagnostics;
        std::optional<std::string> unsaved; // the state as JSON where it could be written nowhere: to be shown
    };
    Finish finish(const std::filesystem::path& workingDirectory);
    /// What is in the file now.
    const states::File& saved() const { return m_saved; }

private:
    void record(const states::JournalRecord& record);
    states::Journal* journal();

    backends::WorkspaceState& m_state;
    std::string m_lineage;
    std::uint64_t m_serial;
    std::mutex m_files; // the journal is not made while the state file is written: it says which state it goes with
    std::unique_ptr<states::Journal> m_journal;
    std::atomic<states::Journal*> m_made = nullptr; // the journal, once it is there
    std::shared_ptr<const states::State> m_last;
    states::File m_saved;
    diags::Diagnostics m_problems;        // of the last save
    diags::Diagnostics m_journalProblems; // of making the journal
};

} // namespace planlens::engine
