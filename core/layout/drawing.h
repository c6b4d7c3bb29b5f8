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

/// A drawing with positions of its own; x runs along the layers, y across.
struct Drawn {
    std::vector<Rect> vertices; // as in Drawing
    std::vector<int> layers;    // by vertex
    std::vector<Rect> frames;   // as in Drawing
    std::vector<int> frameLayers;
    std::vector<Point> contents; // where what is packed in each frame begins
    struct Route {
        std::vector<Point> points;
        bool againstDirection = false;
    };
    std::vector<Route> links; // as in Drawing
    Rect bounds;
    /// Whether positions were taken from the scene before; then they are relative to the origin recalled.
    bool recalled = false;
};

/// Lays out one drawing. `packed` is the room for what no edge connects within each frame, by box of the input.
Drawn draw(const Parts& parts, int drawing, const Options& options, const std::vector<Extent>& packed,
           const PreviousScene& recall);

} // namespace planlens::layout
