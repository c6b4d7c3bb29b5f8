// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/system/file.h"

#include <filesystem>
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

} // namespace planlens::projects
