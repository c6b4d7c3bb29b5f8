// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/graphs/config_graph.h"

#include <map>
#include <vector>

namespace planlens::plans {
struct Options;
struct Plan;
} // namespace planlens::plans
namespace planlens::engine {

/// Whether a change deletes or replaces an object.
inline bool destroysObject(const plans::ResourceInstanceChange& change) {
    return change.change.action == plans::Action::Delete || change.change.action == plans::Action::DeleteThenCreate ||
           change.change.action == plans::Action::CreateThenDelete;
}
inline bool forgetsObject(const plans::ResourceInstanceChange& change) {
    return change.change.action == plans::Action::Forget || change.change.action == plans::Action::ForgetThenCreate;
}

/// A step of an apply as in OpenTofu. Unlike an ApplyNode, each half of a replacement is a step.
struct ApplyStep {
    enum class Kind {
        Config,    // evaluates a configuration object, or declares the instances of a resource
        Applied,   // creates, updates or reads an instance, or checks its conditions
        Forgotten, // removes an object from the state
        Destroyed,
        CheckStart, // after all managed instances, before data sources of check blocks
        Between     // represents a group of steps in edges, so that their number is linear
    };
    Kind kind = Kind::Between;
    std::size_t config = 0;                                // node of the ConfigGraph
    const plans::ResourceInstanceChange* change = nullptr; // Applied, Forgotten, Destroyed
    addrs::DeposedKey deposed = {};                        // Forgotten, Destroyed: of the object
    /// Applied: configured, planned, or required by the step of a dependent. Destroyed: the object is deposed, or
    /// stored with create_before_destroy.
    bool createBeforeDestroy = false;
    bool isDropped = false; // by dropUnusedSteps()

    /// Whether -target and -exclude can contain it.
    bool isTargetable(const ConfigGraph& graph) const {
        return change || (kind == Kind::Config && !isDropped && graph.nodes[config].kind == ConfigNode::Kind::Resource);
    }
};

/// The steps of a plan in OpenTofu's order, which determines the reported cycles and the steps that targets and
/// exclusions leave out. The graph used for applying has fewer vertices and other edges. Configuration steps come
/// first, with the same indexes as the nodes of the ConfigGraph.
struct ApplySteps {
    std::vector<ApplyStep> steps;
    graph::Graph graph; // may have cycles
};

ApplySteps buildApplySteps(const ConfigGraph& config, const plans::Plan& plan);

/// Drops named values, expansions and resources without dependents, which OpenTofu prunes, with their edges.
void dropUnusedSteps(ApplySteps& steps, const ConfigGraph& config, plans::Mode mode);

/// Returns for each step whether the targets or exclusions of the plan include it. Without either, all are included.
/// Call dropUnusedSteps() first.
std::vector<bool> selectSteps(const ApplySteps& steps, const ConfigGraph& config, const plans::Options& options);

} // namespace planlens::engine
