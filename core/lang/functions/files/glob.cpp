// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/files/glob.h"

#include "core/lang/functions/files/file_access.h"
#include "core/system/directories/listing.h"
#include "core/values/text/utf8.h"

#include <fmt/core.h>

#include <cerrno>
#include <filesystem>
#include <optional>

namespace planlens::lang {
namespace {

namespace fs = std::filesystem;

bool isValid(std::string_view pattern) {
    int depth = 0;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        switch (pattern[i]) {
        case '\\':
            if (++i >= pattern.size())
                return false;
            break;
        case '[':
            if (++i < pattern.size() && (pattern[i] == '^' || pattern[i] == '!'))
                ++i;
            if (i >= pattern.size() || pattern[i] == ']')
                return false;
            for (; i < pattern.size() && pattern[i] != ']'; ++i) {
                if (pattern[i] == '\\')
                    ++i;
            }
            if (i >= pattern.size())
                return false;
            break;
        case '{':
            ++depth;
            break;
        case '}':
            if (depth-- == 0)
                return false;
            break;
        default:
            break;
        }
    }
    return depth == 0;
}

bool hasMeta(std::string_view pattern) {
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '\\')
            ++i;
        else if (std::string_view("*?[{").find(pattern[i]) != std::string_view::npos)
            return true;
    }
    return false;
}

std::string unescaped(std::string_view pattern) {
    std::string out;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '\\' && i + 1 < pattern.size() &&
            std::string_view("*?[]{}").find(pattern[i + 1]) != std::string_view::npos)
            ++i;
        out += pattern[i];
    }
    return out;
}

/// Adds the pattern with each combination of its alternatives; no more than `mostGlobEntries`.
void expandAlternatives(std::string_view pattern, std::vector<std::string>& out) {
    if (out.size() >= mostGlobEntries)
        return;
    std::size_t open = 0;
    while (open < pattern.size() && pattern[open] != '{')
        open += pattern[open] == '\\' ? 2 : 1;
    if (open >= pattern.size()) {
        out.emplace_back(pattern);
        return;
    }
    std::vector<std::string_view> alternatives;
    std::size_t start = open + 1;
    int depth = 1;
    std::size_t at = start;
    for (; at < pattern.size() && depth > 0; ++at) {
        if (pattern[at] == '\\') {
            ++at;
        } else if (pattern[at] == '{') {
            ++depth;
        } else if ((pattern[at] == ',' && depth == 1) || (pattern[at] == '}' && --depth == 0)) {
            alternatives.push_back(pattern.substr(start, at - start));
            start = at + 1;
        }
    }
    for (const std::string_view alternative : alternatives) {
        std::string expanded(pattern.substr(0, open));
        expanded += alternative;
        expanded += pattern.substr(at);
        expandAlternatives(expanded, out);
    }
}

/// Matches a name against one segment of a pattern without alternatives.
class SegmentMatcher {
public:
    SegmentMatcher(std::string_view pattern, std::string_view name)
        : m_pattern(pattern)
        , m_name(name) {}

    bool matches() {
        std::optional<std::size_t> star;
        std::size_t starName = 0;
        while (m_nameAt < m_name.size()) {
            if (m_at < m_pattern.size() && m_pattern[m_at] == '*') {
                star = ++m_at;
                starName = m_nameAt;
            } else if (m_at >= m_pattern.size() || !matchOne()) {
                if (!star)
                    return false;
                starName += values::decodeUtf8(m_name.substr(starName)).size;
                m_at = *star;
                m_nameAt = starName;
            }
        }
        while (m_at < m_pattern.size() && m_pattern[m_at] == '*')
            ++m_at;
        return m_at == m_pattern.size();
    }

private:
    char32_t takePatternCode() {
        if (m_pattern[m_at] == '\\' && m_at + 1 < m_pattern.size())
            ++m_at;
        const auto point = values::decodeUtf8(m_pattern.substr(m_at));
        m_at += point.size;
        return point.code;
    }

    bool matchOne() {
        const auto point = values::decodeUtf8(m_name.substr(m_nameAt));
        m_nameAt += point.size;
        if (m_pattern[m_at] == '?') {
            ++m_at;
            return true;
        }
        return m_pattern[m_at] == '[' ? matchClass(point.code) : takePatternCode() == point.code;
    }

