// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::projects {

/// A project that is configured in a file of the repository. Paths have slashes.
struct NamedProject {
    std::string name; // empty: named after the directory and the workspace
    std::string directory = ".";
    std::string workspace;                  // empty: the selected one
    std::vector<std::string> variableFiles; // relative to the directory
    std::vector<std::string> options;       // -var-file=FILE and -var=NAME=VALUE in order: the last value counts
    std::vector<std::string> environment;   // TF_VAR_NAME=VALUE
    std::vector<std::string> dependsOn;     // names
    std::vector<std::string> whenModified;  // patterns relative to the directory; "!" excludes
    std::string file;                       // that names it

    void addFile(const std::string& path);
    void addVariable(const std::string& assignment);
};

struct NamedProjects {
    std::vector<NamedProject> projects;
    bool discoversOthers = true; // planlens.yaml can restrict the list to the named projects
};

/// Reads planlens.yaml, atlantis.yaml and digger.yml (or .yml and .yaml) of a directory, if they exist.
diags::Result<NamedProjects> namedProjects(const std::filesystem::path& root);
/// Whether a file of the root can name projects.
bool isProjectList(std::string_view file);
/// Whether all lines of a text are empty or comments.
bool hasNoContent(std::string_view text);
/// The name of a project that has no other one: the directory, and the workspace.
std::string defaultProjectName(const std::string& directory, const std::string& workspace);
/// Reads the text of one of these files.
diags::Result<NamedProjects> readNamedProjects(std::string_view text, const std::string& file);

} // namespace planlens::projects
