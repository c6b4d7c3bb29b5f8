// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/graphs/apply_steps.h"

namespace planlens::engine {

/// Returns an error for each dependency cycle in the steps of a plan, with the same members as in OpenTofu. The graph
/// used for applying is coarser and cannot determine these cycles.
diags::Diagnostics reportApplyCycles(ApplySteps steps, const ConfigGraph& config, const plans::Plan& plan);

/// As reportApplyCycles(), for a new plan. Cycles that planning cannot find contain destroyed or forgotten objects.
diags::Diagnostics checkApplyGraph(const configs::Config& config, const plans::Plan& plan);

/// As above, for the current objects of a state, before their destruction is planned.
diags::Diagnostics checkDestroyGraph(const std::shared_ptr<const states::State>& state,
                                     const std::vector<addrs::TargetSubject>& targets,
                                     const std::vector<addrs::TargetSubject>& excludes);

} // namespace planlens::engine
