// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/drawing.h"

#include <optional>
#include <vector>

namespace planlens::layout {

/// One of the parts that share an area although no edge connects them.
struct PackItem {
    Extent extent;
    bool single = false;         // nothing but one vertex: such go into a grid
    std::optional<Point> before; // where it was in the area
};

struct PackOptions {
    double grid = 8;
    double gap = 32;       // between parts
    double singleGap = 16; // between single vertices
    double aspectRatio = 1.6;
    double leastLength = 0; // room that is there anyway
};

/// Positions in rows. What was there before keeps its place where it still fits, and the rest finds room after it.
std::vector<Point> pack(const std::vector<PackItem>& items, const PackOptions& options);

} // namespace planlens::layout
