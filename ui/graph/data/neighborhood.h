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
    /// The numbers of neighbors that a node that is not expanded adds, and of all nodes.
    int mostNeighbors = 12, most = 150;
};

/// The nodes around a node. Nodes upstream of the center count their neighbors upstream that are not included; those
/// downstream count the others.
struct Neighborhood {
    std::vector<bool> isIncluded;
    std::vector<int> moreUpstream, moreDownstream;
};

/// `ranks` orders neighbors: those with low ranks are included first. Edges go from dependency to dependent.
Neighborhood neighborhoodOf(const std::vector<int>& ranks, const std::vector<layout::InputEdge>& edges,
                            const NeighborhoodOptions& options);

} // namespace planlens::graph
