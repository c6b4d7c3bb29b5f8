// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/graph/graph.h"

#include <span>
#include <vector>

namespace planlens::graph {

/// Edges from several vertices to one.
struct Fan {
    Vertex to;
    std::vector<Vertex> from;
};

/// Returns, for each fan, the vertices whose edges can be added to the given ones without closing a cycle. Fans are
/// tried in order, each together with the edges accepted before. Linear in the edges if all can be added, otherwise
/// also in the fans.
std::vector<std::vector<Vertex>> withoutCycles(std::size_t vertexCount, std::vector<Edge> edges,
                                               std::span<const Fan> fans);

} // namespace planlens::graph
