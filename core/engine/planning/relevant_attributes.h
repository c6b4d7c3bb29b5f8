// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/changes.h"
#include "core/plans/schemas.h"

#include <vector>

namespace planlens::configs {
struct Config;
}
namespace planlens::engine {

/// Returns the resource attributes that contribute to a change of the plan: the references of all changed resources and
/// outputs, followed through locals, variables, outputs and resources (globalref in OpenTofu). Outputs of called
/// modules count as changed if they are not null, because states do not contain their previous values.
std::vector<plans::ResourceAttribute>
relevantAttributes(const configs::Config& config, const plans::Changes& changes, const plans::Schemas& schemas,
                   const std::vector<std::pair<addrs::ModuleInstance, std::string>>& moduleOutputs);

} // namespace planlens::engine
