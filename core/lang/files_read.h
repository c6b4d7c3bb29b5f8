// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace planlens::lang {

/// Records what the functions of a configuration access during evaluation: files that they read or check for existence,
/// patterns whose matches they list, and the time of the plan. Each is recorded once, and their number is limited;
/// marked paths are not recorded. Thread-safe.
class FilesRead {
public:
    static constexpr std::size_t most = 1000;                            // of each kind
    static constexpr std::size_t longestText = 1'000'000;                // bytes; longer ones are not recorded
    static constexpr std::size_t mostText = std::size_t(16) * 1'000'000; // bytes of all texts

    void addFile(const std::string& path);
    void addPattern(const std::string& pattern);
    /// Records the content of a file, if it is text. `path` is that of the configuration.
    void addText(const std::string& path, const std::string& content);

    void addTime() { m_usesTime = true; }
    bool usesTime() const { return m_usesTime; }

    /// Absolute, sorted.
    std::vector<std::string> files() const;
    std::vector<std::string> patterns() const;
    /// Records the files that a call of `fileset` returned. Both arguments are those of the configuration.
    void addListed(const std::string& path, const std::string& pattern, const std::vector<std::string>& names);
    /// By path, without a leading "./".
    std::map<std::string, std::string, std::less<>> texts() const;
    /// By path and pattern.
    using Listed = std::map<std::pair<std::string, std::string>, std::vector<std::string>>;
    Listed listed() const;

private:
    std::atomic<bool> m_usesTime = false;
    mutable std::mutex m_mutex;
    std::set<std::string> m_files, m_patterns;
    std::map<std::string, std::string, std::less<>> m_texts;
    std::size_t m_textBytes = 0;
    Listed m_listed;
};

/// Returns the current matches of a `fileset` pattern, sorted, without duplicates.
std::vector<std::string> matchesOf(std::string_view pattern);
/// Returns the folder that contains all matches.
std::string folderOfPattern(std::string_view pattern);

} // namespace planlens::lang
