// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/drawing.h"

#include <optional>
#include <vector>

namespace planlens::layout {

/// One of the unconnected parts in an area.
struct PackItem {
    Extent extent;
    bool single = false;         // a single vertex; these form a grid
    std::optional<Point> before; // previous position in the area
};

struct PackOptions {
    double grid = 8;
    double gap = 32;       // between parts
    double singleGap = 16; // between single vertices
    double aspectRatio = 1.6;
    double leastLength = 0; // length that is available in any case
};

/// Arranges parts in rows. Parts with a previous position keep it if it still fits; the others are placed after them.
std::vector<Point> pack(const std::vector<PackItem>& items, const PackOptions& options);

} // namespace planlens::layout
