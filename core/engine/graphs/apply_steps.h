// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/graphs/config_graph.h"

#include <map>
#include <vector>

namespace planlens::engine {

/// Deletes an object, or replaces it.
inline bool destroysObject(const plans::ResourceInstanceChange& change) {
    return change.change.action == plans::Action::Delete || change.change.action == plans::Action::DeleteThenCreate ||
           change.change.action == plans::Action::CreateThenDelete;
}
inline bool forgetsObject(const plans::ResourceInstanceChange& change) {
    return change.change.action == plans::Action::Forget || change.change.action == plans::Action::ForgetThenCreate;
}

/// A step of an apply as the reference has it: unlike an ApplyNode, each half of a change is one.
struct ApplyStep {
    enum class Kind {
        Config,    // evaluates a configuration object; a resource declares its instances
        Applied,   // creates, updates or reads an instance, or checks its conditions
        Forgotten, // takes an object out of the state
        Destroyed,
        CheckStart, // after all managed instances, before data sources of checks
        Between     // stands for several steps in edges, so that these stay linear
    };
    Kind kind = Kind::Between;
    std::size_t config = 0;                                // Config: the node of the ConfigGraph
    const plans::ResourceInstanceChange* change = nullptr; // Applied, Forgotten, Destroyed
    addrs::DeposedKey deposed = {};                        // Forgotten, Destroyed: of the object

    /// Whether targets and exclusions can name it.
    bool isTargetable(const ConfigGraph& graph) const {
        return change || (kind == Kind::Config && graph.nodes[config].kind == ConfigNode::Kind::Resource);
    }
};

/// The steps of a plan in the order of the reference, which decides about cycles and about what targets and exclusions
/// leave out. The graph that is applied has fewer vertices and other edges. Configuration objects come first, as the
/// ConfigGraph numbers them.
struct ApplySteps {
    std::vector<ApplyStep> steps;
    graph::Graph graph; // may have cycles
};

ApplySteps buildApplySteps(const ConfigGraph& config, const plans::Plan& plan);

/// Drops the edges of named values, expansions and resources that nothing needs: the reference does not have them.
void dropUnusedSteps(ApplySteps& steps, const ConfigGraph& config, plans::Mode mode);

/// For each step whether the targets or the exclusions of the plan include it; all without either. Unused steps must
/// be dropped before.
std::vector<bool> selectSteps(const ApplySteps& steps, const ConfigGraph& config, const plans::Plan& plan);

} // namespace planlens::engine
