// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::projects {

/// A text with placeholders for the parts that are meant to differ between projects.
struct Folded {
    std::string text;
    bool hasNames = false; // placeholders for the project itself and for accounts
    bool hasIds = false;   // placeholders for identifiers, hashes and times
};

/// The names that distinguish a project from others: parts of its directory, its workspace, and the values of variables
/// such as `environment`. Placeholders name the role, so that different names of a project stay different.
class ProjectWords {
public:
    ProjectWords() = default;
    ProjectWords(const std::string& directory, const std::string& workspace,
                 const std::map<std::string, std::string>& variables);

    /// Removes words that are not specific, because all projects have them.
    void remove(const std::map<std::string, std::size_t>& counts, std::size_t projects);
    void count(std::map<std::string, std::size_t>& counts) const;

    /// Replaces words of the project, accounts, and identifiers that a service has generated. Everything else stays,
    /// such as numbers, versions, sizes, ports, addresses and names of settings.
    Folded fold(std::string_view text) const;

private:
    void add(const std::string& word, const std::string& role);

    std::map<std::string, std::string, std::less<>> m_words; // word → role
};

} // namespace planlens::projects
