// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/repository/project.h"
#include "core/projects/repository/repository_changes.h"

#include <map>
#include <string>
#include <vector>

namespace planlens::projects {

/// The reasons why projects count as changed, by name.
using ReasonsByProject = std::map<std::string, std::vector<ChangeReason>>;

/// The output of `projects list -json`. Contains no credentials of backends. `reasons` may be null.
std::string listJson(const std::vector<const Project*>& projects, const ReasonsByProject* reasons);
/// "s3, bucket states, key network.tfstate": the type and the arguments that determine the location of the state.
std::string describe(const BackendFacts& backend);

} // namespace planlens::projects