    bool matchClass(char32_t code) {
        ++m_at;
        const bool negated = m_pattern[m_at] == '!' || m_pattern[m_at] == '^';
        m_at += negated ? 1 : 0;
        bool found = false;
        while (m_at < m_pattern.size() && m_pattern[m_at] != ']') {
            const char32_t first = takePatternCode();
            char32_t last = first;
            if (m_at + 1 < m_pattern.size() && m_pattern[m_at] == '-' && m_pattern[m_at + 1] != ']') {
                ++m_at;
                last = takePatternCode();
            }
            found = found || (first <= code && code <= last);
        }
        ++m_at;
        return found != negated;
    }

    std::string_view m_pattern;
    std::string_view m_name;
    std::size_t m_at = 0;
    std::size_t m_nameAt = 0;
};

bool isFolder(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

/// Traverses folders by the segments of a pattern without alternatives.
class Walker {
public:
    explicit Walker(std::vector<std::string>& matches)
        : m_matches(matches) {}

    bool isTooLarge() const { return m_searched > mostGlobEntries; }
    const std::optional<GlobError>& error() const { return m_error; }

    void walk(const std::string& folder, std::string_view pattern) {
        if (++m_searched > mostGlobEntries)
            return;
        const std::size_t slash = pattern.find('/');
        const std::string_view segment = pattern.substr(0, slash);
        const bool isLast = slash == std::string_view::npos;
        const std::string_view rest = isLast ? std::string_view() : pattern.substr(slash + 1);
        if (segment == "**") {
            walkAll(folder, rest, isLast);
        } else if (!hasMeta(segment)) {
            const std::string path = joinPath(folder, unescaped(segment));
            std::error_code error;
            if (isLast ? fs::exists(fs::symlink_status(path, error)) : isFolder(path))
                go(path, rest, isLast);
        } else {
            for (const system::DirectoryEntry& entry : entriesIn(folder))
                if (SegmentMatcher(segment, entry.name).matches() && (isLast || entry.isDirectory))
                    go(joinPath(folder, entry.name), rest, isLast);
        }
    }

private:
    void go(const std::string& path, std::string_view rest, bool isLast) {
        if (isLast)
            m_matches.push_back(path);
        else
            walk(path, rest);
    }

    /// The type of an entry that is not a link is part of the listing, which saves a call.
    std::vector<system::DirectoryEntry> entriesIn(const std::string& folder) {
        auto entries = system::listDirectory(folder);
        if (entries) {
            m_searched += entries->size();
            return *std::move(entries);
        }
        const system::ReadError& error = entries.error();
        if (error.number != EACCES && !error.isMissingDirectory() && error.number != ELOOP)
            m_error = {error.reason(), folder};
        return {};
    }

    void walkAll(const std::string& folder, std::string_view rest, bool isLast) {
        if (!isFolder(folder))
            return;
        go(folder, rest, isLast);
        for (const system::DirectoryEntry& entry : entriesIn(folder)) {
            if (isTooLarge())
                return;
            const std::string path = joinPath(folder, entry.name);
            if (entry.isDirectory)
                walkAll(path, rest, isLast);
            else if (isLast)
                m_matches.push_back(path);
        }
    }

    std::vector<std::string>& m_matches;
    std::size_t m_searched = 0; // entries
    std::optional<GlobError> m_error;
};

} // namespace

diags::Expected<std::vector<std::string>, GlobError> glob(std::string_view pattern) {
    const GlobError tooLarge{fmt::format("it searches more than {} files and folders", mostGlobEntries)};
    if (!isValid(pattern))
        return diags::Unexpected{GlobError{"syntax error in pattern"}};
    std::vector<std::string> expanded;
    expandAlternatives(pattern, expanded);
    if (expanded.size() >= mostGlobEntries)
        return diags::Unexpected{tooLarge};
    std::vector<std::string> matches;
    Walker walker(matches);
    for (const std::string& one : expanded) {
        if (one.starts_with('/'))
            walker.walk("/", std::string_view(one).substr(1));
        else
            walker.walk(".", one);
        if (walker.error())
            return diags::Unexpected{*walker.error()};
        if (walker.isTooLarge())
            return diags::Unexpected{tooLarge};
    }
    return matches;
}

} // namespace planlens::lang
