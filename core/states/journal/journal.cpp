// SPDX-License-Identifier: MPL-2.0
#include "core/states/journal/journal.h"

#include "core/addrs/target.h"
#include "core/states/file/file_records.h"
#include "core/states/file/stored_file.h"
#include "core/states/journal/journal_lines.h"
#include "core/states/journal/recovery.h"
#include "core/states/lock/stale_lock.h"
#include "core/system/directories/listing.h"
#include "core/system/file.h"
#include "core/values/text/digest.h"

#include <algorithm>
#include <condition_variable>
#include <fcntl.h>
#include <fmt/format.h>
#include <mutex>
#include <set>
#include <unistd.h>

namespace planlens::states {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view journalSuffix = ".planlens-journal";

std::string_view kindText(JournalRecord::Kind kind) {
    switch (kind) {
    case JournalRecord::Kind::Started:
        return "started";
    case JournalRecord::Kind::Finished:
        return "finished";
    case JournalRecord::Kind::Removed:
        return "removed";
    case JournalRecord::Kind::Deposed:
        return "deposed";
    case JournalRecord::Kind::Restored:
        return "restored";
    }
    return "started";
}

/// A hash of everything that states store, apart from lineage, serial and version.
std::string contentHash(const File& file, std::string_view text) {
    return values::toHex(values::sha256(text.empty() ? contentOf(writeFile(file)) : contentOf(text)));
}

/// Whether a "save" line announced a state. `tofu state push` may have given it another lineage and serial, but states
/// without resources cannot be told apart.
bool announces(const std::vector<JournalEntry>& entries, const File& file) {
    const bool isTelling = file.state && !file.state->resources().empty();
    const auto mayBe = [&](const JournalEntry& entry) {
        return entry.kind == "save" && (isTelling || (entry.serial == file.serial && entry.lineage == file.lineage));
    };
    if (std::ranges::none_of(entries, mayBe))
        return false;
    const std::string content = contentHash(file, {});
    return std::ranges::any_of(entries,
                               [&](const JournalEntry& entry) { return mayBe(entry) && entry.content == content; });
}

diags::Diagnostic applyIsRunning(const fs::path& path, std::string_view consequence) {
    return diags::Diagnostic::warning("Apply in progress",
                                      fmt::format("An apply to this state is running. It records its operations in {}. "
                                                  "{}",
                                                  path.string(), consequence));
}

/// Returns what an operation was doing, for messages.
std::string_view participle(std::string_view action) {
    return action == "Create"   ? "creating"
           : action == "Update" ? "updating"
           : action == "Delete" ? "destroying"
                                : "changing";
}

bool isOperation(const JournalEntry& entry) {
    return entry.kind != "journal" && entry.kind != "save" && entry.kind != "added";
}

/// Returns the addresses of objects that may have been created, although the state does not have them. What happened to
/// objects of the state is found by the next refresh.
std::set<std::string> possibleCreations(const std::vector<JournalEntry>& entries) {
    std::set<std::string> addresses;
    for (const JournalEntry& entry : entries) {
        if (!isOperation(entry) || !entry.deposed.empty())
            continue;
        if (entry.kind == "started" && entry.action != "Update" && entry.action != "Delete")
            addresses.insert(entry.address);
        else if (entry.kind == "finished" || entry.kind == "removed")
            addresses.erase(entry.address);
    }
    return addresses;
}

std::string addressList(const std::set<std::string>& addresses) {
    return addresses.empty() ? std::string() : fmt::format("\n  - {}", fmt::join(addresses, "\n  - "));
}

std::string addressList(const std::vector<JournalEntry>& entries) {
    std::set<std::string> addresses;
    for (const JournalEntry& entry : entries)
        if (!entry.address.empty())
            addresses.insert(entry.address);
    return addressList(addresses);
}

/// Applies the records of a journal in order.
class Player {
public:
    explicit Player(State state)
        : m_state(std::move(state))
        , m_reader(m_state, m_problems) {}

