// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/system/file.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

namespace planlens::projects {

/// Lets only one process at a time plan a project into the same RESULTS. The kernel releases the lock when the process
/// ends. Locks of different projects are ranges of one hidden file. RESULTS on a file system without locks are used
/// without them.
class ProjectLock {
public:
    /// Waits until the lock is free, or a stop is requested.
    ProjectLock(const std::filesystem::path& results, const std::string& project, const std::stop_token& stop);
    /// Whether another process had the lock, which may have planned the project meanwhile.
    bool hasWaited() const { return m_hasWaited; }

private:
    system::FileHandle m_file;
    bool m_hasWaited = false;
};

/// Lets only one process at a time apply plans of the same RESULTS. The kernel releases the lock when the process ends,
/// also that of another machine with the same file system. RESULTS on a file system without locks are used without it.
class ApplyLock {
public:
    /// Waits until the lock is free, or up to `timeout`. The error then describes the holder. `whileHeld` is called
    /// once before it waits, with a description of the holder.
    static diags::Result<ApplyLock> acquire(const std::filesystem::path& results, std::chrono::nanoseconds timeout,
                                            const std::stop_token& stop,
                                            const std::function<void(const std::string& holder)>& whileHeld = {});

private:
    system::FileHandle m_file;
};

} // namespace planlens::projects
