// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/scene.h"

#include <cstddef>
#include <span>
#include <vector>

namespace planlens::layout {

/// The direct and indirect dependencies and dependents of a selection, in ascending order. The selection itself is
/// excluded; a node in a cycle with it is in both lists.
struct Cone {
    std::vector<Index> upstream;
    std::vector<Index> downstream;
    bool operator==(const Cone&) const = default;
};

/// Computes the cone in linear time. Edges lead from a dependency to its dependent.
Cone coneOf(std::size_t nodeCount, std::span<const InputEdge> edges, std::span<const Index> selection);

} // namespace planlens::layout
