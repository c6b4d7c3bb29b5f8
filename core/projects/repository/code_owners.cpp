// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/code_owners.h"

#include "core/projects/repository/path_pattern.h"
#include "core/system/file.h"

#include <algorithm>
#include <ranges>

namespace planlens::projects {

namespace {

/// The words of a line up to a comment. A backslash keeps the following space or "#" in a word.
std::vector<std::string> wordsOf(std::string_view line) {
    std::vector<std::string> words;
    std::string word;
    const auto end = [&] {
        if (!word.empty())
            words.push_back(std::exchange(word, {}));
    };
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '\\' && i + 1 < line.size() && (line[i + 1] == ' ' || line[i + 1] == '#'))
            word += line[++i];
        else if (c == ' ' || c == '\t' || c == '\r')
            end();
        else if (c == '#' && word.empty())
            break;
        else
            word += c;
    }
    end();
    return words;
}

/// Whether a line starts a section of GitLab: `[Docs]`, `^[Docs][2] @owner`.
bool isSection(std::string_view line) {
    return (line.starts_with('[') || line.starts_with("^[")) && line.find(']') != std::string_view::npos;
}

/// Patterns without a slash at the start or in the middle match at any depth.
std::string anchored(std::string pattern) {
    if (pattern.starts_with('/'))
        return pattern.substr(1);
    const std::size_t slash = pattern.find('/');
    return slash < pattern.size() - 1 ? pattern : "**/" + pattern;
}

/// A pattern matches a file, or a folder with everything in it, unless it ends with "/*".
bool matchesFile(const std::string& pattern, std::string_view file) {
    if (pattern.ends_with('/'))
        return matchesPattern(pattern + "**", file);
    return matchesPattern(pattern, file) || (!pattern.ends_with("/*") && matchesPattern(pattern + "/**", file));
}

} // namespace

CodeOwners::CodeOwners(std::string_view text)
    : m_sections(1) {
    std::vector<std::string> owners; // of the section
    for (const auto& part : text | std::views::split('\n')) {
        std::string_view line(part.begin(), part.end());
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (isSection(line)) {
            m_sections.emplace_back();
            owners = wordsOf(line.substr(line.rfind(']') + 1));
            continue;
        }
        std::vector<std::string> words = wordsOf(line);
        if (words.empty())
            continue;
        Rule rule{anchored(std::move(words.front())), {std::next(words.begin()), words.end()}};
        if (rule.owners.empty())
            rule.owners = owners;
        m_sections.back().push_back(std::move(rule));
    }
}

CodeOwners CodeOwners::ofRepository(const std::filesystem::path& root) {
    for (const char* place : {".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"})
        if (const auto text = system::readFile(root / place))
            return CodeOwners(*text);
    return CodeOwners();
}

std::vector<std::string> CodeOwners::ownersOf(std::string_view file) const {
    std::vector<std::string> owners;
    for (const std::vector<Rule>& section : m_sections) {
        const auto last = std::ranges::find_if(section.rbegin(), section.rend(),
                                               [&](const Rule& rule) { return matchesFile(rule.pattern, file); });
        if (last == section.rend())
            continue;
        for (const std::string& owner : last->owners)
            if (std::ranges::find(owners, owner) == owners.end())
                owners.push_back(owner);
    }
    return owners;
}

} // namespace planlens::projects