    void play(const JournalEntry& entry) {
        const auto address = addrs::readAbsResourceInstance(entry.address);
        if (!address) {
            m_problems.error("Unreadable record in the journal", "The address " + entry.address + " cannot be read.");
            return;
        }
        ++m_records;
        const std::pair place(*address, entry.deposed);
        if (entry.kind == "started") {
            if (std::find(m_started.begin(), m_started.end(), place) == m_started.end()) {
                m_started.push_back(place);
                m_actions[place] = entry.action;
            }
            return;
        }
        const auto provider = addrs::parseAbsProviderInstance(entry.provider);
        StoredObjectPtr object;
        if (!entry.object.empty()) {
            auto record = readInstanceRecord(entry.object);
            if (record.isOk())
                object = m_reader.readObject(*address, *record);
            if (!object || !provider.isOk()) {
                m_problems.error("Unreadable record in the journal",
                                 "The object of " + entry.address + " cannot be read.");
                return;
            }
        }
        const addrs::AbsProviderInstance by = provider.isOk() ? *provider : addrs::AbsProviderInstance();
        if (entry.kind == "deposed" || entry.kind == "restored") {
            const bool isDeposed = entry.kind == "deposed";
            m_state.setDeposed(*address, entry.deposed, isDeposed ? object : nullptr, providerOf(*address, by));
            m_state.setCurrent(*address, isDeposed ? nullptr : std::move(object), by);
            return;
        }
        std::erase(m_started, place);
        if (entry.deposed.empty())
            m_state.setCurrent(*address, std::move(object), by);
        else if (object || m_state.instance(*address))
            m_state.setDeposed(*address, entry.deposed, std::move(object), providerOf(*address, by));
    }

    /// Ends the replay of an apply that is running, or that was interrupted.
    diags::Result<std::optional<Journal::Replay>> finish(const fs::path& path, bool isRunning) && {
        std::string running;
        for (const auto& place : m_started) {
            const std::string operation =
                fmt::format("{} {}{}", participle(m_actions[place]), place.first.toString(),
                            place.second.empty() ? std::string() : fmt::format(" (deposed object {})", place.second));
            running += "\n  - " + operation;
            if (!isRunning)
                m_problems.warning(
                    "Unknown outcome of an operation",
                    fmt::format("The last apply was interrupted while {}. The outcome is unknown: compare the real "
                                "object with the state before you continue.",
                                operation));
        }
        if (isRunning)
            m_problems.append(applyIsRunning(
                path, running.empty() ? "The operations until now are taken into account."
                                      : "The operations until now are taken into account, except these, which are not "
                                        "finished:" +
                                            running));
        Journal::Replay replay;
        for (const auto& place : m_started)
            replay.inFlight.push_back(place.first);
        replay.records = m_records;
        replay.state = std::move(m_state);
        return {std::optional(std::move(replay)), std::move(m_problems)};
    }

private:
    /// Returns the provider in the state, which removing a deposed object must not change; otherwise the recorded one.
    addrs::AbsProviderInstance providerOf(const addrs::AbsResourceInstance& address,
                                          const addrs::AbsProviderInstance& recorded) const {
        const Resource* resource = m_state.resource(address.containing());
        const ResourceInstance* instance = m_state.instance(address);
        return resource && instance ? addrs::AbsProviderInstance{resource->provider, instance->providerKey} : recorded;
    }

