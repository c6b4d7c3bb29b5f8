// SPDX-License-Identifier: MPL-2.0
#include "core/engine/graphs/operation_steps.h"

namespace planlens::engine {

using Kind = OperationStep::Kind;

bool OperationStep::refers() const {
    switch (kind) {
    case Kind::Variable:
    case Kind::Argument:
    case Kind::Local:
    case Kind::Output:
    case Kind::Check:
    case Kind::Provider:
    case Kind::Expansion:
        return true;
    default:
        return isOfResource();
    }
}

bool OperationStep::expands() const {
    return kind == Kind::Variable || kind == Kind::Argument || kind == Kind::Local || kind == Kind::Output ||
           kind == Kind::Check || kind == Kind::Resource;
}

std::optional<bool> OperationStep::isTemporary(std::optional<GraphOperation> operation) const {
    switch (kind) {
    case Kind::Variable:
        return !hasValidations || operation == GraphOperation::Destroy || operation == GraphOperation::PlanDestroy;
    case Kind::Argument:
    case Kind::Local:
        return true;
    case Kind::Output:
        return !module.isRoot();
    case Kind::RemovedOutput:
        return false;
    default:
        return {};
    }
}

OperationSteps::Index OperationSteps::add(OperationStep step) {
    m_steps.push_back(std::move(step));
    m_down.emplace_back();
    m_up.emplace_back();
    m_isThere.push_back(true);
    return m_steps.size() - 1;
}

void OperationSteps::connect(Index from, Index to) {
    m_down[from].insert(to);
    m_up[to].insert(from);
}

void OperationSteps::disconnect(Index from, Index to) {
    m_down[from].erase(to);
    m_up[to].erase(from);
}

void OperationSteps::remove(Index step) {
    m_isThere[step] = false;
    for (const Index to : Set(m_down[step]))
        disconnect(step, to);
    for (const Index from : Set(m_up[step]))
        disconnect(from, step);
}

void OperationSteps::forEach(const std::function<void(Index)>& visit) const {
    for (Index i = 0; i < m_steps.size(); ++i)
        if (m_isThere[i])
            visit(i);
}

OperationSteps::Set OperationSteps::reachable(Index from, const std::vector<Set>& edges) const {
    Set found;
    std::vector<Index> open(edges[from].begin(), edges[from].end());
    while (!open.empty()) {
        const Index next = open.back();
        open.pop_back();
        if (found.insert(next).second)
            open.insert(open.end(), edges[next].begin(), edges[next].end());
    }
    return found;
}

std::pair<graph::Graph, std::vector<OperationSteps::Index>> OperationSteps::build() const {
    std::vector<Index> order;
    std::vector<graph::Vertex> vertices(m_steps.size());
    forEach([&](Index i) {
        vertices[i] = static_cast<graph::Vertex>(order.size());
        order.push_back(i);
    });
    std::vector<graph::Edge> edges;
    for (const Index from : order)
        for (const Index to : m_down[from])
            edges.push_back({vertices[from], vertices[to]});
    return {graph::Graph(order.size(), edges), std::move(order)};
}

void OperationSteps::reduce() {
    const auto [graph, order] = build();
    // The vertices reachable from each vertex, dependencies first.
    std::vector<std::vector<bool>> behind(graph.vertexCount());
    const std::optional<std::vector<graph::Vertex>> sorted = graph.topologicalOrder();
    for (const graph::Vertex v : *sorted) {
        std::vector<bool> indirect(graph.vertexCount());
        for (const graph::Vertex d : graph.dependencies(v))
            for (std::size_t i = 0; i < indirect.size(); ++i)
                if (behind[graph::index(d)][i])
                    indirect[i] = true;
        std::vector<bool>& all = behind[graph::index(v)] = indirect;
        for (const graph::Vertex d : graph.dependencies(v)) {
            all[graph::index(d)] = true;
            if (indirect[graph::index(d)])
                disconnect(order[graph::index(v)], order[graph::index(d)]);
        }
    }
}

} // namespace planlens::engine
