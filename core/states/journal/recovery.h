// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/system/file.h"

#include <filesystem>
#include <string>
#include <string_view>

/// A state file is rewritten in place, because other processes hold locks on its inode. The new text is synced to a
/// recovery file first, so that neither a kill nor a power failure loses the state. The first byte of the state file is
/// blank while it is being rewritten, so that a partly written state is never taken for a complete one.
namespace planlens::states {

std::filesystem::path recoveryPath(const std::filesystem::path& statePath);

/// If it fails, the file contains its previous text again. If that cannot be written or synced, the recovery file
/// stays.
system::IoOutcome rewriteInPlace(const system::FileHandle& file, const std::filesystem::path& statePath,
                                 std::string_view text);

/// The text of a state, determined from the state file and the recovery file.
struct Recovered {
    enum class Finding {
        AsIs,       // nothing needs to be recovered
        Healed,     // the recovery file contains the text
        Stale,      // the state file is newer; the recovery file is not used but may be useful to the user
        Unreadable, // the recovery file cannot be read, although it may contain the only intact state
    };
    std::string text;
    Finding finding = Finding::AsIs;
    bool hasFile = false; // whether there is a recovery file
    std::string problem;  // why it is unreadable
};
/// Determines the current state without changing any file.
Recovered recover(std::string stateText, const std::filesystem::path& statePath);
/// Writes the recovered text to the state file if required, and removes the recovery file. A stale one is renamed to
/// `.old` with a warning; an unreadable one is an error. The caller must hold the lock.
system::IoOutcome settle(const Recovered& recovered, const system::FileHandle& file,
                         const std::filesystem::path& statePath, diags::Diagnostics& diagnostics);

/// An error if a running apply writes the journal, which must not be taken over then. It is not found on file systems
/// without locks.
diags::Diagnostics checkNoApplyRuns(const std::filesystem::path& statePath);

/// The error about a journal that cannot be read, with advice if it is the journal of another user.
diags::Diagnostic unreadableJournal(std::string cause);

} // namespace planlens::states