    State m_state;
    diags::Diagnostics m_problems;
    ResourceReader m_reader;
    using Place = std::pair<addrs::AbsResourceInstance, addrs::DeposedKey>;
    std::vector<Place> m_started;
    std::map<Place, std::string> m_actions;
    std::size_t m_records = 0;
};

diags::Diagnostics notApplied(const fs::path& path, bool isRunning, const std::vector<JournalEntry>& entries,
                              std::string_view why) {
    if (isRunning)
        return applyIsRunning(path, fmt::format("The record does not match the state: {}.", why));
    const std::string detail =
        fmt::format("An apply was interrupted. Its operations are recorded in {0}, or in {0}.old if the state has been "
                    "locked since, but the record does not match the state: {1}. Compare these objects with the state, "
                    "then delete the file.{2}",
                    path.string(), why, addressList(entries));
    return diags::Diagnostic::warning("Interrupted apply not restored", detail);
}

diags::Diagnostic damagedJournal(const fs::path& path, std::size_t damaged) {
    return diags::Diagnostic::warning(
        "Damaged record of an interrupted apply",
        fmt::format("{} of the records in {} cannot be read. What the apply did there is not in the state: compare the "
                    "real objects with the state before you continue. When the state is locked, the file is renamed to "
                    "{}.old and kept.",
                    damaged, path.string(), path.filename().string()));
}

/// The warning about a journal that was set aside.
diags::Diagnostic setAsideBefore(const fs::path& path, const JournalEntries& journal) {
    const std::vector<JournalEntry>& entries = journal.entries;
    const std::set<std::string> created = possibleCreations(entries);
    if (journal.damaged == 0 && !created.empty() && entries.back().kind == "added")
        return diags::Diagnostic::warning(
            "Unknown outcome of an operation",
            fmt::format("An apply was interrupted while it created these objects. They may exist although it could not "
                        "add them to the state. Compare the real objects with the state, then delete {}.{}",
                        path.string(), addressList(created)));
    return diags::Diagnostic::warning(
        "Interrupted apply not restored",
        fmt::format("An apply was interrupted, and not all of its operations could be added to the state. They are "
                    "recorded in {}. Compare these objects with the state, then delete the file.{}",
                    path.string(), addressList(entries)));
}

} // namespace

struct Journal::Private {
    fs::path path;
    system::FileHandle file;
    std::mutex mutex; // guards the members below
    std::condition_variable synced;
    std::uint64_t appendedCount = 0;
    std::uint64_t syncedCount = 0;
    bool isSyncing = false;
    bool isTorn = false; // the last line may be incomplete
    std::string error;   // the first error
    EncryptionPtr encryption;
};

Journal::Journal()
    : d(std::make_unique<Private>()) {}
Journal::~Journal() = default;

fs::path Journal::path(const fs::path& statePath) {
    return statePath.string() + std::string(journalSuffix);
}

diags::Diagnostics Journal::describeOthers(const fs::path& directory, const fs::path& statePath,
                                           const EncryptionPtr& encryption) {
    diags::Diagnostics diagnostics;
    const auto entries = system::listDirectory(directory);
    if (!entries && !entries.error().isMissing())
        diagnostics.warning("Failed to search for interrupted applies", entries.error().toString() + ".");
    for (const system::DirectoryEntry& entry : entries ? *entries : std::vector<system::DirectoryEntry>()) {
        const fs::path other = directory / entry.name;
        const bool isSetAside = entry.name.starts_with(path(statePath).filename().string() + ".old");
        if (!isSetAside && (!other.native().ends_with(journalSuffix) || other.filename() == path(statePath).filename()))
            continue;
        if (isLockedByOthers(other))
            continue; // the apply is running
        const auto text = system::readFileIfExists(other);
        const auto read = readEntries(text ? *text : std::string(), encryption);
        const JournalEntries journal = read ? *read : JournalEntries();
        if (isSetAside) {
            diagnostics.append(setAsideBefore(other, journal));
            continue;
        }
        diagnostics.warning(
            "Interrupted apply to another state",
            fmt::format("An apply to the state of another workspace, or of the backend before it was changed, was "
                        "interrupted. Its operations are recorded in {}. Select that workspace or backend and plan. If "
                        "the state was moved here since, compare these objects with it, then delete the file.{}",
                        other.string(), addressList(journal.entries)));
    }
    return diagnostics;
}

