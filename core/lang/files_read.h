// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::lang {

/// Which files the functions of a configuration asked for while it was evaluated: those that were read or looked for,
/// and the patterns whose matches were listed. Each is noted once, and there is an end to how many; paths that are
/// marked are not noted. Safe for any thread.
class FilesRead {
public:
    static constexpr std::size_t most = 1000; // of each

    void addFile(const std::string& path);
    void addPattern(const std::string& pattern);

    /// Absolute, sorted.
    std::vector<std::string> files() const;
    std::vector<std::string> patterns() const;

private:
    mutable std::mutex m_mutex;
    std::set<std::string> m_files, m_patterns;
};

/// What a pattern of `fileset` matches now, sorted, each once.
std::vector<std::string> matchesOf(std::string_view pattern);
/// The folder that all matches are somewhere in.
std::string folderOfPattern(std::string_view pattern);

} // namespace planlens::lang
