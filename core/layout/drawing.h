// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/extension/previous_scene.h"
#include "core/layout/parts.h"

#include <vector>

namespace planlens::layout {

struct Extent {
    double length = 0;
    double breadth = 0;
};

/// A drawing with local positions; x runs along the layers, y across.
struct Drawn {
    std::vector<Rect> vertices; // as in Drawing
    std::vector<int> layers;    // by vertex
    std::vector<Rect> frames;   // as in Drawing
    std::vector<int> frameLayers;
    std::vector<Point> contents; // the origin of the packed contents of each frame
    struct Route {
        std::vector<Point> points;
        bool againstDirection = false;
    };
    std::vector<Route> links; // as in Drawing
    Rect bounds;
    /// Whether positions are taken from the previous scene. They are then relative to its origin.
    bool recalled = false;
};

/// Lays out one drawing. `packed` is the space for the unconnected contents of each frame, by box of the input.
Drawn draw(const Parts& parts, int drawing, const Options& options, const std::vector<Extent>& packed,
           const PreviousScene& previous);

} // namespace planlens::layout