diags::Result<std::unique_ptr<Journal>> Journal::create(const fs::path& statePath, const std::string& lineage,
                                                        std::uint64_t serial, EncryptionPtr encryption) {
    const auto fail = [](const std::string& cause) {
        return diags::Diagnostic::error("Failed to create the journal of the apply",
                                        cause + ". Nothing was changed. The directory of the state file must be "
                                                "writable. If an earlier apply was interrupted, plan again first.");
    };
    std::unique_ptr<Journal> journal(new Journal);
    journal->d->path = path(statePath);
    journal->d->encryption = std::move(encryption);
    auto file = system::FileHandle::open(journal->d->path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0600);
    if (!file)
        return fail(file.error());
    journal->d->file = *std::move(file);
    lockWhileOpen(journal->d->file);
    JournalLine header("journal");
    header.field("lineage", lineage);
    header.raw("serial", std::to_string(serial));
    header.field("note", "Planlens removes this file when the state has all objects. If no apply is running, it was "
                         "interrupted: run \"planlens-cli plan\" before tofu, which does not read this file and would "
                         "create the objects again.");
    if (auto written = journal->d->file.append(std::move(header).take(), journal->d->path); !written) {
        ::unlink(journal->d->path.c_str());
        return fail(written.error());
    }
    if (auto synced = system::syncDirectoryOf(journal->d->path); !synced) {
        ::unlink(journal->d->path.c_str());
        return fail(synced.error());
    }
    return journal;
}

void Journal::append(const JournalRecord& record) {
    JournalLine line(kindText(record.kind));
    line.field("address", record.address.toString());
    if (!record.deposed.empty())
        line.field("deposed", record.deposed);
    if (!record.action.empty())
        line.field("action", record.action);
    line.field("provider", record.provider.toString());
    if (record.object)
        line.raw("object", objectToJson(*record.object));
    Encryption::Text json = std::move(line).json();
    if (d->encryption)
        json = d->encryption->encryptRecord(*json);

    const std::lock_guard lock(d->mutex);
    ++d->appendedCount;
    if (!json) {
        if (d->error.empty())
            d->error = json.error();
        return;
    }
    const std::string text = journalLine(*json);
    const auto written = d->file.append(d->isTorn ? "\n" + text : text, d->path);
    d->isTorn = !written;
    if (!written && d->error.empty())
        d->error = written.error();
}

diags::Diagnostics Journal::sync() {
    std::unique_lock lock(d->mutex);
    const std::uint64_t wanted = d->appendedCount;
    while (d->syncedCount < wanted && d->error.empty()) {
        if (d->isSyncing) {
            d->synced.wait(lock);
            continue;
        }
        // One caller syncs on behalf of all callers whose records have been appended by now.
        d->isSyncing = true;
        const std::uint64_t covered = d->appendedCount;
        lock.unlock();
        const auto outcome = d->file.sync(d->path);
        lock.lock();
        d->isSyncing = false;
        if (outcome)
            d->syncedCount = covered;
        else if (d->error.empty())
            d->error = outcome.error();
        d->synced.notify_all();
    }
    if (d->error.empty())
        return {};
    return diags::Diagnostic::error("Failed to write the journal of the apply",
                                    d->error + ". Stop the apply: if it is interrupted, the outcome of further "
                                               "operations cannot be determined.");
}

void Journal::finish() {
    const std::lock_guard lock(d->mutex);
    if (!d->file.isOpen())
        return;
    d->file.close();
    ::unlink(d->path.c_str());
    (void)system::syncDirectoryOf(d->path); // a journal that reappears has no effect
}

