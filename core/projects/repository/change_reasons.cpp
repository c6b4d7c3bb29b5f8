// SPDX-License-Identifier: MPL-2.0
#include "core/configs/file_names.h"
#include "core/projects/repository/named_projects.h"
#include "core/projects/repository/path_pattern.h"
#include "core/projects/repository/repository_changes.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::projects {

namespace fs = std::filesystem;

namespace {

std::string folderOf(const std::string& file) {
    const std::string folder = fs::path(file).parent_path().generic_string();
    return folder.empty() ? "." : folder;
}
std::string nameIn(const std::string& file) {
    return fs::path(file).filename().string();
}
bool contains(const std::vector<std::string>& sorted, const std::string& item) {
    return std::binary_search(sorted.begin(), sorted.end(), item);
}

bool isConfig(const std::string& name) {
    return !configs::configExtension(name).empty() && !configs::isIgnored(name);
}
/// Files that are read without being named: terraform.tfvars and *.auto.tfvars.
bool isAutomaticVariableFile(const std::string& name) {
    return name == "terraform.tfvars" || name == "terraform.tfvars.json" || name.ends_with(".auto.tfvars") ||
           name.ends_with(".auto.tfvars.json");
}

bool isNamedVariableFile(const Project& project, const std::string& file) {
    return std::any_of(project.variableFiles.begin(), project.variableFiles.end(), [&](const std::string& name) {
        return (fs::path(project.directory) / name).lexically_normal().generic_string() == file;
    });
}

/// A changed path that stands for everything below it: a symbolic link to a folder, or a submodule.
std::optional<ChangeReason> reasonOfFolder(const Project& project, const std::string& path) {
    const auto isInside = [&](const std::string& other) { return other == path || other.starts_with(path + "/"); };
    const auto module = std::find_if(project.modules.begin(), project.modules.end(), isInside);
    if (module != project.modules.end())
        return ChangeReason{ChangeReason::Kind::Module, path, *module};
    if (isInside(project.directory))
        return ChangeReason{ChangeReason::Kind::Configuration, path, {}};
    if (std::any_of(project.readFiles.begin(), project.readFiles.end(), isInside) ||
        std::any_of(project.patterns.begin(), project.patterns.end(),
                    [&](const auto& pattern) { return isInside(pattern.first); }))
        return ChangeReason{ChangeReason::Kind::ReadFile, path, {}};
    return {};
}

std::optional<ChangeReason> reasonOf(const Project& project, const std::string& file, const ListChanges& lists) {
    using Kind = ChangeReason::Kind;
    const std::string folder = folderOf(file), name = nameIn(file);
    if (folder == project.directory) {
        if (isConfig(name))
            return ChangeReason{Kind::Configuration, file, {}};
        if (isAutomaticVariableFile(name))
            return ChangeReason{Kind::VariableFile, file, {}};
        if (name == ".terraform.lock.hcl")
            return ChangeReason{Kind::LockFile, file, {}};
    }
    if (isNamedVariableFile(project, file))
        return ChangeReason{Kind::VariableFile, file, {}};
    if (contains(project.modules, folder) && isConfig(name))
        return ChangeReason{Kind::Module, file, folder};
    if (contains(project.readFiles, file))
        return ChangeReason{Kind::ReadFile, file, {}};
    if (std::optional<ChangeReason> reason = reasonOfFolder(project, file))
        return reason;
    for (const auto& [base, pattern] : project.patterns)
        if (base == "." || file.starts_with(base + "/"))
            if (matchesPattern(pattern, base == "." ? file : file.substr(base.size() + 1)))
                return ChangeReason{Kind::ReadFile, file, {}};
    if (!project.whenModified.empty())
        if (isSelected(project.whenModified, project.directory, file))
            return ChangeReason{Kind::Pattern, file, {}};
    std::optional<std::string> part = isProjectList(file) ? lists.partOf(project, file) : std::nullopt;
    const bool isAffected = part ? !part->empty() : std::ranges::find(project.namedBy, file) != project.namedBy.end();
    return isAffected ? std::optional(ChangeReason{Kind::ProjectList, file, std::move(part).value_or("")})
                      : std::nullopt;
}

/// The reason of a file that the project reads by symbolic links to it or to its folder.
std::optional<ChangeReason> reasonOfLinks(const Project& project, const std::string& file, const ListChanges& lists) {
    const auto reasonOfAny = [&](const std::string& real, const std::string& name) -> std::optional<ChangeReason> {
        const auto [first, last] = project.links.equal_range(real);
        for (auto it = first; it != last; ++it)
            if (std::optional<ChangeReason> reason = reasonOf(project, it->second + name, lists))
                return ChangeReason{reason->kind, file, std::move(reason->subject)};
        return {};
    };
    if (std::optional<ChangeReason> reason = reasonOfAny(file, {}))
        return reason;
    return reasonOfAny(folderOf(file), "/" + nameIn(file));
}

} // namespace

std::string_view nameOf(ChangeReason::Kind kind) {
    switch (kind) {
    case ChangeReason::Kind::Configuration:
        return "configuration";
    case ChangeReason::Kind::Module:
        return "module";
    case ChangeReason::Kind::VariableFile:
        return "variable_file";
    case ChangeReason::Kind::LockFile:
        return "lock_file";
    case ChangeReason::Kind::ReadFile:
        return "read_file";
    case ChangeReason::Kind::Pattern:
        return "pattern";
    case ChangeReason::Kind::ProjectList:
        return "project_list";
    }
    return {};
}

std::string describe(const ChangeReason& reason) {
    switch (reason.kind) {
    case ChangeReason::Kind::Configuration:
        return reason.file + ", of the root module";
    case ChangeReason::Kind::Module:
        return fmt::format("{}, of the module {}", reason.file, reason.subject);
    case ChangeReason::Kind::VariableFile:
        return reason.file + ", a variable file";
    case ChangeReason::Kind::LockFile:
        return reason.file + ", the dependency lock file";
    case ChangeReason::Kind::ReadFile:
        return reason.file + ", read by a function";
    case ChangeReason::Kind::Pattern:
        return reason.file + ", named by a pattern of the project";
    case ChangeReason::Kind::ProjectList:
        return reason.subject.empty() ? reason.file + ", which names the project"
                                      : fmt::format("{}, in which {} has changed", reason.file, reason.subject);
    }
    return reason.file;
}

std::vector<ChangeReason> changeReasons(const Project& project, const std::vector<std::string>& changedFiles,
                                        const ListChanges& lists) {
    std::vector<ChangeReason> reasons;
    for (const std::string& file : changedFiles) {
        std::optional<ChangeReason> reason = reasonOf(project, file, lists);
        if (!reason)
            reason = reasonOfLinks(project, file, lists);
        if (reason)
            reasons.push_back(*std::move(reason));
    }
    return reasons;
}

} // namespace planlens::projects
