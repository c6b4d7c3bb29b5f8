// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <span>
#include <vector>

namespace planlens::layout {

/// rank(to) >= rank(from) + length; longer ones cost their excess times the weight.
struct RankEdge {
    int from;
    int to;
    int length = 1;
    int weight = 1;
};

/// Ranks of an acyclic graph with the least total cost, from 0, by the network simplex method. After `workLimit`
/// elementary steps the best so far is taken.
std::vector<int> assignRanks(int vertexCount, std::span<const RankEdge> edges, long workLimit);

/// For each edge whether to turn it round so that no cycle is left; an edge from a vertex to itself stays.
std::vector<bool> edgesToReverse(int vertexCount, std::span<const RankEdge> edges);

/// The vertices of an acyclic graph, each after those with edges to it.
std::vector<int> topologicalOrder(int vertexCount, std::span<const RankEdge> edges);

} // namespace planlens::layout
