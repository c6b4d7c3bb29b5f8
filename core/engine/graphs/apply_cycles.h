// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/graphs/config_graph.h"

namespace planlens::engine {

/// One error for each cycle among the steps of a plan, with the members that the reference names. Its steps are
/// instances and objects that are destroyed; the graph that is applied here is coarser, so it decides nothing about
/// cycles.
diags::Diagnostics reportApplyCycles(const ConfigGraph& config, const plans::Plan& plan);

/// The same for a plan that was just made. Cycles that planning has not met go through destroyed or forgotten objects.
diags::Diagnostics checkApplyGraph(const configs::Config& config, const plans::Plan& plan);

/// The same for the current objects of a state, before it is planned to destroy them.
diags::Diagnostics checkDestroyGraph(const std::shared_ptr<const states::State>& state,
                                     const std::vector<addrs::TargetSubject>& targets,
                                     const std::vector<addrs::TargetSubject>& excludes);

} // namespace planlens::engine
