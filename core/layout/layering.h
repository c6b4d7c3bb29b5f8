// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/layers.h"
#include "core/layout/parts.h"
#include "core/layout/place.h"

#include <vector>

namespace planlens::layout {

class PreviousPositions;

/// A drawing cut into layers, and which items belong to which edge.
struct Layering {
    Layers layers;
    std::vector<ItemKind> kind;
    std::vector<std::vector<int>> chains; // by link of the drawing: the items from left to right
    std::vector<bool> reversed;           // by link: leads backward, as part of a cycle
};

Layering layerAnew(const Parts& parts, const Drawing& drawing);

/// Keeps the layers of what is known.
Layering layerAsKept(const Parts& parts, const Drawing& drawing, const PreviousPositions& kept);

} // namespace planlens::layout
