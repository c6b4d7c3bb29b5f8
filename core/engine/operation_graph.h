// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/plans/schemas.h"

namespace planlens::states {
class State;
}
namespace planlens::plans {
struct Plan;
}
namespace planlens::configs {
struct Config;
}
namespace planlens::engine {

/// The steps of an operation in OpenTofu's order, as drawn by its command `graph`. For display and comparison
/// only: planning and applying use other graphs with fewer vertices.
///
/// The rules, in order of precedence:
/// - A variable has two steps (its value and references to it), and so has a module (expansion and close). Locals,
///   outputs, checks and resources have one step each, regardless of their instances. Objects in the state without a
///   configured resource, deposed objects, and all objects in a destroy operation have one step each.
/// - An apply also has one step for each half of a replacement. An object is destroyed after the objects that depend on
///   it according to the state.
/// - A step depends on the objects in its expressions: an instance if it has a step, otherwise the whole resource; an
///   output of a module; or the whole module with all its outputs.
/// - A used provider configuration has one step, and another one that closes it after all its users.
/// - Destroy and apply repeatedly remove steps that only provide a value for others and are no longer needed.
/// - The root module is closed after all steps without dependents. Redundant edges are removed.
struct OperationGraph {
    struct Node {
        std::string name; // used by edges, also if the node is not drawn
        std::string label, shape;
        enum class Drawn { Never, Always, Verbose };
        Drawn drawn = Drawn::Never;
    };
    std::vector<Node> nodes;
    graph::Graph graph;
};

/// Plan is also used for a refresh.
enum class GraphOperation { Plan, PlanDestroy, Apply, Destroy };

struct OperationGraphOptions {
    GraphOperation operation = GraphOperation::Plan;
    const plans::Schemas& schemas;
    const states::State& state;
    const plans::Plan* plan = nullptr; // its changes are applied; null: none
};

/// Builds the graph. Cycles and missing provider configurations are errors.
diags::Result<OperationGraph> buildOperationGraph(const configs::Config& config, const OperationGraphOptions& options);

/// Returns the graph in the DOT language, byte for byte as OpenTofu writes it. `verbose` also draws closed providers.
std::string toDot(const OperationGraph& graph, bool verbose);

} // namespace planlens::engine
