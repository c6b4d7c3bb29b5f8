// SPDX-License-Identifier: MPL-2.0
#include "core/system/file.h"

#include "core/system/interrupted_call.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace planlens::system {

std::string errnoText(int error) {
    std::string text = std::strerror(error);
    // Messages that start with an abbreviation are unchanged.
    if (text.size() > 1 && text[1] >= 'a' && text[1] <= 'z' && text[0] >= 'A' && text[0] <= 'Z')
        text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
}

std::string ioError(std::string_view call, const std::filesystem::path& path, int error) {
    return std::string(call) + " " + path.string() + ": " + errnoText(error);
}

FileHandle::FileHandle(FileHandle&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

FileHandle::~FileHandle() {
    close();
}

void FileHandle::close() {
    if (isOpen())
        ::close(std::exchange(m_descriptor, -1));
}

diags::Expected<FileHandle, std::string> FileHandle::open(const std::filesystem::path& path, int flags, mode_t mode) {
    // Opening a FIFO for reading would wait for a writer.
    const int withoutWaiting = (flags & O_ACCMODE) == O_RDONLY ? O_NONBLOCK | O_NOCTTY : 0;
    const int descriptor =
        repeatInterrupted([&] { return ::open(path.c_str(), flags | withoutWaiting | O_CLOEXEC, mode); });
    if (descriptor < 0)
        return diags::Unexpected{ioError("open", path, errno)};
    return FileHandle(descriptor);
}

namespace {

/// Memory that is filled sequentially is cheaper in large pages.
void useLargePages(const std::string& text) {
    constexpr std::uintptr_t size = 1 << 21;
    const auto start = (reinterpret_cast<std::uintptr_t>(text.data()) + size - 1) / size * size;
    const auto end = (reinterpret_cast<std::uintptr_t>(text.data()) + text.capacity()) / size * size;
    if (start < end)
        ::madvise(reinterpret_cast<void*>(start), end - start, MADV_HUGEPAGE);
}

constexpr std::size_t mostBytes = std::size_t{2} << 30;        // of a file
constexpr std::size_t mostDeviceBytes = std::size_t{64} << 20; // some devices have no end

/// Calls `read(buffer, size, position)` until the end of the file. The error is an errno.
template <typename Read>
diags::Expected<std::string, int> readToEnd(int descriptor, Read read) {
    std::string text;
    struct stat status {};
    const bool isKnown = ::fstat(descriptor, &status) == 0;
    const bool isDevice = isKnown && (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode));
    const std::size_t most = isDevice ? mostDeviceBytes : mostBytes;
    if (isKnown && status.st_size > 0) {
        if (static_cast<std::size_t>(status.st_size) > most)
            return diags::Unexpected{EFBIG};
        text.reserve(static_cast<std::size_t>(status.st_size));
    }
    useLargePages(text);
    std::string block(1 << 16, '\0');
    while (true) {
        const ssize_t count = repeatInterrupted([&] { return read(block.data(), block.size(), text.size()); });
        if (count == 0)
            return text;
        if (count > 0)
            text.append(block, 0, static_cast<std::size_t>(count));
        else
            return diags::Unexpected{errno};
        if (text.size() > most)
            return diags::Unexpected{EFBIG};
    }
}

/// Waits for the next bytes of a FIFO or device that was opened without waiting, so that one without a writer does not
/// block forever. Others that are read soon after have had as much time for a writer, so that their waits do not add
/// up. Returns an errno, or 0.
int waitForWriter(int descriptor) {
    using Clock = std::chrono::steady_clock;
    constexpr auto longest = std::chrono::seconds(8);
    static std::atomic<Clock::time_point> lastTimeout = Clock::now() - 2 * longest;
    const auto start = Clock::now();
    const auto end = start - lastTimeout.load() < longest ? start : start + longest;
    while (true) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
        pollfd waiting{descriptor, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, static_cast<int>(std::max<std::int64_t>(0, left.count())));
        if (ready > 0)
            return 0;
        if (ready == 0) {
            lastTimeout = Clock::now();
            return ETIMEDOUT;
        }
        if (errno != EINTR)
            return errno;
    }
}

/// Prepares a file that was opened with O_NONBLOCK for reading. Returns an errno, or 0.
int prepareReading(int descriptor, const std::filesystem::path& path) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))
        return 0;
    // Descriptors of the shell, such as <(command), have a writer, which may take long.
    const std::string& name = path.native();
    if (name == "/dev/stdin" || name.starts_with("/dev/fd/") || name.starts_with("/proc/self/fd/")) {
        const int flags = ::fcntl(descriptor, F_GETFL);
        return flags < 0 || ::fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) != 0 ? errno : 0;
    }
    return S_ISFIFO(status.st_mode) ? waitForWriter(descriptor) : 0; // before there is a writer, it looks empty
}

diags::Expected<std::string, ReadError> readStream(int descriptor, const std::filesystem::path& path) {
    const auto read = [descriptor](char* to, std::size_t size, std::size_t) {
        while (true) {
            const ssize_t count = ::read(descriptor, to, size);
            if (count >= 0 || errno != EAGAIN)
                return count;
            if (const int error = waitForWriter(descriptor); error != 0) {
                errno = error;
                return ssize_t{-1};
            }
        }
    };
    auto text = readToEnd(descriptor, read);
    if (!text)
        return diags::Unexpected{ReadError{"read", path, text.error()}};
    return *std::move(text);
}

} // namespace

bool ReadError::isMissing() const {
    return number == ENOENT;
}

