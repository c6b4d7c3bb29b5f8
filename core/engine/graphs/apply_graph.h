// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/graphs/config_graph.h"

#include <vector>

namespace planlens::engine {

/// One step of an apply.
struct ApplyNode {
    enum class Kind {
        Config,   // a configuration object, evaluated again; a resource declares its instances
        Apply,    // creates, updates, reads or forgets one instance, or only looks at its conditions
        Destroy,  // destroys an object, current or deposed
        Joined,   // all instances of a resource are applied
        Destroyed // all objects of a resource that go before others are destroyed
    };
    Kind kind = Kind::Config;
    std::size_t config = 0; // of the ConfigGraph, for Config, Apply and Joined; npos where there is none
    plans::ResourceInstanceChangePtr change; // Apply, Destroy
    static constexpr std::size_t npos = static_cast<std::size_t>(-1);

    /// Whether something is done to an object, or to its place in the state.
    bool isWork() const { return change && change->change.action != plans::Action::NoOp; }
};

struct ApplyGraph {
    ConfigGraph config;
    std::vector<ApplyNode> nodes;
    graph::Graph graph;
    const ApplyNode& operator[](graph::Vertex v) const { return nodes[graph::index(v)]; }
};

/// The steps of a plan in their dependencies: what is evaluated before what is applied, destroys in the reverse order
/// of the dependencies that the state keeps, and the two halves of replacements around each other. Order between many
/// instances goes through joining nodes, so that edges stay linear. A cycle is an error.
diags::Result<ApplyGraph> buildApplyGraph(const configs::Config& config, const plans::Plan& plan);

} // namespace planlens::engine
