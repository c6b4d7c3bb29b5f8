// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/graph/graph.h"

#include <span>
#include <vector>

namespace planlens::graph {

/// Which groups of edges can be added to others without closing a cycle: all, or else one after the other, as long as
/// they fit those before.
std::vector<bool> groupsWithoutCycle(std::size_t vertexCount, std::vector<Edge> edges,
                                     std::span<const std::vector<Edge>> groups);

} // namespace planlens::graph
