// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/repository/named_projects.h"
#include "core/values/value.h"

#include <string_view>

/// Workflows of Atlantis and Digger.
namespace planlens::projects {

/// Whether an argument of `plan` selects a part of the project or another planning mode.
bool selectsOtherPlan(std::string_view argument);

/// Adds the variables that the workflow of a project sets for its plans: those in additional arguments and in `run`
/// steps that plan, and input variables in the environment. References to WORKSPACE, PROJECT_NAME and REPO_REL_DIR are
/// replaced. Warns about steps that can set other variables. `document` is the whole file.
void addWorkflow(NamedProject& project, const values::Value& document, const std::string& workflow,
                 diags::Diagnostics& diagnostics);

} // namespace planlens::projects
