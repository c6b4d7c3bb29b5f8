// SPDX-License-Identifier: MPL-2.0
#include "core/graph/acyclic_edges.h"

namespace planlens::graph {

std::vector<bool> groupsWithoutCycle(std::size_t vertexCount, std::vector<Edge> edges,
                                     std::span<const std::vector<Edge>> groups) {
    const std::size_t start = edges.size();
    const auto add = [&](const std::vector<Edge>& group) { edges.insert(edges.end(), group.begin(), group.end()); };
    for (const std::vector<Edge>& group : groups)
        add(group);
    if (Graph(vertexCount, edges).cycles().empty())
        return std::vector<bool>(groups.size(), true);
    edges.resize(start);
    std::vector<bool> isKept;
    for (const std::vector<Edge>& group : groups) {
        const std::size_t before = edges.size();
        add(group);
        isKept.push_back(Graph(vertexCount, edges).cycles().empty());
        if (!isKept.back())
            edges.resize(before);
    }
    return isKept;
}

} // namespace planlens::graph