bool ReadError::isMissingDirectory() const {
    return isMissing() || number == ENOTDIR;
}

diags::Expected<std::string, std::string> FileHandle::readAll(const std::filesystem::path& nameForErrors) const {
    auto text = readToEnd(m_descriptor, [this](char* to, std::size_t size, std::size_t at) {
        return ::pread(m_descriptor, to, size, static_cast<off_t>(at));
    });
    if (!text)
        return diags::Unexpected{ioError("read", nameForErrors, text.error())};
    return *std::move(text);
}

diags::Expected<std::size_t, int> FileHandle::readAt(std::span<char> buffer, off_t offset) const {
    std::size_t filled = 0;
    while (filled < buffer.size()) {
        const ssize_t count = repeatInterrupted([&] {
            return ::pread(m_descriptor, buffer.data() + filled, buffer.size() - filled,
                           offset + static_cast<off_t>(filled));
        });
        if (count < 0)
            return diags::Unexpected{errno};
        if (count == 0)
            break;
        filled += static_cast<std::size_t>(count);
    }
    return filled;
}

IoOutcome FileHandle::writeAt(std::string_view text, off_t offset, const std::filesystem::path& nameForErrors) const {
    while (!text.empty()) {
        const ssize_t count =
            repeatInterrupted([&] { return ::pwrite(m_descriptor, text.data(), text.size(), offset); });
        if (count < 0)
            return diags::Unexpected{ioError("write", nameForErrors, errno)};
        text.remove_prefix(static_cast<std::size_t>(count));
        offset += count;
    }
    return true;
}

IoOutcome FileHandle::append(std::string_view text, const std::filesystem::path& nameForErrors) const {
    while (!text.empty()) {
        const ssize_t count = repeatInterrupted([&] { return ::write(m_descriptor, text.data(), text.size()); });
        if (count < 0)
            return diags::Unexpected{ioError("write", nameForErrors, errno)};
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

IoOutcome FileHandle::reserve(std::size_t size, const std::filesystem::path& nameForErrors) const {
    if (size > 0 && ::fallocate(m_descriptor, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(size)) != 0 &&
        (errno == ENOSPC || errno == EDQUOT || errno == EFBIG))
        return diags::Unexpected{ioError("write", nameForErrors, errno)};
    return true;
}

IoOutcome FileHandle::truncate(std::size_t size, const std::filesystem::path& nameForErrors) const {
    if (repeatInterrupted([&] { return ::ftruncate(m_descriptor, static_cast<off_t>(size)); }) != 0)
        return diags::Unexpected{ioError("truncate", nameForErrors, errno)};
    return true;
}

IoOutcome FileHandle::sync(const std::filesystem::path& nameForErrors) const {
    if (repeatInterrupted([&] { return ::fdatasync(m_descriptor); }) == 0 || errno == EINVAL || errno == EROFS)
        return true; // the latter: file systems that cannot sync
    return diags::Unexpected{ioError("sync", nameForErrors, errno)};
}

bool FileHandle::isAt(const std::filesystem::path& path) const {
    struct stat here {};
    struct stat there {};
    return ::fstat(m_descriptor, &here) == 0 && ::stat(path.c_str(), &there) == 0 && here.st_dev == there.st_dev &&
           here.st_ino == there.st_ino;
}

diags::Expected<std::string, ReadError> readFile(const std::filesystem::path& path) {
    const int descriptor =
        repeatInterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); });
    if (descriptor < 0)
        return diags::Unexpected{ReadError{"open", path, errno}};
    const FileHandle file(descriptor);
    if (const int error = prepareReading(descriptor, path); error != 0)
        return diags::Unexpected{ReadError{"read", path, error}};
    return readStream(descriptor, path);
}

diags::Expected<std::string, std::string> readFileIfExists(const std::filesystem::path& path) {
    auto text = readFile(path);
    if (text)
        return *std::move(text);
    if (text.error().isMissing())
        return std::string();
    return diags::Unexpected{text.error().toString()};
}

diags::Expected<std::string, ReadError> readStandardInput() {
    return readStream(STDIN_FILENO, "/dev/stdin");
}

IoOutcome writeNewSynced(const std::filesystem::path& path, std::string_view text, mode_t mode) {
    // The name is predictable: an existing entry may be a link planted by an attacker.
    if (::unlink(path.c_str()) != 0 && errno != ENOENT)
        return diags::Unexpected{ioError("open", path, errno)};
    auto file = FileHandle::open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
    if (!file)
        return diags::Unexpected{file.error()};
    if (auto written = file->writeAt(text, 0, path); !written)
        return written;
    if (mode != 0600 && ::fchmod(file->descriptor(), mode) != 0)
        return diags::Unexpected{ioError("chmod", path, errno)};
    return file->sync(path);
}

IoOutcome replaceFile(const std::filesystem::path& path, std::string_view text, mode_t mode) {
    const std::filesystem::path temporary = path.string() + ".new";
    if (auto written = writeNewSynced(temporary, text, mode); !written) {
        ::unlink(temporary.c_str());
        return written;
    }
    if (::rename(temporary.c_str(), path.c_str()) != 0) {
        const int error = errno;
        ::unlink(temporary.c_str());
        return diags::Unexpected{ioError("rename", path, error)};
    }
    return syncDirectoryOf(path);
}

IoOutcome syncDirectoryOf(const std::filesystem::path& path) {
    const std::filesystem::path directory = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    auto handle = FileHandle::open(directory, O_RDONLY | O_DIRECTORY);
    return handle ? handle->sync(directory) : true; // a directory may be writable only
}

} // namespace planlens::system
