// SPDX-License-Identifier: MPL-2.0
#include "core/graph/acyclic_edges.h"

namespace planlens::graph {

std::vector<std::vector<Vertex>> withoutCycles(std::size_t vertexCount, std::vector<Edge> edges,
                                               std::span<const Fan> fans) {
    const std::size_t start = edges.size();
    for (const Fan& fan : fans)
        for (const Vertex v : fan.from)
            edges.push_back({v, fan.to});
    std::vector<std::vector<Vertex>> kept;
    if (Graph(vertexCount, edges).cycles().empty()) {
        for (const Fan& fan : fans)
            kept.push_back(fan.from);
        return kept;
    }
    edges.resize(start);
    for (const Fan& fan : fans) {
        const std::vector<Vertex> to{fan.to};
        const std::vector<bool> isReached = Graph(vertexCount, edges).reachable(to, Direction::Dependencies);
        std::vector<Vertex>& from = kept.emplace_back();
        for (const Vertex v : fan.from)
            if (!isReached[index(v)]) {
                from.push_back(v);
                edges.push_back({v, fan.to});
            }
    }
    return kept;
}

} // namespace planlens::graph
