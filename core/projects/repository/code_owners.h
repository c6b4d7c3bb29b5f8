// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::projects {

/// The rules of a CODEOWNERS file. As on GitHub, the last rule that matches a file applies. Of GitLab's extensions,
/// sections are supported: the last matching rule of each section applies, and rules without owners have those of their
/// section.
class CodeOwners {
public:
    explicit CodeOwners(std::string_view text = {});
    /// Reads the file of a repository, from the locations that GitHub and GitLab use. Without the file there are no
    /// rules.
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