diags::Result<std::optional<Journal::Replay>> Journal::replay(const fs::path& statePath, const File& file,
                                                              const EncryptionPtr& encryption) {
    const fs::path journalPath = path(statePath);
    bool isRunning = isLockedByOthers(journalPath);
    const auto text = system::readFileIfExists(journalPath);
    if (!text)
        return unreadableJournal(text.error());
    isRunning = isRunning || isLockedByOthers(journalPath);
    const auto read = readEntries(*text, encryption);
    if (!read)
        return unreadableJournal(fmt::format("{}: {}.", journalPath.string(), read.error()));
    const std::vector<JournalEntry>& entries = read->entries;
    diags::Diagnostics damage;
    if (read->damaged > 0)
        damage.append(damagedJournal(journalPath, read->damaged));
    if (entries.empty())
        return {std::optional<Replay>(), std::move(damage)};
    const JournalEntry& header = entries.front();
    const bool isAnnounced = announces(entries, file);
    if (header.kind != "journal" ||
        (!isAnnounced && !header.lineage.empty() && !file.lineage.empty() && header.lineage != file.lineage))
        return {std::optional<Replay>(),
                notApplied(journalPath, isRunning, entries, "it is of another state, with another lineage")};

    // A snapshot announced by a "save" line is as valid a base as the first one, and nothing if the first one failed.
    const bool isFirst = file.lineage.empty() && file.serial == 0 && header.serial <= 1;
    const bool isStart = header.serial == file.serial && header.lineage == file.lineage;
    if (!isFirst && !isStart && !isAnnounced) {
        return {std::optional<Replay>(),
                notApplied(
                    journalPath, isRunning, entries,
                    fmt::format("another program has written the state since, which now has serial {}", file.serial))};
    }
    Player player(file.state ? *file.state : State());
    for (const JournalEntry& entry : entries) {
        if (isOperation(entry))
            player.play(entry);
    }
    auto played = std::move(player).finish(journalPath, isRunning);
    played.diagnostics.append(std::move(damage));
    if (played.value && *played.value) {
        if (read->damaged > 0 || !possibleCreations(entries).empty())
            (*played.value)->leftover = Leftover::Parts;
        for (const JournalEntry& entry : entries) // a new state gets its lineage with the first snapshot
            if (!entry.lineage.empty())
                (*played.value)->lineage = entry.lineage;
    }
    return played;
}

system::IoOutcome Journal::announceSave(const fs::path& statePath, const File& next, const EncryptionPtr& encryption,
                                        std::string_view text) {
    const fs::path journalPath = path(statePath);
    if (std::error_code error; !fs::exists(journalPath, error) && !error)
        return true;
    auto file = system::FileHandle::open(journalPath, O_WRONLY | O_APPEND);
    if (!file)
        return diags::Unexpected{file.error()};
    JournalLine line("save");
    line.field("lineage", next.lineage);
    line.raw("serial", std::to_string(next.serial));
    line.field("content", contentHash(next, text));
    Encryption::Text json = std::move(line).json();
    if (encryption)
        json = encryption->encryptRecord(*json);
    if (!json)
        return diags::Unexpected{json.error()};
    // The previous line may be torn.
    if (auto written = file->append("\n" + journalLine(*json), journalPath); !written)
        return written;
    return file->sync(journalPath);
}

bool Journal::isAnnounced(const fs::path& statePath, const File& file, const EncryptionPtr& encryption) {
    const auto text = system::readFileIfExists(path(statePath));
    const auto read = text ? readEntries(*text, encryption)
                           : diags::Expected<JournalEntries, std::string>(diags::Unexpected{std::string()});
    return read && announces(read->entries, file);
}

void Journal::discard(const fs::path& statePath) {
    ::unlink(path(statePath).c_str());
    (void)system::syncDirectoryOf(statePath); // a journal that reappears has no effect
}

void Journal::putAway(const fs::path& statePath, Leftover leftover) {
    if (leftover == Leftover::None)
        return discard(statePath);
    const fs::path aside = setAside(statePath);
    // If this line cannot be written, all operations are listed instead of those that are left.
    if (leftover == Leftover::Parts)
        if (auto file = system::FileHandle::open(aside, O_WRONLY | O_APPEND))
            (void)file->append("\n" + JournalLine("added").take(), aside);
}

fs::path Journal::setAside(const fs::path& statePath) {
    fs::path aside = path(statePath).string() + ".old";
    std::error_code error;
    for (int number = 2; fs::exists(aside, error); ++number)
        aside = fmt::format("{}.old.{}", path(statePath).string(), number);
    (void)::rename(path(statePath).c_str(), aside.c_str());
    return aside;
}

} // namespace planlens::states
