// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/project_lock.h"

#include "core/projects/results/inputs.h"
#include "core/states/lock/lock_info.h"
#include "core/system/interruptible_sleep.h"

#include <fmt/core.h>

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace planlens::projects {

namespace fs = std::filesystem;

namespace {

constexpr auto pause = std::chrono::milliseconds(100);

/// Of the file: with a length of 0, all of it.
struct Range {
    off_t start = 0, length = 0;
};
enum class Attempt { Locked, Held, NotSupported };
Attempt tryLock(const system::FileHandle& file, const Range& range) {
    struct flock region {};
    region.l_type = F_WRLCK;
    region.l_whence = SEEK_SET;
    region.l_start = range.start;
    region.l_len = range.length;
    if (::fcntl(file.descriptor(), F_OFD_SETLK, &region) == 0)
        return Attempt::Locked;
    return errno == EAGAIN || errno == EACCES || errno == EINTR ? Attempt::Held : Attempt::NotSupported;
}

/// "ann@host, process 123, since 2026-01-31T12:00:00Z"
std::string describeHolder(const fs::path& file) {
    const auto text = system::readFile(file);
    const std::optional<states::LockInfo> holder = text ? states::readLockInfo(*text) : std::nullopt;
    return holder ? fmt::format("{}, {}, since {}", holder->who, holder->info, holder->created)
                  : std::string("a process that is not known");
}

} // namespace

ProjectLock::ProjectLock(const fs::path& results, const std::string& project, const std::stop_token& stop) {
    auto opened = system::FileHandle::open(results / ".lock", O_RDWR | O_CREAT | O_NOFOLLOW, 0600);
    if (!opened)
        return;
    const Range range{off_t(std::stoull(sha256Hex(project).substr(0, 15), nullptr, 16)), 1};
    for (Attempt attempt{}; (attempt = tryLock(*opened, range)) != Attempt::Locked;) {
        if (attempt == Attempt::NotSupported || stop.stop_requested())
            return;
        m_hasWaited = true;
        system::sleepFor(pause, stop);
    }
    m_file = *std::move(opened);
}

diags::Result<ApplyLock> ApplyLock::acquire(const fs::path& results, std::chrono::nanoseconds timeout,
                                            const std::stop_token& stop,
                                            const std::function<void(const std::string& holder)>& whileHeld) {
    const fs::path path = results / ".apply.lock";
    ApplyLock lock;
    auto opened = system::FileHandle::open(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0600);
    if (!opened)
        return lock;
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    bool isFirst = true;
    for (Attempt attempt{}; (attempt = tryLock(*opened, {})) != Attempt::Locked; isFirst = false) {
        if (attempt == Attempt::NotSupported)
            return lock;
        if (stop.stop_requested())
            return diags::Diagnostic::error("Interrupted", "No plan was applied.");
        const std::chrono::nanoseconds left = timeout - (Clock::now() - start);
        if (left <= std::chrono::nanoseconds(0))
            return diags::Diagnostic::error(
                "The results are being applied",
                fmt::format("Another command applies plans of {}: {}. No plan was applied by this one.\n\nRepeat the "
                            "command when the other one has ended, or wait for it with -lock-timeout=DURATION. Plans "
                            "that were applied completely are not applied again. The lock ends with the process, also "
                            "if it is killed.",
                            results.string(), describeHolder(path)));
        if (isFirst && whileHeld)
            whileHeld(describeHolder(path));
        system::sleepFor(std::min<Clock::duration>(pause, left), stop);
    }
    states::LockInfo info = states::newLockInfo("projects apply", results);
    info.info = fmt::format("process {}", ::getpid());
    // The lock counts without it: a full disk is no reason to apply nothing.
    if (const auto emptied = opened->truncate(0, path); emptied)
        (void)opened->writeAt(states::writeLockInfo(info) + "\n", 0, path);
    lock.m_file = *std::move(opened);
    return lock;
}

} // namespace planlens::projects
