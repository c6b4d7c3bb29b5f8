// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/scene.h"

#include <cstddef>
#include <set>
#include <vector>

namespace planlens::graph {

struct NeighborhoodOptions {
    layout::Index center = 0;
    int upstream = 2, downstream = 2; // steps along edges
    /// Nodes of which all neighbors in this direction are included.
    std::set<layout::Index> expandedUpstream, expandedDownstream;
    /// The largest numbers of neighbors that a node adds unless it is expanded, and of nodes before any is expanded.
    int mostNeighbors = 12, most = 150;
};

/// The nodes around the center. The center and the nodes upstream of it count their omitted dependencies; the center
/// and the nodes downstream count their omitted dependents.
struct Neighborhood {
    std::vector<bool> isIncluded;
    std::vector<int> moreUpstream, moreDownstream;
};

/// `ranks` orders neighbors: those with low ranks are included first. Edges go from dependency to dependent.
Neighborhood neighborhoodOf(const std::vector<int>& ranks, const std::vector<layout::InputEdge>& edges,
                            const NeighborhoodOptions& options);

} // namespace planlens::graph
