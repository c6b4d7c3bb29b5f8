// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <span>
#include <vector>

namespace planlens::layout {

/// rank(to) >= rank(from) + length. Excess length costs the excess times the weight.
struct RankEdge {
    int from;
    int to;
    int length = 1;
    int weight = 1;
};

/// Returns the ranks of an acyclic graph with minimum total cost, from 0, by the network simplex method. After
/// `workLimit` elementary steps, returns the best ranks found so far.
std::vector<int> assignRanks(int vertexCount, std::span<const RankEdge> edges, long workLimit);

/// Returns, for each edge, whether it must be reversed to remove all cycles. Loops are not reversed.
std::vector<bool> edgesToReverse(int vertexCount, std::span<const RankEdge> edges);

/// Returns the vertices of an acyclic graph, each after its predecessors.
std::vector<int> topologicalOrder(int vertexCount, std::span<const RankEdge> edges);

} // namespace planlens::layout
