// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/target.h"
#include "core/engine/graphs/config_graph.h"
#include "core/states/state.h"

#include <functional>
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
/// Calls visit for the instances with current objects: dependents according to the state first, otherwise in the order
/// of the state. If visit returns false, instances that can only be destroyed afterwards are left out.
void visitInDestroyOrder(const states::State& state,
                         const std::function<bool(const addrs::AbsResourceInstance& address)>& visit);
/// Returns the variables, local values, modules and expansions on which the prevent_destroy of a resource depends.
std::vector<graph::Vertex> preventDestroyReferences(const ConfigGraph& graph, graph::Vertex resource);

} // namespace planlens::engine
