// SPDX-License-Identifier: MPL-2.0
#include "core/system/output_file.h"

#include "core/system/interrupted_call.h"

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace planlens::system {

namespace {

namespace fs = std::filesystem;
using Outcome = diags::Expected<bool, WriteError>;

Outcome failed(std::string_view call, const fs::path& path, int number) {
    return diags::Unexpected{WriteError{call, path, number}};
}

/// The target of a name. Links in /proc refer to open files, and their text is not always a path.
struct Target {
    fs::path path;
    bool isReplaceable = true;
    int error = 0;
};

Target followLinks(const fs::path& path) {
    constexpr int mostLinks = 40;
    fs::path target = path;
    for (int links = 0; links <= mostLinks; ++links) {
        std::error_code error;
        if (!fs::is_symlink(fs::symlink_status(target, error)))
            return {target};
        const fs::path folder = fs::canonical(target.has_parent_path() ? target.parent_path() : ".", error);
        if (error)
            return {path, false, error.value()};
        if (folder == "/proc" || folder.string().starts_with("/proc/"))
            return {path, false};
        const fs::path next = fs::read_symlink(target, error);
        if (error)
            return {path, false, error.value()};
        target = next.is_absolute() ? next : folder / next;
    }
    return {path, false, ELOOP};
}

Outcome writeAll(const FileHandle& file, std::string_view text, const fs::path& path) {
    while (!text.empty()) {
        const ssize_t count = repeatInterrupted([&] { return ::write(file.descriptor(), text.data(), text.size()); });
        if (count < 0)
            return failed("write", path, errno);
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

/// Opens a file for writing. Waits a while for the reader of a FIFO, but not for ever: the program may hold a lock, and
/// must end when it is asked to. `mode`: of a new file, with O_CREAT.
FileHandle open(const fs::path& path, int flags, MissingReader missingReader, mode_t mode = 0) {
    using Clock = std::chrono::steady_clock;
    constexpr auto longest = std::chrono::seconds(8);
    const Clock::time_point start = Clock::now();
    while (true) {
        FileHandle file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | flags, mode));
        const int error = errno;
        struct stat status {};
        if (!file.isOpen() && error == ENXIO && missingReader == MissingReader::Wait &&
            Clock::now() - start < longest && ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode)) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            continue;
        }
        if (file.isOpen())
            ::fcntl(file.descriptor(), F_SETFL, ::fcntl(file.descriptor(), F_GETFL) & ~O_NONBLOCK);
        errno = error;
        return file;
    }
}

/// Writes into an existing file.
Outcome writeInto(const fs::path& path, std::string_view text, int flags, MissingReader missingReader) {
    const FileHandle file = open(path, flags, missingReader);
    if (!file.isOpen())
        return failed("open", path, errno);
    return writeAll(file, text, path);
}

/// A new file in the directory of another one.
struct NewFile {
    FileHandle file;
    fs::path path; // empty: it has no name yet, so nothing is left if the program is killed
};

/// Calls a function with names beside a file until one does not exist. Returns the last errno, or 0.
template <typename Create>
int createBeside(const fs::path& target, const Create& create) {
    constexpr int attempts = 100;
    int error = EEXIST;
    for (int i = 0; i < attempts && error == EEXIST; ++i) {
        std::uint64_t random = 0;
        if (::getrandom(&random, sizeof random, 0) != sizeof random)
            return errno;
        error = create(target.parent_path() / fmt::format(".{}.{:016x}", target.filename().string(), random));
    }
    return error;
}

/// The name of an open file without a name.
std::string openName(const FileHandle& file) {
    return fmt::format("/proc/self/fd/{}", file.descriptor());
}

diags::Expected<NewFile, int> newFile(const fs::path& target, mode_t mode) {
    const fs::path folder = target.has_parent_path() ? target.parent_path() : ".";
    // Not every file system has files without a name.
    if (FileHandle file(::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, mode));
        file.isOpen() && ::access(openName(file).c_str(), F_OK) == 0)
        return NewFile{std::move(file), {}};
    NewFile created;
    const int error = createBeside(target, [&](const fs::path& path) {
        // A link planted at that name is not followed.
        created.file = FileHandle(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
        created.path = path;
        return created.file.isOpen() ? 0 : errno;
    });
    if (error != 0)
        return diags::Unexpected{error};
    return created;
}

/// Gives a file a name if it has none.
int giveName(NewFile& created, const fs::path& target) {
    if (!created.path.empty())
        return 0;
    const std::string name = openName(created.file);
    return createBeside(target, [&](const fs::path& path) {
        if (::linkat(AT_FDCWD, name.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) != 0)
            return errno;
        created.path = path;
        return 0;
    });
}

/// Replaces a regular file, or creates one. `existing` is null for a new file.
Outcome replace(const fs::path& target, std::string_view text, mode_t mode, const struct stat* existing,
                const fs::path& path) {
    auto created = newFile(target, existing ? 0600 : mode);
    if (!created && existing && (created.error() == EACCES || created.error() == EPERM || created.error() == EROFS))
        return writeInto(path, text, O_TRUNC, MissingReader::Wait); // the file is writable, its folder is not
    if (!created)
        return failed("open", path, created.error());
    const FileHandle& file = created->file;
    Outcome outcome = writeAll(file, text, path);
    if (outcome && existing) {
        // With root privileges, the file keeps its owner; other users cannot change the owner.
        [[maybe_unused]] const int ignored = ::fchown(file.descriptor(), existing->st_uid, existing->st_gid);
        if (::fchmod(file.descriptor(), existing->st_mode & mode & 0777) != 0)
            outcome = failed("chmod", path, errno);
    }
    if (outcome && repeatInterrupted([&] { return ::fdatasync(file.descriptor()); }) != 0 && errno != EINVAL &&
        errno != EROFS)
        outcome = failed("sync", path, errno);
    if (outcome)
        if (const int error = giveName(*created, target); error != 0)
            outcome = failed("link", path, error);
    if (outcome && ::rename(created->path.c_str(), target.c_str()) != 0)
        outcome = failed("rename", path, errno);
    if (outcome)
        (void)syncDirectoryOf(target); // the file exists, under its old or its new name
    else if (!created->path.empty())
        ::unlink(created->path.c_str());
    return outcome;
}

} // namespace

std::string WriteError::reason() const {
    return errnoText(number);
}

std::string WriteError::toString() const {
    return ioError(call, path, number);
}

Outcome writeOutputFile(const fs::path& path, std::string_view text, const OutputFileOptions& options) {
    struct stat status {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (!exists && errno != ENOENT)
        return failed("open", path, errno);
    if (exists && S_ISDIR(status.st_mode))
        return failed("open", path, EISDIR);
    if (exists && !S_ISREG(status.st_mode))
        return writeInto(path, text, 0, options.missingReader);
    const Target target = followLinks(path);
    if (target.error)
        return failed("open", path, target.error);
    if (!target.isReplaceable)
        return writeInto(path, text, O_TRUNC, options.missingReader);
    if (exists && ::access(path.c_str(), W_OK) != 0)
        return failed("open", path, errno);
    return replace(target.path, text, options.mode, exists ? &status : nullptr, path);
}

diags::Expected<FileHandle, WriteError> openOutputFile(const fs::path& path, mode_t mode) {
    FileHandle file = open(path, O_CREAT | O_TRUNC, MissingReader::Wait, mode);
    if (!file.isOpen())
        return diags::Unexpected{WriteError{"open", path, errno}};
    return file;
}

} // namespace planlens::system
