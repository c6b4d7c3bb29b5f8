// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/interrupts.h"
#include "core/projects/repository/list_json.h"
#include "core/projects/repository/project.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace planlens::cli {

/// The projects that the options of a command select.
struct Selection {
    projects::Repository repository;
    std::vector<const projects::Project*> projects;    // of the repository, by name
    std::optional<projects::ReasonsByProject> reasons; // with -changed-since
};
/// Finds the projects in DIR, the first positional argument, and selects those of -project and -changed-since.
diags::Result<Selection> selectProjects(const Arguments& arguments, const std::filesystem::path& directory,
                                        const Interrupts& interrupts);

} // namespace planlens::cli
