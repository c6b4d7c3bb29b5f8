// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <sys/types.h>

/// The calls that state files need and the standard library has not: synced writes, modes, locks. Errors are texts as
/// the reference words them, "open a.tfstate: permission denied".
namespace planlens::states {

/// What a step can fail with; true otherwise.
using IoOutcome = diags::Expected<bool, std::string>;

/// Text of an errno as Go words it: in lower case.
std::string errnoText(int error);
std::string ioError(std::string_view call, const std::filesystem::path& path, int error);

/// An open file. Closes itself; children of this process do not get it.
class FileHandle {
public:
    FileHandle() = default;
    explicit FileHandle(int descriptor)
        : m_descriptor(descriptor) {}
    FileHandle(FileHandle&& other) noexcept;
    FileHandle& operator=(FileHandle&& other) noexcept;
    ~FileHandle();

    static diags::Expected<FileHandle, std::string> open(const std::filesystem::path& path, int flags,
                                                         mode_t mode = 0666);
    int descriptor() const { return m_descriptor; }
    bool isOpen() const { return m_descriptor >= 0; }
    void close();

    diags::Expected<std::string, std::string> readAll(const std::filesystem::path& nameForErrors) const;
    IoOutcome writeAt(std::string_view text, off_t offset, const std::filesystem::path& nameForErrors) const;
    IoOutcome append(std::string_view text, const std::filesystem::path& nameForErrors) const;
    /// Makes sure that there is room for a file of this size, as far as the file system can say so; its size stays.
    IoOutcome reserve(std::size_t size, const std::filesystem::path& nameForErrors) const;
    IoOutcome truncate(std::size_t size, const std::filesystem::path& nameForErrors) const;
    IoOutcome sync(const std::filesystem::path& nameForErrors) const;
    /// Whether the path still leads to this file.
    bool isAt(const std::filesystem::path& path) const;

private:
    int m_descriptor = -1;
};

/// Whole text of a file; empty where there is none.
diags::Expected<std::string, std::string> readFileText(const std::filesystem::path& path);
/// Creates or replaces a file so that either the old or the new text is there, whatever happens; synced.
IoOutcome replaceFile(const std::filesystem::path& path, std::string_view text, mode_t mode);
/// Creates or overwrites a file and waits until it and its entry are on disk.
IoOutcome writeSynced(const std::filesystem::path& path, std::string_view text, mode_t mode);
/// Waits until entries of a folder are on disk.
void syncDirectoryOf(const std::filesystem::path& path);

} // namespace planlens::states
