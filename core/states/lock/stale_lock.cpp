// SPDX-License-Identifier: MPL-2.0
#include "core/states/lock/stale_lock.h"

#include "core/states/lock/lock_info.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace planlens::states {
namespace {

struct flock wholeFile() {
    struct flock region {};
    region.l_type = F_WRLCK;
    region.l_whence = SEEK_SET;
    return region;
}

/// The state file, to look at its lock; not open if it does not exist.
diags::Expected<system::FileHandle, std::string> openState(const std::filesystem::path& path, int flags) {
    auto file = system::FileHandle::open(path, flags);
    if (std::error_code error; !file && !std::filesystem::exists(path, error) && !error)
        return system::FileHandle();
    return file;
}

} // namespace

void lockWhileOpen(const system::FileHandle& file) {
    struct flock region = wholeFile();
    (void)::fcntl(file.descriptor(), F_OFD_SETLK, &region);
}

bool isLockedByOthers(const std::filesystem::path& path) {
    const auto file = system::FileHandle::open(path, O_RDONLY);
    struct flock region = wholeFile();
    return file && ::fcntl(file->descriptor(), F_OFD_GETLK, &region) == 0 && region.l_type != F_UNLCK;
}

diags::Expected<std::optional<FoundLock>, std::string> findLock(const std::filesystem::path& statePath) {
    FoundLock found;
    const auto file = openState(statePath, O_RDONLY);
    if (!file)
        return diags::Unexpected{file.error()};
    struct flock region = wholeFile();
    if (file->isOpen() && ::fcntl(file->descriptor(), F_OFD_GETLK, &region) != 0)
        return diags::Unexpected{system::ioError("fcntl", statePath, errno)};
    if (file->isOpen() && region.l_type != F_UNLCK)
        found.holder = FoundLock::Holder::Alive;
    const auto text = system::readFile(lockInfoPath(statePath));
    if (!text && !text.error().isMissing())
        return diags::Unexpected{text.error().toString()};
    if (!text && found.holder == FoundLock::Holder::Gone)
        return std::optional<FoundLock>();
    if (text)
        found.info = readLockInfo(*text).value_or(LockInfo());
    return std::optional(found);
}

system::IoOutcome removeStaleLock(const std::filesystem::path& statePath) {
    // A new holder writes its lock information, so the file stays locked until the old information is removed.
    const auto file = openState(statePath, O_RDWR);
    if (!file)
        return diags::Unexpected{file.error()};
    struct flock region = wholeFile();
    if (file->isOpen() && ::fcntl(file->descriptor(), F_OFD_SETLK, &region) != 0)
        return diags::Unexpected{system::errnoText(errno)};
    const std::filesystem::path path = lockInfoPath(statePath);
    if (::unlink(path.c_str()) != 0 && errno != ENOENT)
        return diags::Unexpected{system::ioError("remove", path, errno)};
    return true;
}

} // namespace planlens::states
