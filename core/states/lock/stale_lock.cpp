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

bool isHeld(const std::filesystem::path& statePath) {
    const auto file = system::FileHandle::open(statePath, O_RDWR);
    if (!file)
        return false;
    struct flock region = wholeFile();
    return ::fcntl(file->descriptor(), F_OFD_GETLK, &region) == 0 && region.l_type != F_UNLCK;
}

} // namespace

std::optional<FoundLock> findLock(const std::filesystem::path& statePath) {
    FoundLock found;
    if (isHeld(statePath))
        found.holder = FoundLock::Holder::Alive;
    std::error_code error;
    const std::filesystem::path path = lockInfoPath(statePath);
    if (found.holder == FoundLock::Holder::Gone && !std::filesystem::exists(path, error))
        return {};
    if (const auto text = system::readFileIfExists(path))
        found.info = readLockInfo(*text).value_or(LockInfo());
    return found;
}

system::IoOutcome removeLeftLock(const std::filesystem::path& statePath) {
    // A new holder writes its lock information, so the file stays locked until the old information is removed.
    const auto file = system::FileHandle::open(statePath, O_RDWR);
    struct flock region = wholeFile();
    if (file && ::fcntl(file->descriptor(), F_OFD_SETLK, &region) != 0)
        return diags::Unexpected{system::errnoText(errno)};
    const std::filesystem::path path = lockInfoPath(statePath);
    if (::unlink(path.c_str()) != 0 && errno != ENOENT)
        return diags::Unexpected{system::ioError("remove", path, errno)};
    return true;
}

} // namespace planlens::states
