// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <sys/types.h>

/// The files that users name for results: saved plans, reports, generated configuration, exports.
namespace planlens::system {

/// Why a file cannot be written.
struct WriteError {
    std::string_view call; // "open", "write", "sync" or "rename"
    std::filesystem::path path;
    int number = 0; // an errno

    /// "permission denied"
    std::string reason() const;
    /// "open report.html: permission denied", as the reference writes it.
    std::string toString() const;
};

/// What to do with a FIFO that no process reads.
enum class MissingReader { Wait, Fail };
struct OutputFileOptions {
    /// Permissions of the file. A regular file that exists keeps only those that it has too.
    mode_t mode = 0666;
    MissingReader missingReader = MissingReader::Wait;
};

/// Writes a file that the user named. Symbolic links are followed, also to files that do not exist yet. A regular file
/// is replaced as a whole or not at all; devices, FIFOs and other special files are written into and never replaced.
diags::Expected<bool, WriteError> writeOutputFile(const std::filesystem::path& path, std::string_view text,
                                                  const OutputFileOptions& options = {});

} // namespace planlens::system
