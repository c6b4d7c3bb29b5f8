// SPDX-License-Identifier: MPL-2.0
#include "core/lang/files_read.h"

#include "core/lang/functions/files/file_access.h"
#include "core/lang/functions/files/glob.h"
#include "core/lang/working_directory.h"
#include "core/values/text/utf8.h"

#include <algorithm>
#include <filesystem>

namespace planlens::lang {

namespace {

void note(std::set<std::string>& paths, std::string path) {
    if (paths.size() < FilesRead::most)
        paths.insert(std::move(path));
}

} // namespace

void FilesRead::addFile(const std::string& path) {
    const std::lock_guard lock(m_mutex);
    note(m_files, absolutePath(path));
}

void FilesRead::addPattern(const std::string& pattern) {
    const std::lock_guard lock(m_mutex);
    note(m_patterns, absolutePath(pattern));
}

void FilesRead::addText(const std::string& path, const std::string& content) {
    std::string name = path.starts_with("./") ? path.substr(2) : path;
    const std::lock_guard lock(m_mutex);
    if (content.size() > longestText || m_textBytes + content.size() > mostText || m_texts.size() >= most ||
        m_texts.contains(name) || !values::isUtf8(content))
        return;
    m_textBytes += content.size();
    m_texts.emplace(std::move(name), content);
}

void FilesRead::addListed(const std::string& path, const std::string& pattern, const std::vector<std::string>& names) {
    const std::lock_guard lock(m_mutex);
    if (m_listed.size() < most && names.size() <= most)
        m_listed.try_emplace({path, pattern}, names);
}

FilesRead::Listed FilesRead::listed() const {
    const std::lock_guard lock(m_mutex);
    return m_listed;
}

std::map<std::string, std::string, std::less<>> FilesRead::texts() const {
    const std::lock_guard lock(m_mutex);
    return m_texts;
}

std::vector<std::string> FilesRead::files() const {
    const std::lock_guard lock(m_mutex);
    return {m_files.begin(), m_files.end()};
}

std::vector<std::string> FilesRead::patterns() const {
    const std::lock_guard lock(m_mutex);
    return {m_patterns.begin(), m_patterns.end()};
}

std::vector<std::string> matchesOf(std::string_view pattern) {
    auto found = glob(pattern);
    std::vector<std::string> matches = found ? *std::move(found) : std::vector<std::string>();
    std::sort(matches.begin(), matches.end());
    matches.erase(std::unique(matches.begin(), matches.end()), matches.end());
    return matches;
}

std::string folderOfPattern(std::string_view pattern) {
    const std::string_view fixed = pattern.substr(0, pattern.find_first_of("*?[{\\"));
    const std::size_t slash = fixed.rfind('/');
    return slash == std::string_view::npos ? "." : slash == 0 ? "/" : std::string(fixed.substr(0, slash));
}

} // namespace planlens::lang
