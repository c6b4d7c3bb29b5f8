// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/parts.h"

#include <optional>
#include <vector>

namespace planlens::layout {

/// The positions in the previous scene of the vertices, frames and links of the new graph. Rectangles and points run
/// along and across the layers.
struct PreviousScene {
    struct Vertex {
        Rect rect;
        int layer = 0;
    };
    struct Drawing {
        bool matched = false;
        Point origin;
    };
    std::vector<std::optional<Vertex>> vertices;
    std::vector<std::optional<Rect>> frames;
    std::vector<const SceneEdge*> links;
    std::vector<Drawing> drawings;
    Direction direction = Direction::LeftToRight;

    bool isEmpty() const { return drawings.empty(); }
};

Rect turned(const Rect& rect, Direction direction);
Point turned(const Point& point, Direction direction);

/// Returns empty groups for a scene in another direction.
GroupsBefore groupsBefore(const Input& input, const Scene* previous, Direction direction);

/// Matches each drawing with the group of the previous scene that contained most of it. Elements of other groups count
/// as new.
PreviousScene matchPrevious(const Parts& parts, const Input& input, const Scene* previous, Direction direction);

} // namespace planlens::layout
