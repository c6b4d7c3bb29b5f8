// SPDX-License-Identifier: MPL-2.0
#include "core/backends/remote/remote_state.h"

#include "core/backends/remote/error_list.h"
#include "core/states/file/stored_file.h"
#include "core/states/journal/journal.h"
#include "core/system/interruptible_sleep.h"
#include "core/system/threads/slow_notice.h"
#include "core/values/random.h"
#include "core/values/text/digest.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace planlens::backends {
namespace {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;
using diags::ErrorCode;
using diags::Result;
using states::Journal;
using Clock = std::chrono::steady_clock;

Diagnostic saveError(const std::string& cause) {
    return Diagnostic::error("Failed to save state", "Error saving state: " + cause);
}

Diagnostic unlockError(const std::string& cause) {
    return Diagnostic::error("Error releasing the state lock",
                             fmt::format("Error message: {}\n\nThe state may still be locked. If other commands report "
                                         "this lock and no other program uses the state, remove the lock with "
                                         "\"force-unlock\".",
                                         cause));
}

Diagnostic lockLost(std::string_view cause) {
    return Diagnostic::error("State lock lost",
                             fmt::format("Another program may lock and change the state now, so no further changes "
                                         "are started: {}.",
                                         cause));
}

/// How to remove a lock that this program may have without knowing it; empty: it has none.
std::string possibleLock(const LockFailure& failure, const states::LockInfo& info) {
    if (!failure.possibleId)
        return {};
    constexpr std::string_view start =
        "\nThe server may have locked the state nevertheless. If other commands report a lock ";
    if (failure.possibleId->empty())
        return fmt::format(
            "{}of {} that was created at {}, remove it with \"force-unlock\" and the ID that they report.", start,
            info.who, info.created);
    return fmt::format("{}with the ID {}, remove it with \"force-unlock {}\".", start, *failure.possibleId,
                       *failure.possibleId);
}

/// The text before it is encrypted, which decides whether two snapshots are equal.
std::string textOf(const states::File& file) {
    std::string text;
    states::writeCompactFile(file, [&](std::string_view part) { text += part; });
    return text;
}

class RemoteState final : public WorkspaceState {
public:
    RemoteState(std::unique_ptr<Client> client, fs::path journalBase, states::EncryptionPtr encryption)
        : m_client(std::move(client))
        , m_journalBase(std::move(journalBase))
        , m_encryption(std::move(encryption)) {
        m_client->setOwnTextTest([this](const std::string& text) { return m_hasReadOwnText = isOwnText(text); });
    }
    ~RemoteState() override { (void)unlock(); }

    Diagnostics connect(std::stop_token stop) override;
    Result<StoredState> read(std::stop_token stop) override;
    Diagnostics lock(std::string_view operation, std::chrono::nanoseconds timeout, std::stop_token stop) override;
    Diagnostics openWithoutLock() override {
        m_isOpen = true;
        return {};
    }
    Diagnostics unlock() override;
    Diagnostics checkLock() override;
    Diagnostics confirm() override;
    Result<states::File> write(std::shared_ptr<const states::State> state) override;
    Diagnostics overwrite(const states::File& file) override;
    states::EncryptionPtr encryption() const override { return m_encryption; }
    fs::path journalBase() const override { return m_journalBase; }
    void discardJournal() override;
    std::chrono::seconds snapshotInterval() const override { return remoteSnapshotInterval; }
    bool hasLocks() const override { return m_client->hasLocks(); }
    Diagnostics forceUnlock(const std::string& id) override;
    void setSlowRequestHandler(std::function<void(std::string_view action)> handler) override {
        m_slowRequestHandler = std::move(handler);
    }
    bool needsReencryption() const override { return m_lastIsOutdated; }
    void setLockHolderHandler(states::LockHolderHandler handler) override { m_lockHolderHandler = std::move(handler); }

private:
    /// The notice exists as long as the request.
    system::SlowNotice noticeFor(const char* action) const {
        constexpr auto delay = std::chrono::seconds(2);
        if (!m_slowRequestHandler)
            return {delay, {}};
        return {delay, [handler = m_slowRequestHandler, action] { handler(action); },
                [handler = m_slowRequestHandler] { handler({}); }};
    }
    struct Fetched {
        StoredState stored;
        bool isOutdated = false; // not encrypted as configured, or the server has the digest of another text
    };
    Result<Fetched> fetch(const std::stop_token& stop);
    bool mayHaveJournal() const;
    bool isOwnText(const std::string& text) const;
    Result<StoredState> replayJournal(StoredState stored);
    Result<std::string> changeByOthers();
    LockStatus requestLock();
    Diagnostics checkWritable();
    Diagnostics put(const states::File& next);

