// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/system/file.h"

#include <filesystem>
#include <string>
#include <string_view>

/// A state file is rewritten in place, since others hold locks on its inode. So that a kill or a power failure at any
/// point loses nothing, the new text is first synced to a recovery file beside it; while the state file itself is being
/// rewritten its first byte is blank, so that half of a state is never taken for a whole one.
namespace planlens::states {

std::filesystem::path recoveryPath(const std::filesystem::path& statePath);

system::IoOutcome rewriteInPlace(const system::FileHandle& file, const std::filesystem::path& statePath,
                                 std::string_view text);

/// What the text of a state file means together with a recovery file.
struct Recovered {
    enum class Finding {
        AsIs,   // nothing to recover
        Healed, // the text is that of the recovery file
        Stale,  // the state file has moved on since; the recovery file is of no use but may be worth a look
    };
    std::string text;
    Finding finding = Finding::AsIs;
    bool hasFile = false; // whether there is a recovery file
};
/// Reads only.
Recovered recover(std::string stateText, const std::filesystem::path& statePath);
/// Brings the state file to what recover() said and takes the recovery file away. For the holder of the lock.
system::IoOutcome settle(const Recovered& recovered, const system::FileHandle& file,
                         const std::filesystem::path& statePath, diags::Diagnostics& diagnostics);

} // namespace planlens::states
