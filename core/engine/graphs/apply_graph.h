// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/graphs/config_graph.h"

#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::engine {

/// One step of an apply.
struct ApplyNode {
    enum class Kind {
        Config,   // evaluates a configuration object; for a resource, declares its instances
        Declared, // declares the instances of a resource in one module instance, independently of other instances
        Apply,    // creates, updates, reads or forgets one instance, or only checks its conditions
        Destroy,  // destroys a current or deposed object
        Joined,   // all instances of a resource are applied
        Destroyed // all objects of a resource that are destroyed before others are destroyed
    };
    Kind kind = Kind::Config;
    std::size_t config = 0;                  // index in the ConfigGraph, except for Destroyed; npos if there is none
    plans::ResourceInstanceChangePtr change; // Apply, Destroy
    addrs::ModuleInstance module = {};       // Declared
    bool createBeforeDestroy = false;        // Apply: as stored with the object
    static constexpr std::size_t npos = static_cast<std::size_t>(-1);

    /// Whether the step changes an object or its place in the state.
    bool isWork() const { return change && change->change.action != plans::Action::NoOp; }
};

struct ApplyGraph {
    ConfigGraph config;
    std::vector<ApplyNode> nodes;
    graph::Graph graph;
    const ApplyNode& operator[](graph::Vertex v) const { return nodes[graph::index(v)]; }
};

/// Builds the graph of a plan's steps. Values are evaluated before they are applied, destroys have the reverse order of
/// the dependencies in the state, and the halves of replacements are ordered around both. Dependencies between many
/// instances use joining nodes, so that the number of edges is linear. A cycle is an error.
diags::Result<ApplyGraph> buildApplyGraph(const configs::Config& config, const plans::Plan& plan);

} // namespace planlens::engine
