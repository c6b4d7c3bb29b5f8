// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>

/// File functions that the standard library does not have: synced writes, modes, atomic replacement. Error texts match
/// the reference: "open a.tfstate: permission denied".
namespace planlens::system {

/// Success, or the text of an error.
using IoOutcome = diags::Expected<bool, std::string>;

/// Returns the text of an errno in Go's wording, in lower case.
std::string errnoText(int error);
std::string ioError(std::string_view call, const std::filesystem::path& path, int error);

/// The reason why a file cannot be read.
struct ReadError {
    std::string_view call; // "open" or "read"
    std::filesystem::path path;
    int number = 0; // an errno

    bool isMissing() const;
    /// Whether no such directory exists: the path or a part of it is missing or a file.
    bool isMissingDirectory() const;
    /// "permission denied"
    std::string reason() const { return errnoText(number); }
    /// "open main.tf: permission denied", in the reference's wording.
    std::string toString() const { return ioError(call, path, number); }
};

/// An open file, closed by the destructor. Child processes do not inherit it.
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
    /// Reads up to the size of the buffer from a position in the file. Returns the number of bytes, or an errno.
    diags::Expected<std::size_t, int> readAt(std::span<char> buffer, off_t offset) const;
    IoOutcome writeAt(std::string_view text, off_t offset, const std::filesystem::path& nameForErrors) const;
    IoOutcome append(std::string_view text, const std::filesystem::path& nameForErrors) const;
    /// Reserves disk space for a file of this size, if the file system supports it. The file size is unchanged.
    IoOutcome reserve(std::size_t size, const std::filesystem::path& nameForErrors) const;
    IoOutcome truncate(std::size_t size, const std::filesystem::path& nameForErrors) const;
    IoOutcome sync(const std::filesystem::path& nameForErrors) const;
    /// Whether the path still refers to this file (it may have been replaced).
    bool isAt(const std::filesystem::path& path) const;

private:
    int m_descriptor = -1;
};

/// Reads a whole file or pipe of up to 2 GiB. Waits 8 seconds for the writer of a FIFO. All files are read with it.
diags::Expected<std::string, ReadError> readFile(const std::filesystem::path& path);
/// Reads a whole file; empty if it does not exist.
diags::Expected<std::string, std::string> readFileIfExists(const std::filesystem::path& path);
/// Reads the standard input to its end.
diags::Expected<std::string, ReadError> readStandardInput();
/// Creates or replaces a file of the program atomically and syncs it: after a crash the file has either the old or the
/// new text. Follows no symbolic link. For files that users name, see writeOutputFile.
IoOutcome replaceFile(const std::filesystem::path& path, std::string_view text, mode_t mode);
/// Creates a file and syncs it, replacing an existing one; a symbolic link is removed and not followed.
IoOutcome writeNewSynced(const std::filesystem::path& path, std::string_view text, mode_t mode);
/// Syncs the folder of a path, if the folder may be read.
IoOutcome syncDirectoryOf(const std::filesystem::path& path);

} // namespace planlens::system
