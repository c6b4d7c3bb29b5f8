// SPDX-License-Identifier: MPL-2.0
#include "core/states/journal/recovery.h"

#include "core/states/file/stored_file.h"
#include "core/states/journal/journal.h"
#include "core/states/lock/stale_lock.h"

#include <cerrno>
#include <fmt/format.h>
#include <unistd.h>

namespace planlens::states {
namespace {

Recovered::Finding compare(const std::string& stateText, const std::string& recoveryText) {
    if (stateText == recoveryText)
        return Recovered::Finding::AsIs;
    // If the recovery file is unreadable, it was still being written, and the state file had not been changed yet.
    const std::optional<SnapshotIdentity> recovery = snapshotIdentity(recoveryText);
    if (!recovery)
        return Recovered::Finding::AsIs;
    const std::optional<SnapshotIdentity> state = snapshotIdentity(stateText);
    if (!state)
        return Recovered::Finding::Healed;
    const bool isSuccessor = state->lineage == recovery->lineage && recovery->serial > state->serial;
    return isSuccessor ? Recovered::Finding::Healed : Recovered::Finding::Stale;
}

} // namespace

std::filesystem::path recoveryPath(const std::filesystem::path& statePath) {
    return statePath.string() + ".planlens-recovery";
}

namespace {

/// What a failed sync ends: the rest is written so that programs can read a previous text again.
enum class FailedSync { EndsWriting, IsReported };

/// Overwrites the state file. Whatever fails, the first byte stays blank unless the whole text has been written.
system::IoOutcome overwrite(const system::FileHandle& file, const std::filesystem::path& statePath,
                            std::string_view text, FailedSync failedSync = FailedSync::EndsWriting) {
    system::IoOutcome written = true, synced = true;
    const auto write = [&](auto&& action) {
        if (written && (synced || failedSync == FailedSync::IsReported))
            written = action();
    };
    const auto sync = [&] {
        if (written && synced)
            synced = file.sync(statePath);
    };
    const std::string_view first = text.substr(0, 1);
    write([&] { return file.writeAt(text.empty() ? "" : " ", 0, statePath); });
    sync();
    write([&] { return file.writeAt(text.substr(first.size()), 1, statePath); });
    write([&] { return file.truncate(text.size(), statePath); });
    sync();
    write([&] { return file.writeAt(first, 0, statePath); });
    sync();
    return written ? synced : written;
}

} // namespace

system::IoOutcome rewriteInPlace(const system::FileHandle& file, const std::filesystem::path& statePath,
                                 std::string_view text) {
    const auto before = file.readAll(statePath);
    if (!before)
        return diags::Unexpected{before.error()};
    if (auto reserved = file.reserve(text.size(), statePath); !reserved)
        return reserved;
    const std::filesystem::path recovery = recoveryPath(statePath);
    // An existing recovery file may be the only intact copy of the state, so it is replaced atomically.
    if (auto written = system::replaceFile(recovery, text, 0600); !written)
        return written;
    auto written = overwrite(file, statePath, text);
    if (written || overwrite(file, statePath, *before, FailedSync::IsReported))
        ::unlink(recovery.c_str());
    return written;
}

Recovered recover(std::string stateText, const std::filesystem::path& statePath) {
    Recovered result;
    result.text = std::move(stateText);
    auto recoveryText = system::readFile(recoveryPath(statePath));
    result.hasFile = recoveryText || !recoveryText.error().isMissing();
    if (!recoveryText && result.hasFile) {
        result.finding = Recovered::Finding::Unreadable;
        result.problem = recoveryText.error().toString();
    }
    if (!recoveryText || recoveryText->empty())
        return result;
    result.finding = compare(result.text, *recoveryText);
    if (result.finding == Recovered::Finding::Healed)
        result.text = *std::move(recoveryText);
    return result;
}

namespace {

/// Overwrites the state file with the text of the recovery file, then removes the recovery file.
system::IoOutcome restore(const system::FileHandle& file, const std::filesystem::path& statePath,
                          std::string_view text) {
    system::IoOutcome outcome = file.reserve(text.size(), statePath);
    if (outcome)
        outcome = overwrite(file, statePath, text);
    if (outcome)
        ::unlink(recoveryPath(statePath).c_str());
    return outcome;
}

} // namespace

system::IoOutcome settle(const Recovered& recovered, const system::FileHandle& file,
                         const std::filesystem::path& statePath, diags::Diagnostics& diagnostics) {
    if (!recovered.hasFile)
        return true;
    const std::filesystem::path recovery = recoveryPath(statePath);
    switch (recovered.finding) {
    case Recovered::Finding::AsIs:
        ::unlink(recovery.c_str());
        return true;
    case Recovered::Finding::Healed:
        diagnostics.warning(
            "State restored after an interruption",
            "Writing " + statePath.string() +
                " was interrupted. The new state was kept beside the file and has been restored from there: "
                "nothing is lost.");
        return restore(file, statePath, recovered.text);
    case Recovered::Finding::Stale: {
        const std::filesystem::path aside = recovery.string() + ".old";
        diagnostics.warning(
            "Interrupted write superseded",
            "Writing " + statePath.string() +
                " was interrupted, and another program has written a newer state since. The state of the "
                "interrupted write is kept as " +
                aside.string() + "; delete that file if it contains nothing that is missing.");
        if (::rename(recovery.c_str(), aside.c_str()) != 0)
            return diags::Unexpected{system::ioError("rename", recovery, errno)};
        return true;
    }
    case Recovered::Finding::Unreadable:
        return diags::Unexpected{recovered.problem};
    }
    return true;
}

diags::Diagnostics checkNoApplyRuns(const std::filesystem::path& statePath) {
    const std::filesystem::path journal = Journal::path(statePath);
    if (!isLockedByOthers(journal))
        return {};
    return diags::Diagnostic::error(
        "State in use",
        fmt::format("An apply is running, although this command does not see its lock. It records its operations in "
                    "{}. Wait until it has ended.",
                    journal.string()));
}

diags::Diagnostic unreadableJournal(std::string cause) {
    if (cause.ends_with("permission denied"))
        cause += "\n\nThe file has the results of an interrupted apply of another user. Run the command as that user "
                 "first, or "
                 "change the owner of the file, so that these results are stored before anything is planned.";
    return diags::Diagnostic::error("Failed to read the journal of an interrupted apply", std::move(cause));
}

} // namespace planlens::states
