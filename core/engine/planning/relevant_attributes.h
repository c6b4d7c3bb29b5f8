// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/plans/plan.h"

#include <vector>

namespace planlens::engine {

/// The resource attributes that took part in some change of the plan: references of every changed resource and output,
/// followed through locals, variables, outputs and resources (the reference's globalref). Outputs of called modules
/// count as changed whenever they are not null: no state keeps what they were.
std::vector<plans::ResourceAttribute>
relevantAttributes(const configs::Config& config, const plans::Plan& plan,
                   const std::vector<std::pair<addrs::ModuleInstance, std::string>>& moduleOutputs);

} // namespace planlens::engine
