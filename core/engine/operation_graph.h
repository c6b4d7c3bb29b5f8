// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/graph/graph.h"
#include "core/plans/plan.h"

namespace planlens::engine {

/// The steps of an operation as the reference orders them and as its command `graph` draws them. It is made for people
/// who compare or draw that document: planning and applying use graphs of their own, which have fewer vertices.
///
/// The rules, in the order in which they count:
///  - Each variable is two steps (its value and references to it), each module two (it is expanded, it is closed).
///  Locals,
///    outputs, checks and resources are one step each, whatever their instances are. Objects of the state without a
///    configured resource, deposed objects, and everything when destroying, are one step each.
///  - An apply has one step for each half of a change besides; a destroyed object is a step that waits for the
///  destruction
///    of what depends on it, as the state knows.
///  - A step depends on what its expressions name: an instance, if there is such a step, or else the whole resource; an
///    output of a module; or the whole module with all its outputs.
///  - A provider configuration is one step, and another one that closes it after all its users. Only used ones are
///  there.
///  - A destroy and an apply drop what only has a value for others when none of them is left, repeatedly.
///  - The root is closed after everything that nothing else waits for. Edges that follow from others are dropped.
struct OperationGraph {
    struct Node {
        std::string name; // used by edges, also if the node itself is not drawn
        std::string label, shape;
        enum class Drawn { Never, Always, Verbose };
        Drawn drawn = Drawn::Never;
    };
    std::vector<Node> nodes;
    graph::Graph graph;
};

/// Plan stands for a refresh as well.
enum class GraphOperation { Plan, PlanDestroy, Apply, Destroy };

struct OperationGraphOptions {
    GraphOperation operation = GraphOperation::Plan;
    const plans::Schemas& schemas;
    const states::State& state;
    const plans::Plan* plan = nullptr; // whose changes are applied; null: none
};

/// Cycles, and provider configurations that do not exist, are errors.
diags::Result<OperationGraph> buildOperationGraph(const configs::Config& config, const OperationGraphOptions& options);

/// The document in the DOT language, byte for byte as the reference writes it. Verbose draws closed providers too.
std::string toDot(const OperationGraph& graph, bool verbose);

} // namespace planlens::engine
