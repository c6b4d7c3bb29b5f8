// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/projects/repository/changes/list_changes.h"
#include "core/projects/repository/project.h"

#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace planlens::projects {

/// The files in a directory that differ from the merge base with a commit: committed, changed or untracked. Paths are
/// sorted and relative to the directory, which can be a part of the work tree. Runs `git` without programs from the
/// configuration of the repository.
diags::Result<std::vector<std::string>> changedFiles(const std::filesystem::path& directory, const std::string& since,
                                                     std::stop_token stop);
/// The texts that files of the directory had in the merge base with a commit. Files for which git returns none are
/// missing, and those behind symbolic links.
EarlierTexts earlierTexts(const std::filesystem::path& directory, const std::string& since,
                          const std::vector<std::string>& files, std::stop_token stop);
/// The checked out commit, and whether files differ from it; empty outside of a repository and without `git`.
struct Commit {
    std::string id;
    bool isModified = false;
};
Commit currentCommit(const std::filesystem::path& directory, std::stop_token stop);

/// The reason why a changed file affects a project.
struct ChangeReason {
    enum class Kind { Configuration, Module, VariableFile, LockFile, ReadFile, Pattern, ProjectList };
    Kind kind = Kind::Configuration;
    std::string file;
    std::string subject; // the module folder, or the part of a list of projects; empty: not known
    bool operator==(const ChangeReason&) const = default;
};
/// Returns "modules/logs/main.tf, of the module modules/logs".
std::string describe(const ChangeReason& reason);
/// "configuration", "module", "variable_file", "lock_file", "read_file", "pattern" or "project_list".
std::string_view nameOf(ChangeReason::Kind kind);

/// The reasons why changed files affect a project, in the order of the files; empty if they do not. Files that name
/// projects affect those whose part has changed, or all of them if that is not known.
std::vector<ChangeReason> changeReasons(const Project& project, const std::vector<std::string>& changedFiles,
                                        const ListChanges& lists = {});

} // namespace planlens::projects
