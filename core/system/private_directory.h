// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/system/file.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace planlens::system {

/// A temporary folder that only this user can read. The destructor removes it with its content. If the process is
/// killed, the next process that creates one removes it, at the earliest after ten minutes.
class PrivateDirectory {
public:
    /// Creates the folder in TMPDIR, or in /tmp if TMPDIR is not set or would make the path longer than `longestPath`.
    /// If no folder can be created, path() is empty.
    explicit PrivateDirectory(std::size_t longestPath = 4000);
    ~PrivateDirectory();
    PrivateDirectory(const PrivateDirectory&) = delete;
    PrivateDirectory& operator=(const PrivateDirectory&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    /// Removes the folder now. Can be called from any thread, and more than once.
    void remove() const;

private:
    std::filesystem::path m_path; // never changes after the constructor
    FileHandle m_lock;            // locked while the process runs
};

/// Creates a file in memory with this content, for programs that must read secrets from a file. It has no name, and
/// ends with the last process that has it open. Programs get it with Command::descriptors.
diags::Expected<FileHandle, std::string> makeMemoryFile(std::string_view content);

} // namespace planlens::system
