// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/target.h"
#include "core/engine/graphs/config_graph.h"
#include "core/states/state.h"

#include <set>
#include <vector>

namespace planlens::engine {

/// The instances of a state whose current objects a destroy plan includes under -target or -exclude. What depends on a
/// target is destroyed before it, and so with it; what an excluded object depends on stays with it. Dependencies are
/// those that the state stores; instances in different instances of one module do not depend on each other. Everything
/// without either list.
std::set<addrs::AbsResourceInstance> selectDestroyed(const states::State& state,
                                                     const std::vector<addrs::TargetSubject>& targets,
                                                     const std::vector<addrs::TargetSubject>& excludes);
/// The instances that can be destroyed only after these are, for what the state says these depend on.
std::set<addrs::AbsResourceInstance> destroyedAfter(const states::State& state,
                                                    const std::set<addrs::AbsResourceInstance>& instances);
/// The variables and local values that the prevent_destroy of a resource refers to, and its module.
std::vector<graph::Vertex> preventDestroyReferences(const ConfigGraph& graph, graph::Vertex resource);

} // namespace planlens::engine
