// SPDX-License-Identifier: MPL-2.0
#include "app/cli/projects/selection.h"

#include "core/projects/repository/named_projects.h"
#include "core/projects/repository/path_pattern.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace planlens::cli {

using diags::Diagnostic;

namespace {

/// Warns about projects whose paths of files or modules are not constant, so that changes of these are not detected.
void warnAboutUnknownFiles(const projects::Repository& repository, diags::Diagnostics& diagnostics) {
    std::string first;
    std::size_t count = 0;
    for (const projects::Project& project : repository.projects)
        if (!project.unresolvedReads.empty() && ++count == 1)
            first = fmt::format("{} ({})", project.name, project.unresolvedReads.front());
    if (count)
        diagnostics.warning(
            "Unknown file paths",
            fmt::format(
                "Without planning, the paths of some files or modules are not known in {}: {}{}. Every change in the "
                "directory of such a project selects it, but changes of files elsewhere do not; name these in "
                "when_modified. \"planlens-cli projects list\" shows all places.",
                count == 1 ? "a project" : fmt::format("{} projects", count), first, count == 1 ? "" : " and others"));
}

} // namespace

diags::Result<Selection> selectProjects(const Arguments& arguments, const std::filesystem::path& directory,
                                        const Interrupts& interrupts) {
    if (arguments.positional.size() > 1)
        return Diagnostic::error("Too many command line arguments", "Expected at most one argument: a directory.");
    const std::filesystem::path root =
        arguments.positional.empty() ? directory : directory / arguments.positional.front();
    diags::Result<projects::Repository> found = projects::findProjects(root, interrupts.stop);
    if (!found.isOk())
        return std::move(found.diagnostics);
    diags::Result<Selection> result{Selection{*std::move(found.value), {}, {}}, std::move(found.diagnostics)};
    Selection& selection = *result.value;
    std::optional<std::vector<std::string>> changed;
    projects::ListChanges lists;
    if (const std::optional<std::string> since = arguments.value("changed-since")) {
        changed = projects::changedFiles(root, *since, interrupts.stop).into(result.diagnostics);
        if (!changed)
            return std::move(result.diagnostics);
        std::vector<std::string> listFiles;
        std::ranges::copy_if(*changed, std::back_inserter(listFiles), projects::isProjectList);
        lists = projects::ListChanges(root, projects::earlierTexts(root, *since, listFiles, interrupts.stop));
        selection.reasons.emplace();
        warnAboutUnknownFiles(selection.repository, result.diagnostics);
    }
    const std::vector<std::string> patterns = arguments.values("project");
    std::vector<bool> isUsed(patterns.size());
    for (const projects::Project& project : selection.repository.projects) {
        bool isNamed = patterns.empty();
        for (std::size_t i = 0; i < patterns.size(); ++i)
            if (projects::matchesPattern(patterns[i], project.name) ||
                projects::matchesPattern(patterns[i], project.directory))
                isNamed = isUsed[i] = true;
        if (!isNamed)
            continue;
        if (changed) {
            std::vector<projects::ChangeReason> reasons = projects::changeReasons(project, *changed, lists);
            if (reasons.empty())
                continue;
            selection.reasons->emplace(project.name, std::move(reasons));
        }
        selection.projects.push_back(&project);
    }
    for (std::size_t i = 0; i < patterns.size(); ++i)
        if (!isUsed[i])
            return Diagnostic::error("Unknown project",
                                     fmt::format("No project has a name or a directory that matches \"{}\". "
                                                 "\"planlens-cli projects list\" shows all projects.",
                                                 patterns[i]));
    return result;
}

} // namespace planlens::cli
