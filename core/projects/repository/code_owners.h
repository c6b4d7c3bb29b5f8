// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::projects {

/// The rules of a CODEOWNERS file as GitHub applies them: of the rules that match a file, the last one counts. Of the
/// extensions of GitLab, sections are supported: each section has a last matching rule, and rules without owners get
/// those of their section.
class CodeOwners {
public:
    explicit CodeOwners(std::string_view text = {});
    /// Reads the file of a repository at one of the places where GitHub and GitLab look for it. No rules without it.
    static CodeOwners ofRepository(const std::filesystem::path& root);

    /// The owners of a file, such as "@org/team" or "ada@example.com", without duplicates. The path is relative to the
    /// root of the repository.
    std::vector<std::string> ownersOf(std::string_view file) const;

private:
    struct Rule {
        std::string pattern; // of matchesPattern()
        std::vector<std::string> owners;
    };
    std::vector<std::vector<Rule>> m_sections;
};

} // namespace planlens::projects
