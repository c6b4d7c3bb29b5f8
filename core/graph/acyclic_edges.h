// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/graph/graph.h"

#include <span>
#include <vector>

namespace planlens::graph {

/// Returns, for each group of edges, whether it can be added to the given edges without closing a cycle. If not all
/// can, groups are tried in order, each together with the groups accepted before.
std::vector<bool> groupsWithoutCycle(std::size_t vertexCount, std::vector<Edge> edges,
                                     std::span<const std::vector<Edge>> groups);

} // namespace planlens::graph
