// SPDX-License-Identifier: MPL-2.0
#include "core/engine/state_keeper.h"

#include "core/states/file/stored_file.h"
#include "core/states/journal/recovery.h"
#include "core/states/manager.h"
#include "core/system/interruptible_sleep.h"
#include "core/values/random.h"
#include "core/version.h"

#include <fmt/format.h>

#include <utility>

namespace planlens::engine {

StateKeeper::StateKeeper(backends::WorkspaceState& state, const states::File& read, LockLost lockLost)
    : m_state(state)
    , m_lineage(read.lineage)
    , m_serial(read.serial) {
    if (lockLost)
        m_watch = system::startThread(
            [this, lockLost = std::move(lockLost)](const std::stop_token& stop) { watchLock(stop, lockLost); });
}

/// Without it, the user would see the loss only when the next operation should start, or when the state is saved.
void StateKeeper::watchLock(const std::stop_token& stop, const LockLost& lockLost) {
    constexpr std::chrono::seconds interval{1};
    while (!stop.stop_requested()) {
        diags::Diagnostics found = m_state.checkLock();
        if (found.hasErrors()) {
            for (diags::Diagnostic& problem : found)
                problem.severity = diags::Severity::Warning;
            lockLost(found);
            return;
        }
        system::sleepFor(interval, stop);
    }
}

void StateKeeper::started(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                          plans::Action action, const addrs::AbsProviderInstance& provider) {
    record(
        {states::JournalRecord::Kind::Started, address, deposed, std::string(plans::name(action)), nullptr, provider});
}

void StateKeeper::finished(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                           plans::Action action, const states::StoredObjectPtr& object,
                           const addrs::AbsProviderInstance& provider) {
    record({object ? states::JournalRecord::Kind::Finished : states::JournalRecord::Kind::Removed, address, deposed,
            std::string(plans::name(action)), object, provider});
}

void StateKeeper::deposed(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key,
                          const states::StoredObjectPtr& object, const addrs::AbsProviderInstance& provider) {
    record({states::JournalRecord::Kind::Deposed, address, key, {}, object, provider});
}

void StateKeeper::restored(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key,
                           const states::StoredObjectPtr& object, const addrs::AbsProviderInstance& provider) {
    record({states::JournalRecord::Kind::Restored, address, key, {}, object, provider});
}

void StateKeeper::record(const states::JournalRecord& record) {
    states::Journal* made = m_made.load(std::memory_order_acquire);
    if (!made)
        made = journal();
    if (made)
        made->append(record);
}

/// Creates the journal for the first record. If that fails, settle() returns the error before a provider is called.
states::Journal* StateKeeper::journal() {
    const std::scoped_lock lock(m_files);
    if (!m_journal && m_journalProblems.isEmpty()) {
        const bool isSaved = !m_saved.lineage.empty();
        const std::filesystem::path state = m_state.journalBase();
        m_state.discardJournal(); // otherwise the first snapshot would remove the new one
        const auto create = [&] {
            return states::Journal::create(state, isSaved ? m_saved.lineage : m_lineage,
                                           isSaved ? m_saved.serial : m_serial, m_state.encryption());
        };
        diags::Result<std::unique_ptr<states::Journal>> created = create();
        if (std::error_code error; !created.value && std::filesystem::exists(states::Journal::path(state), error)) {
            if (diags::Diagnostics running = states::checkNoApplyRuns(state); running.hasErrors()) {
                created = std::move(running);
            } else { // of an output file that was not read
                states::Journal::setAside(state);
                created = create();
            }
        }
        m_journalProblems = std::move(created.diagnostics);
        if (created.value)
            m_journal = *std::move(created.value);
        m_made.store(m_journal.get(), std::memory_order_release);
    }
    return m_journal.get();
}

diags::Diagnostics StateKeeper::confirm() {
    diags::Diagnostics problems = m_state.confirm();
    m_hasReportedLoss = problems.hasErrors();
    return problems;
}

diags::Diagnostics StateKeeper::checkLock() {
    diags::Diagnostics problems = m_state.checkLock();
    if (problems.hasErrors())
        m_hasReportedLoss = true;
    return problems;
}

diags::Diagnostics StateKeeper::settle() {
    if (states::Journal* const made =
            m_made.load(std::memory_order_acquire)) // created by the first record and never replaced
        return made->sync();
    const std::scoped_lock lock(m_files);
    return m_journalProblems;
}

void StateKeeper::snapshot(const std::shared_ptr<const states::State>& state) {
    const std::scoped_lock lock(m_files);
    m_last = state;
    diags::Result<states::File> saved = m_state.write(state);
    m_problems = std::move(saved.diagnostics);
    if (saved.value)
        m_saved = *std::move(saved.value);
}

StateKeeper::Finish StateKeeper::finish(const std::filesystem::path& workingDirectory) {
    m_watch = {};
    if (!m_problems.hasErrors()) {
        if (m_journal && !m_hasUnknown)
            m_journal->finish();
        if (!m_hasReportedLoss)
            m_problems.append(m_state.checkLock());
        return {std::move(m_problems), {}};
    }
    const bool isJournalIncomplete = m_journal && m_journal->sync().hasErrors();
    states::File file = m_saved;
    if (file.lineage.empty())
        file.lineage = m_lineage.empty() ? values::randomUuid() : m_lineage;
    // Another program may have written the next serial: a push without -force is rejected then.
    file.serial = std::max(file.serial, m_serial) + (m_state.checkLock().hasErrors() ? 0 : 1);
    file.terraformVersion = referenceVersion;
    file.state = m_last;
    m_problems.append(std::move(m_journalProblems));
    // The journal is kept: the next plan replays it when the state file is writable again. It does not prevent a push
    // of the errored state.
    if (m_journal)
        (void)states::Journal::announceSave(m_state.journalBase(), file,
                                            m_state.encryption()); // its error is reported below
    diags::Result<std::filesystem::path> kept =
        states::saveErroredState(file, workingDirectory, m_problems, m_state.encryption());
    if (isJournalIncomplete)
        kept.diagnostics.error(
            "The journal of the apply is incomplete",
            fmt::format("{} lacks the last operations: objects that were created may be missing there, or be tainted "
                        "although they are complete. The next plan would take them from the journal, and replace those "
                        "that are tainted. Write the state as described above first; add the option \"-force\" if the "
                        "state is refused.",
                        states::Journal::path(m_state.journalBase()).string()));
    if (kept.value)
        return {std::move(kept.diagnostics), {}};
    // A state that cannot be encrypted is not shown in clear either.
    states::Encryption::Text text = states::writeForDisk(file, states::writeFile(file), m_state.encryption());
    return {std::move(kept.diagnostics), text ? std::optional(*std::move(text)) : std::nullopt};
}

} // namespace planlens::engine
