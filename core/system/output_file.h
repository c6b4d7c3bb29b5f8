// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/system/file.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <sys/types.h>

/// The files that users name for results: saved plans, reports, generated configuration, exports.
namespace planlens::system {

/// The reason why a file cannot be written.
struct WriteError {
    std::string_view call; // "open", "write", "chmod", "sync", "link" or "rename"
    std::filesystem::path path;
    int number = 0; // an errno

    /// "permission denied"
    std::string reason() const;
    /// "open report.html: permission denied", in the reference's wording.
    std::string toString() const;
};

/// The behavior for a FIFO without a reader: wait for at most 8 seconds, or fail.
enum class MissingReader { Wait, Fail };
struct OutputFileOptions {
    /// Permissions of the file. An existing regular file keeps only those that it already has.
    mode_t mode = 0666;
    MissingReader missingReader = MissingReader::Wait;
};

/// Writes a file that the user named. Symbolic links are followed, also to files that do not exist yet. A regular file
/// is replaced as a whole or not at all; devices, FIFOs and other special files are written into and never replaced.
diags::Expected<bool, WriteError> writeOutputFile(const std::filesystem::path& path, std::string_view text,
                                                  const OutputFileOptions& options = {});

/// Opens a file that the user named, to be written in parts. A regular file is created or emptied; the permissions are
/// those of a new one. Waits at most 8 seconds for the reader of a FIFO.
diags::Expected<FileHandle, WriteError> openOutputFile(const std::filesystem::path& path, mode_t mode);

} // namespace planlens::system
