// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/groups/own_values.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::projects {

/// The numbers of the identifiers in a change, by placeholder.
using IdNumbers = std::map<std::string, std::map<std::string, std::size_t>, std::less<>>;

/// A text with placeholders for the parts that are meant to differ between projects.
struct Folded {
    /// An identifier, a hash, a time, or an account or a region that is only guessed to be the one of the project.
    struct Id {
        std::size_t end = 0; // of its placeholder
        std::string value;
        bool isNumbered = false; // different values of a change get different placeholders
    };
    std::string text;
    bool hasNames = false; // placeholders for the project itself, its account and its region
    std::vector<Id> ids;

    bool isFolded() const { return hasNames || !ids.empty(); }
    /// The text in which placeholders of identifiers have their numbers.
    std::string numbered(IdNumbers& numbers) const;
};

/// The names that distinguish a project from others: parts of its directory, its workspace, and the values of variables
/// such as `environment`. Placeholders name the role, so that different names of a project stay different.
class ProjectWords {
public:
    ProjectWords() = default;
    ProjectWords(const std::string& directory, const std::string& workspace,
                 const std::map<std::string, std::string>& variables);

    /// Sets the account and the region of the project. Those of variables have precedence.
    void setOwn(OwnValues own);

    /// Removes words that are not specific, because all projects have them.
    void remove(const std::map<std::string, std::size_t>& counts, std::size_t projects);
    void count(std::map<std::string, std::size_t>& counts) const;

    /// Replaces words of the project, its account and its region, and identifiers that a service has generated.
    /// Everything else stays, such as numbers, versions, sizes, ports, addresses, names of settings and other accounts.
    Folded fold(std::string_view text) const;

private:
    void add(const std::string& word, const std::string& role);
    std::size_t addOwn(std::string_view rest, Folded& folded) const;

    std::map<std::string, std::string, std::less<>> m_words; // word → role
    OwnValues m_own;
};

} // namespace planlens::projects
