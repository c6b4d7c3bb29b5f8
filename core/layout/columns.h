// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/drawing.h"
#include "core/layout/extension/previous_positions.h"
#include "core/layout/layers.h"

#include <vector>

namespace planlens::layout {

/// Positions along the direction of the layers.
struct Columns {
    std::vector<double> start; // by layer
    std::vector<double> end;
    std::vector<double> frameStart; // as in Layers
    std::vector<double> frameEnd;
};

/// Assigns each layer the space needed by its longest vertex, the borders of frames and their packed contents.
Columns arrangeColumns(const Parts& parts, const Drawing& drawing, const Layers& layers, const Options& options,
                       const std::vector<Extent>& packed, const PreviousPositions& kept);

} // namespace planlens::layout
