// SPDX-License-Identifier: MPL-2.0
#include "core/layout/cone.h"

#include "core/layout/adjacency.h"

namespace planlens::layout {

namespace {

std::vector<Index> reached(const Adjacency& next, std::size_t nodeCount, std::span<const Index> selection) {
    enum class Mark : char { No, Reached, Selected };
    std::vector<Mark> marks(nodeCount, Mark::No);
    std::vector<Index> pending(selection.begin(), selection.end());
    for (const Index node : selection) {
        marks[node] = Mark::Selected;
    }
    while (!pending.empty()) {
        const Index node = pending.back();
        pending.pop_back();
        for (const int other : next[static_cast<int>(node)]) {
            Mark& mark = marks[static_cast<std::size_t>(other)];
            if (mark == Mark::No) {
                mark = Mark::Reached;
                pending.push_back(static_cast<Index>(other));
            }
        }
    }
    std::vector<Index> result;
    for (std::size_t node = 0; node < nodeCount; ++node) {
        if (marks[node] == Mark::Reached) {
            result.push_back(static_cast<Index>(node));
        }
    }
    return result;
}

} // namespace

Cone coneOf(std::size_t nodeCount, std::span<const InputEdge> edges, std::span<const Index> selection) {
    const int nodes = static_cast<int>(nodeCount);
    const Adjacency after(nodes, [&](auto add) {
        for (const InputEdge& edge : edges) {
            add(static_cast<int>(edge.from), static_cast<int>(edge.to));
        }
    });
    const Adjacency before(nodes, [&](auto add) {
        for (const InputEdge& edge : edges) {
            add(static_cast<int>(edge.to), static_cast<int>(edge.from));
        }
    });
    return {reached(before, nodeCount, selection), reached(after, nodeCount, selection)};
}

} // namespace planlens::layout
