// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/layers.h"
#include "core/layout/parts.h"
#include "core/layout/place.h"

#include <vector>

namespace planlens::layout {

class PreviousPositions;

/// A drawing divided into layers, with the items of each edge.
struct Layering {
    Layers layers;
    std::vector<ItemKind> kind;
    std::vector<std::vector<int>> chains; // by link of the drawing: its items from left to right
    std::vector<bool> reversed;           // by link: it points backward because it is part of a cycle
};

/// `longestLayer` as in Options.
Layering layerAnew(const Parts& parts, const Drawing& drawing, int longestLayer);

/// Assigns layers, keeping those of known vertices.
Layering layerLikePrevious(const Parts& parts, const Drawing& drawing, const PreviousPositions& kept);

} // namespace planlens::layout
