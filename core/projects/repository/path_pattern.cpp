// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/path_pattern.h"

#include "core/values/text/trimmed.h"

#include <filesystem>

namespace planlens::projects {

namespace {

/// The limit keeps patterns with many alternatives or stars from taking exponential time.
constexpr std::size_t mostSteps = 100000;

/// Matches one character of a class `[a-z]` or `[!a-z]`; the pattern starts after the bracket and is moved behind it.
bool matchesClass(std::string_view& pattern, char c) {
    bool negated = false, found = false, isFirst = true;
    if (!pattern.empty() && (pattern[0] == '!' || pattern[0] == '^')) {
        negated = true;
        pattern.remove_prefix(1);
    }
    while (!pattern.empty() && (pattern[0] != ']' || isFirst)) {
        isFirst = false;
        const char low = pattern[0];
        char high = low;
        pattern.remove_prefix(1);
        if (pattern.size() > 1 && pattern[0] == '-' && pattern[1] != ']') {
            high = pattern[1];
            pattern.remove_prefix(2);
        }
        found = found || (low <= c && c <= high);
    }
    if (!pattern.empty())
        pattern.remove_prefix(1);
    return found != negated;
}

bool matches(std::string_view pattern, std::string_view path, std::size_t& steps);

/// `{a,b}` at the start of the pattern.
bool matchesAlternatives(std::string_view pattern, std::string_view path, std::size_t& steps) {
    std::size_t depth = 0, start = 1;
    std::vector<std::string_view> alternatives;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        if (c == '{')
            ++depth;
        else if ((c == ',' && depth == 1) || (c == '}' && --depth == 0)) {
            alternatives.push_back(pattern.substr(start, i - start));
            start = i + 1;
            if (c == '}')
                break;
        }
    }
    for (const std::string_view alternative : alternatives)
        if (matches(std::string(alternative) + std::string(pattern.substr(start)), path, steps))
            return true;
    return false;
}

bool matchesStars(std::string_view pattern, std::string_view path, std::size_t& steps) {
    const bool crosses = pattern.starts_with("**");
    std::string_view rest = pattern.substr(crosses ? 2 : 1);
    // "**/" also stands for no folder at all.
    if (crosses && rest.starts_with('/') && matches(rest.substr(1), path, steps))
        return true;
    for (std::size_t i = 0; i <= path.size(); ++i) {
        if (matches(rest, path.substr(i), steps))
            return true;
        if (i < path.size() && path[i] == '/' && !crosses)
            return false;
    }
    return false;
}

bool matches(std::string_view pattern, std::string_view path, std::size_t& steps) {
    while (!pattern.empty()) {
        if (++steps > mostSteps)
            return false;
        const char p = pattern[0];
        if (p == '*')
            return matchesStars(pattern, path, steps);
        if (p == '{' && pattern.find('}') != std::string_view::npos)
            return matchesAlternatives(pattern, path, steps);
        if (path.empty())
            return false;
        pattern.remove_prefix(1);
        if (p == '[') {
            if (path[0] == '/' || !matchesClass(pattern, path[0]))
                return false;
        } else if (p == '?') {
            if (path[0] == '/')
                return false;
        } else {
            char wanted = p;
            if (p == '\\' && !pattern.empty()) {
                wanted = pattern[0];
                pattern.remove_prefix(1);
            }
            if (wanted != path[0])
                return false;
        }
        path.remove_prefix(1);
    }
    return path.empty();
}

} // namespace

bool matchesPattern(std::string_view pattern, std::string_view path) {
    std::size_t steps = 0;
    return matches(pattern, path, steps);
}

bool isSelected(const std::vector<std::string>& patterns, const std::string& folder, std::string_view path) {
    std::string base;
    for (const char c : folder)
        base += (std::string_view("*?[]{}\\").find(c) == std::string_view::npos ? "" : "\\") + std::string(1, c);
    bool selected = false;
    for (std::string_view pattern : patterns) {
        pattern = values::trimmed(pattern);
        const bool excludes = pattern.starts_with('!');
        if (excludes)
            pattern.remove_prefix(1);
        if (pattern.empty())
            continue;
        std::string normal =
            std::filesystem::path(base + "/" + std::string(pattern)).lexically_normal().generic_string();
        if (normal.ends_with('/'))
            normal.pop_back();
        if (matchesPattern(normal, path) || matchesPattern(normal + "/**", path))
            selected = !excludes;
    }
    return selected;
}

} // namespace planlens::projects
