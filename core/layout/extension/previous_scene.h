// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/parts.h"

#include <optional>
#include <vector>

namespace planlens::layout {

/// What the scene before knows of the vertices, frames and links of the graph to be drawn. Rectangles and points run
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

/// Nothing is known of a scene in another direction.
GroupsBefore groupsBefore(const Input& input, const Scene* previous, Direction direction);

/// Matches each drawing with the group of the scene before that most of it was in; what was elsewhere counts as new.
PreviousScene recall(const Parts& parts, const Input& input, const Scene* previous, Direction direction);

} // namespace planlens::layout