    std::unique_ptr<Client> m_client;
    std::function<void(std::string_view action)> m_slowRequestHandler; // may be empty
    states::LockHolderHandler m_lockHolderHandler;                     // may be empty
    fs::path m_journalBase;
    states::EncryptionPtr m_encryption;
    std::optional<states::LockInfo> m_lock;
    bool m_isOpen = false;                                  // locked, or opened without a lock
    std::optional<StoredState> m_last;                      // read or written
    Clock::time_point m_known;                              // when the server sent the state last
    std::optional<states::File> m_tried;                    // to be written last
    bool m_lastIsOutdated = false;                          // must be written again, even without changes
    bool m_hasReadOwnText = false;                          // the client has read a text whose digest was not stored
    bool m_hasTakenOver = false;                            // the journal was saved to the state but is not removed yet
    Journal::Leftover m_leftover = Journal::Leftover::None; // of that journal
    std::atomic<const char*> m_lockLoss; // how the lock was lost; null: it is held, as far as is known
};

Diagnostics RemoteState::connect(std::stop_token stop) {
    const system::SlowNotice notice = noticeFor("reading the state");
    return m_client->connect(stop);
}

Result<RemoteState::Fetched> RemoteState::fetch(const std::stop_token& stop) {
    const system::SlowNotice notice = noticeFor("reading the state");
    if (Diagnostics problems = m_client->connect(stop); problems.hasErrors())
        return problems;
    m_hasReadOwnText = false;
    const auto text = m_client->get(stop);
    if (!text)
        return errorWithAdvice(text.error());
    m_known = Clock::now();
    if (*text && (*text)->empty())
        return errorWithAdvice(
            "error loading state: no state\n\nThe server has a state that is empty. Planlens does not "
            "take it for a new one, because the objects that it had would be created again. Store a "
            "copy of the state there, or remove the empty state if there are no objects.");
    if (!*text)
        return Fetched{{{{}, 0, {}, std::make_shared<const states::State>()}, false}, false};
    Diagnostics diagnostics;
    std::optional<states::StoredFile> read = states::readStoredFile(**text, m_encryption).into(diagnostics);
    if (!read || diagnostics.hasErrors())
        return diagnostics;
    const bool isOutdated = read->isOutdated || m_hasReadOwnText;
    return {Fetched{{std::move(read->file), true}, isOutdated}, std::move(diagnostics)};
}

/// Also true if it is unknown, so that the journal is read, which reports the reason.
bool RemoteState::mayHaveJournal() const {
    std::error_code error;
    return fs::exists(Journal::path(m_journalBase), error) || error;
}

/// Whether the journal of an apply says that this text was to be written.
bool RemoteState::isOwnText(const std::string& text) const {
    if (!mayHaveJournal())
        return false;
    const Result<states::StoredFile> read = states::readStoredFile(text, m_encryption);
    return read.isOk() && Journal::isAnnounced(m_journalBase, read->file, m_encryption);
}

Result<StoredState> RemoteState::read(std::stop_token stop) {
    Diagnostics diagnostics;
    std::optional<Fetched> fetched = fetch(stop).into(diagnostics);
    if (!fetched)
        return diagnostics;
    std::optional<StoredState> stored = std::move(fetched->stored);
    m_last = stored;
    m_lastIsOutdated = fetched->isOutdated;
    if (mayHaveJournal())
        stored = replayJournal(*std::move(stored)).into(diagnostics);
    if (!stored)
        return diagnostics;
    return {*std::move(stored), std::move(diagnostics)};
}

/// The state with the operations of an apply that was killed. They are saved if the state is open.
Result<StoredState> RemoteState::replayJournal(StoredState stored) {
    auto replayed = Journal::replay(m_journalBase, stored.file, m_encryption);
    const bool isUseless = replayed.isOk() && !*replayed;
    const bool isReported = !replayed.diagnostics.isEmpty();
    Diagnostics diagnostics;
    const auto replay = std::move(replayed).into(diagnostics).value_or(std::nullopt);
    if (isUseless && m_isOpen)
        Journal::putAway(m_journalBase, isReported ? Journal::Leftover::All : Journal::Leftover::None);
    if (!replay)
        return {std::move(stored), std::move(diagnostics)};
    stored.file.state = std::make_shared<const states::State>(replay->state);
    stored.exists = states::exists(stored.file);
    if (!m_isOpen)
        return {std::move(stored), std::move(diagnostics)};
    m_hasTakenOver = false;
    m_leftover = replay->leftover;
    if (!m_last->exists) // so that the state that was saved on disk instead can still be pushed
        m_last->file.lineage = replay->lineage;
    auto saved = write(stored.file.state);
    m_hasTakenOver = saved.isOk();
    if (replay->inFlight.empty())
        discardJournal();
    for (Diagnostic& problem : saved.diagnostics)
        if (problem.severity == diags::Severity::Error)
            problem.detail +=
                fmt::format("\n\nThe results of the last apply, which the server did not store, are stored before "
                            "anything else. They are "
                            "in {}. Remove the cause and run the command again, or store them with \"tofu state push "
                            "errored.tfstate\" if the apply has written this file. Do not remove the journal before.",
                            Journal::path(m_journalBase).string());
    std::optional<states::File> file = std::move(saved).into(diagnostics);
    if (file) {
        states::setTextHash(*file);
        stored = {*std::move(file), true};
    }
    return {std::move(stored), std::move(diagnostics)};
}

/// Removes the journal of an interrupted apply once its warnings have been reported.
void RemoteState::discardJournal() {
    if (std::exchange(m_hasTakenOver, false))
        Journal::putAway(m_journalBase, m_leftover);
}

Diagnostics RemoteState::lock(std::string_view operation, std::chrono::nanoseconds timeout, std::stop_token stop) {
    if (m_lock)
        return states::lockError("this program has already locked the state");
    constexpr const char* action = "locking the state";
    {
        const system::SlowNotice notice = noticeFor(action);
        if (Diagnostics problems = m_client->connect(stop); problems.hasErrors())
            return problems;
    }
    const states::LockInfo info = states::newLockInfo(operation, {});
    const Clock::time_point start = Clock::now();
    const auto lockedBy = [&](const LockFailure& failure, const std::string& possible) {
        return states::lockError(failure.message + (failure.message.empty() ? "" : "\n") +
                                 states::describe(*failure.holder) + possible)
            .withCode(diags::ErrorCode::StateLocked, failure.holder->id);
    };
    std::optional<LockFailure> held; // the last response that names the holder
    for (std::chrono::nanoseconds delay = std::chrono::seconds(1);; delay *= 2) {
        const std::optional<LockFailure> failure = [&] {
            const system::SlowNotice notice = noticeFor(action);
            return m_client->lock(info, stop);
        }();
        if (!failure)
            break;
        if (failure->isInaccessible)
            return errorWithAdvice(failure->message).withCode(diags::ErrorCode::StateInaccessible);
        if (!failure->holder && held && stop.stop_requested())
            return lockedBy(*held, possibleLock(*failure, info));
        if (!failure->holder)
            return states::lockError(failure->message + possibleLock(*failure, info));
        // Uses elapsed time rather than a deadline, because the longest timeout would overflow a deadline.
        const std::chrono::nanoseconds left = std::max(timeout, std::chrono::nanoseconds(0)) - (Clock::now() - start);
        if (left.count() <= 0 || stop.stop_requested() || failure->holder->id.empty())
            return lockedBy(*failure, possibleLock(*failure, info));
        held = failure;
        if (m_lockHolderHandler)
            m_lockHolderHandler(*failure->holder);
        delay = std::min<std::chrono::nanoseconds>(delay, std::chrono::seconds(16));
        system::sleepFor(std::min(delay, left), stop);
        if (stop.stop_requested())
            return lockedBy(*held, {});
    }
    m_lock = info;
    m_lockLoss = nullptr;
    m_isOpen = true;
    return {};
}

Diagnostics RemoteState::unlock() {
    discardJournal();
    m_isOpen = false;
    if (!m_lock)
        return {};
    const std::string id = std::exchange(m_lock, std::nullopt)->id;
    const system::SlowNotice notice = noticeFor("releasing the lock of the state");
    if (const system::IoOutcome removed = m_client->unlock(id); !removed)
        return unlockError(removed.error());
    return {};
}

Diagnostics RemoteState::checkLock() {
    if (const char* const loss = m_lockLoss)
        return lockLost(loss);
    if (const system::IoOutcome held = m_client->checkLock(); !held)
        return lockLost(held.error());
    return {};
}

Diagnostics RemoteState::confirm() {
    constexpr auto aMoment = std::chrono::seconds(2);
    if (m_last && Clock::now() - m_known < aMoment)
        return checkLock();
    const system::SlowNotice notice = noticeFor("checking the lock of the state");
    (void)requestLock();
    Diagnostics diagnostics = checkLock();
    if (!m_last || diagnostics.hasErrors())
        return diagnostics;
    if (const std::optional<std::string> change = changeByOthers().into(diagnostics); change && !change->empty())
        diagnostics.error("State changed", fmt::format("Nothing was applied, because {}. Plan again.", *change));
    return diagnostics;
}

/// Requests the lock from the server, and notes if it is lost.
LockStatus RemoteState::requestLock() {
    const LockStatus status = m_lock ? m_client->lockStatus() : LockStatus::Held;
    if (status == LockStatus::Removed)
        m_lockLoss = "another program has removed the lock";
    else if (status == LockStatus::Taken)
        m_lockLoss = "another program has removed the lock and locked the state";
    return status;
}

Diagnostics RemoteState::forceUnlock(const std::string& id) {
    const system::SlowNotice notice = noticeFor("removing the lock of the state");
    if (Diagnostics problems = m_client->connect({}); problems.hasErrors())
        return problems;
    if (!m_client->hasLocks())
        return Diagnostic::error("Locking disabled", "Locking is disabled for this backend.");
    if (const system::IoOutcome removed = m_client->unlock(id); !removed)
        return Diagnostic::error("Failed to unlock state: " + removed.error(), {});
    return {};
}

/// How others have changed the state since it was read; empty: not at all.
Result<std::string> RemoteState::changeByOthers() {
    const Result<Fetched> fetched = fetch({});
    if (!fetched.isOk())
        return fetched.diagnostics;
    const StoredState& now = fetched->stored;
    const auto is = [&](const states::File& file) {
        return now.file.lineage == file.lineage && now.file.serial == file.serial;
    };
    if (now.exists == m_last->exists && (!now.exists || is(m_last->file)))
        return std::string();
    if (m_tried && is(*m_tried) && textOf(now.file) == textOf(*m_tried)) // its response was lost
        return std::string();
    m_lockLoss = "another program has written the state";
    return fmt::format("another program has written the state since it was read (serial {}, now {}). The state was not "
                       "locked, or the lock was removed",
                       m_last->file.serial, now.file.serial);
}

/// A state whose lock was removed is still written if no other program has locked or written it since, because its
/// objects would be lost otherwise.
Diagnostics RemoteState::checkWritable() {
    if (requestLock() == LockStatus::Taken)
        return saveError(m_lockLoss.load());
    if (m_lock && m_client->guardsWrites())
        return {};
    Diagnostics diagnostics;
    if (const std::optional<std::string> change = changeByOthers().into(diagnostics); change && !change->empty())
        diagnostics.append(saveError(*change).withCode(ErrorCode::StateChanged));
    return diagnostics;
}

Result<states::File> RemoteState::write(std::shared_ptr<const states::State> state) {
    if (!m_isOpen)
        return saveError("this program has not locked the state");
    discardJournal();
    if (!m_last) {
        Result<Fetched> before = fetch({});
        if (!before.isOk())
            return std::move(before.diagnostics);
        m_last = std::move(before->stored);
        m_lastIsOutdated = before->isOutdated;
    }
    states::File next = m_last->file;
    next.state = std::move(state);
    if (next.lineage.empty())
        next.lineage = values::randomUuid();
    if (m_last->exists && !m_lastIsOutdated && textOf(next) == textOf(m_last->file))
        return next;
    ++next.serial;
    Diagnostics diagnostics = put(next);
    return {std::move(next), std::move(diagnostics)};
}

Diagnostics RemoteState::overwrite(const states::File& file) {
    if (!m_isOpen || !m_last)
        return saveError("this program has not locked and read the state");
    discardJournal();
    return put(file);
}

Diagnostics RemoteState::put(const states::File& next) {
    const states::Encryption::Text text = states::writeForServer(next, m_encryption);
    if (!text)
        return saveError(text.error());
    const system::SlowNotice notice = noticeFor("writing the state");
    Diagnostics diagnostics = checkWritable();
    if (diagnostics.hasErrors())
        return diagnostics;
    // A failure here must not prevent saving the state itself.
    if (const auto noted = Journal::announceSave(m_journalBase, next, m_encryption); !noted)
        diagnostics.warning(
            "Failed to write the journal of the apply",
            noted.error() +
                ". The state is saved. If the apply is interrupted now, check the objects that it was working on.");
    m_tried = next;
    if (const system::IoOutcome written = m_client->put(*text); !written) {
        Diagnostics ignored;
        const bool isChanged = m_client->guardsWrites() && !changeByOthers().into(ignored).value_or("").empty();
        return saveError(written.error()).withCode(isChanged ? ErrorCode::StateChanged : ErrorCode::None);
    }
    m_last = StoredState{next, true};
    m_lastIsOutdated = false;
    return diagnostics;
}

} // namespace

std::unique_ptr<WorkspaceState> makeRemoteState(std::unique_ptr<Client> client, fs::path journalBase,
                                                states::EncryptionPtr encryption) {
    return std::make_unique<RemoteState>(std::move(client), std::move(journalBase), std::move(encryption));
}

fs::path journalBase(const fs::path& directory, std::string_view backend, std::string_view place) {
    return directory / fmt::format("{}-{}.tfstate", backend, values::toHex(values::sha256(place)).substr(0, 16));
}

} // namespace planlens::backends
