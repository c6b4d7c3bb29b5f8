// SPDX-License-Identifier: MPL-2.0
#include "core/engine/operations.h"

#include "core/engine/graphs/apply_graph.h"
#include "core/plans/applied_changes.h"

#include <algorithm>
#include <numeric>

namespace planlens::engine {

using graph::Vertex;
using plans::Action;

diags::Result<std::vector<ApplyOperation>> applyOrder(const configs::Config& config, const plans::Plan& plan) {
    diags::Result<ApplyGraph> built = buildApplyGraph(config, plan);
    if (!built.value)
        return std::move(built.diagnostics);
    const ApplyGraph& graph = *built.value;
    const std::optional<std::vector<Vertex>> order = graph.graph.topologicalOrder();
    if (!order)
        return std::vector<ApplyOperation>();
    // For each vertex, the last operation at or before it. Vertices without an operation pass on that of their
    // dependencies.
    std::vector<std::optional<std::size_t>> last(graph.nodes.size());
    std::vector<ApplyOperation> found;
    for (const Vertex vertex : *order) {
        std::optional<std::size_t> before;
        for (const Vertex dependency : graph.graph.dependencies(vertex))
            if (const auto& other = last[graph::index(dependency)];
                other && (!before || found[*other].step > found[*before].step))
                before = other;
        last[graph::index(vertex)] = before;
        const ApplyNode& node = graph[vertex];
        if (!node.isWork() || !plans::isApplied(plan, node.change->address))
            continue;
        const bool isDestroy = node.kind == ApplyNode::Kind::Destroy;
        if (!isDestroy && plans::isOnlyDestroyed(plan, node.change->address))
            continue;
        using Half = plans::ResourceInstanceChange::Half;
        const Action action = node.change->simplify(isDestroy ? Half::Destroying : Half::Creating).change.action;
        found.push_back({before ? found[*before].step + 1 : 1, node.change, action, before});
        last[graph::index(vertex)] = found.size() - 1;
    }
    std::vector<std::size_t> sorted(found.size());
    std::iota(sorted.begin(), sorted.end(), std::size_t(0));
    std::sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
        if (found[a].step != found[b].step)
            return found[a].step < found[b].step;
        const auto compared = found[a].change->address <=> found[b].change->address;
        return compared != 0 ? compared < 0 : found[a].change->deposed < found[b].change->deposed;
    });
    std::vector<std::size_t> place(found.size());
    for (std::size_t i = 0; i < sorted.size(); ++i)
        place[sorted[i]] = i;
    std::vector<ApplyOperation> result;
    result.reserve(found.size());
    for (const std::size_t i : sorted) {
        result.push_back(std::move(found[i]));
        if (result.back().after)
            result.back().after = place[*result.back().after];
    }
    return result;
}

} // namespace planlens::engine
