// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/repository/project.h"
#include "core/values/value.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace planlens::projects {

/// Earlier texts of files, by name; nullopt: there was no such file. Files whose earlier text is not known are missing.
using EarlierTexts = std::map<std::string, std::optional<std::string>>;

/// What differs in the files that name projects, so that editing one entry does not affect all projects.
class ListChanges {
public:
    /// Nothing is known.
    ListChanges() = default;
    /// Compares files of the directory with their earlier texts.
    ListChanges(const std::filesystem::path& root, const EarlierTexts& earlier);

    /// The changed part of a file that concerns a project, such as "the entry of the project"; empty if none does.
    /// nullopt if that is not known.
    std::optional<std::string> partOf(const Project& project, const std::string& file) const;

private:
    /// Decoded texts; nullopt: no content.
    struct Texts {
        std::optional<values::Value> before, after;
    };
    std::map<std::string, Texts> m_files;
};

} // namespace planlens::projects
