// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/layers.h"

#include <optional>
#include <vector>

namespace planlens::layout {

enum class ItemKind : char { Vertex, Edge, Filler };

/// The sizes across the layers, and the minimum gaps.
struct Breadths {
    struct Frame {
        double before = 0; // between its border and its contents
        double after = 0;
        double least = 0;
    };
    std::vector<double> item;
    std::vector<ItemKind> kind;
    std::vector<Frame> frame; // as in Layers
    double grid = 8;
    double nodeGap = 16;
    double edgeGap = 8;
    double boxGap = 16;
    bool bundled = false; // edges that pass through a layer side by side may share their position
};

/// Positions across the layers, of the lower edge of each item and frame.
struct Placement {
    std::vector<double> item;
    std::vector<double> frameStart; // as in Layers; the value of frame 0 is not used
    std::vector<double> frameEnd;
};

/// Keeps the order of the layers and the gaps; makes edges short and straight, and frames compact.
Placement place(const Layers& layers, const Breadths& breadths);

/// Same, but at the given lower edges, by item, if the gaps allow. Displaced items move to higher positions.
Placement placeAtTargets(const Layers& layers, const Breadths& breadths, const std::vector<double>& targets);

} // namespace planlens::layout
