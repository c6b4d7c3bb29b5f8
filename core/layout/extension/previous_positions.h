// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/extension/previous_scene.h"
#include "core/layout/layering.h"

#include <optional>
#include <vector>

namespace planlens::layout {

/// The positions that a drawing inherits from the previous scene, in local coordinates.
class PreviousPositions {
public:
    struct Vertex {
        Rect rect;
        int layer = 0;
    };

    PreviousPositions(const Parts& parts, int drawing, const PreviousScene& previous);

    /// Whether enough of the drawing was in the previous scene for its positions to be used.
    bool isUsable() const { return m_usable; }
    const std::optional<Vertex>& vertex(int i) const { return at(m_vertices, i); }

    /// Returns the start of each layer, if known.
    std::vector<std::optional<double>> columns(const Layers& layers) const;

    /// Returns the preferred lower edge of each item: its previous position, or for new items the free
    /// space nearest to their neighbors.
    std::vector<double> targets(const Layering& layering, const Breadths& breadths) const;

private:
    bool m_usable = false;
    std::vector<std::optional<Vertex>> m_vertices; // as in Drawing
    std::vector<std::optional<Rect>> m_frames;     // as in Layers
    std::vector<std::vector<Point>> m_routes;      // by link of the drawing, from left to right; empty if unknown
};

} // namespace planlens::layout
