// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/target.h"
#include "core/engine/graphs/config_graph.h"
#include "core/states/state.h"

#include <set>
#include <vector>

namespace planlens::engine {

/// Returns the instances whose current objects a destroy plan with -target or -exclude includes. Dependents of a target
/// are destroyed too, because they must be destroyed before it; dependencies of an excluded object are kept.
/// Dependencies are those in the state; instances in different instances of one module do not depend on each other.
/// Without targets and exclusions, all instances are included.
std::set<addrs::AbsResourceInstance> selectDestroyed(const states::State& state,
                                                     const std::vector<addrs::TargetSubject>& targets,
                                                     const std::vector<addrs::TargetSubject>& excludes);
/// Returns the instances that can only be destroyed after the given ones, which depend on them according to the state.
std::set<addrs::AbsResourceInstance> destroyedAfter(const states::State& state,
                                                    const std::set<addrs::AbsResourceInstance>& instances);
/// Returns the variables, local values, modules and expansions on which the prevent_destroy of a resource depends.
std::vector<graph::Vertex> preventDestroyReferences(const ConfigGraph& graph, graph::Vertex resource);

} // namespace planlens::engine
