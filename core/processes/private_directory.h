// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <filesystem>

namespace planlens::processes {

/// A folder of this user alone for what has to be a file for a while, removed with what is in it.
class PrivateDirectory {
public:
    /// In TMPDIR, or in /tmp where there is none or its path would be longer. Without a folder where none can be made.
    explicit PrivateDirectory(std::size_t longestPath = 4000);
    ~PrivateDirectory();
    PrivateDirectory(const PrivateDirectory&) = delete;
    PrivateDirectory& operator=(const PrivateDirectory&) = delete;

    /// Empty where there is none.
    const std::filesystem::path& path() const { return m_path; }
    /// Removes it now; any thread, and more than once.
    void remove() const;

private:
    std::filesystem::path m_path; // not changed once made
};

} // namespace planlens::processes
