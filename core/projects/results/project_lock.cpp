// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/project_lock.h"

#include "core/projects/results/inputs.h"
#include "core/system/interruptible_sleep.h"

#include <cerrno>
#include <chrono>

#include <fcntl.h>

namespace planlens::projects {

ProjectLock::ProjectLock(const std::filesystem::path& results, const std::string& project,
                         const std::stop_token& stop) {
    constexpr auto pause = std::chrono::milliseconds(100);
    auto opened = system::FileHandle::open(results / ".lock", O_RDWR | O_CREAT | O_NOFOLLOW, 0600);
    if (!opened)
        return;
    struct flock region {};
    region.l_type = F_WRLCK;
    region.l_whence = SEEK_SET;
    region.l_start = off_t(std::stoull(sha256Hex(project).substr(0, 15), nullptr, 16));
    region.l_len = 1;
    while (::fcntl(opened->descriptor(), F_OFD_SETLK, &region) != 0) {
        if ((errno != EAGAIN && errno != EACCES && errno != EINTR) || stop.stop_requested())
            return;
        m_hasWaited = true;
        system::sleepFor(pause, stop);
    }
    m_file = *std::move(opened);
}

} // namespace planlens::projects
