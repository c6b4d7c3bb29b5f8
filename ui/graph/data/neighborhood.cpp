// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/data/neighborhood.h"

#include <algorithm>
#include <utility>

namespace planlens::graph {

using layout::Index;

namespace {

using Neighbors = std::vector<std::vector<Index>>; // by node

/// Everything in one direction from the center.
class Side {
public:
    Side(Neighbors neighbors, const std::set<Index>& expanded, const NeighborhoodOptions& options)
        : m_neighbors(std::move(neighbors))
        , m_expanded(expanded)
        , m_options(options)
        , m_isReached(m_neighbors.size()) {}

    void follow(int steps, std::vector<bool>& isIncluded, int& count) {
        std::vector<Index> reached{m_options.center}, next;
        m_isReached[m_options.center] = true;
        std::size_t done = 0;
        for (int step = 0; step < steps; ++step) {
            const std::size_t end = reached.size();
            for (; done < end; ++done)
                add(reached[done], m_options.mostNeighbors, m_options.most, reached, isIncluded, count);
        }
        // Expanding a node may include others that are expanded too.
        for (std::size_t i = 0; i < reached.size(); ++i)
            if (m_expanded.contains(reached[i]))
                add(reached[i], int(m_neighbors.size()), int(m_neighbors.size()), reached, isIncluded, count);
    }

    std::vector<int> rest(const std::vector<bool>& isIncluded) const {
        std::vector<int> more(m_neighbors.size());
        for (std::size_t i = 0; i < more.size(); ++i)
            if (m_isReached[i])
                more[i] = int(std::count_if(m_neighbors[i].begin(), m_neighbors[i].end(),
                                            [&](Index other) { return !isIncluded[other]; }));
        return more;
    }

private:
    void add(Index node, int mostNeighbors, int most, std::vector<Index>& reached, std::vector<bool>& isIncluded,
             int& count) {
        for (const Index other : m_neighbors[node]) {
            if (m_isReached[other])
                continue;
            if (!isIncluded[other]) {
                if (mostNeighbors-- <= 0 || count >= most)
                    break;
                isIncluded[other] = true;
                ++count;
            }
            m_isReached[other] = true;
            reached.push_back(other);
        }
    }

    const Neighbors m_neighbors;
    const std::set<Index>& m_expanded;
    const NeighborhoodOptions& m_options;
    std::vector<bool> m_isReached;
};

Neighbors sorted(Neighbors neighbors, const std::vector<int>& ranks) {
    for (std::vector<Index>& list : neighbors)
        std::sort(list.begin(), list.end(),
                  [&](Index a, Index b) { return std::pair(ranks[a], a) < std::pair(ranks[b], b); });
    return neighbors;
}

} // namespace

Neighborhood neighborhoodOf(const std::vector<int>& ranks, const std::vector<layout::InputEdge>& edges,
                            const NeighborhoodOptions& options) {
    Neighbors dependencies(ranks.size()), dependents(ranks.size());
    for (const layout::InputEdge& edge : edges) {
        dependencies[edge.to].push_back(edge.from);
        dependents[edge.from].push_back(edge.to);
    }
    Neighborhood result;
    result.isIncluded.resize(ranks.size());
    result.isIncluded[options.center] = true;
    int count = 1;
    Side up(sorted(std::move(dependencies), ranks), options.expandedUpstream, options);
    Side down(sorted(std::move(dependents), ranks), options.expandedDownstream, options);
    // Dependencies come first because they explain the change, and because there may be hundreds of dependents.
    up.follow(options.upstream, result.isIncluded, count);
    down.follow(options.downstream, result.isIncluded, count);
    result.moreUpstream = up.rest(result.isIncluded);
    result.moreDownstream = down.rest(result.isIncluded);
    return result;
}

} // namespace planlens::graph
