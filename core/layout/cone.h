// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/scene.h"

#include <cstddef>
#include <span>
#include <vector>

namespace planlens::layout {

/// What a selection depends on and what depends on it, near and far. Without the selection itself; a node in a cycle
/// with it is in both. Ascending.
struct Cone {
    std::vector<Index> upstream;
    std::vector<Index> downstream;
    bool operator==(const Cone&) const = default;
};

/// Linear in nodes and edges. An edge leads from what is depended on to what depends on it.
Cone coneOf(std::size_t nodeCount, std::span<const InputEdge> edges, std::span<const Index> selection);

} // namespace planlens::layout
