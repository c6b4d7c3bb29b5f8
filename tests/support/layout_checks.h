// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/scene.h"

#include <QString>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

/// Properties that every scene must have.
namespace planlens::support {

/// A visible node, or a visible box that is folded.
struct SceneLeaf {
    const layout::Rect* rect;
    QString name;
};

struct SceneLeaves {
    std::vector<SceneLeaf> byX;
    double widest = 0;
};

inline SceneLeaves leavesOf(const layout::Scene& scene) {
    SceneLeaves leaves;
    for (const auto& node : scene.nodes)
        if (node.visible)
            leaves.byX.push_back({&node.rect, QString::fromStdString(node.id)});
    for (const auto& box : scene.boxes)
        if (box.visible && box.folding == layout::Folding::Folded)
            leaves.byX.push_back({&box.rect, QString::fromStdString(box.id)});
    std::sort(leaves.byX.begin(), leaves.byX.end(),
              [](const SceneLeaf& a, const SceneLeaf& b) { return a.rect->x < b.rect->x; });
    for (const SceneLeaf& leaf : leaves.byX)
        leaves.widest = std::max(leaves.widest, leaf.rect->width);
    return leaves;
}

/// Leaves do not overlap, and are inside the bounds.
inline QString errorInLeaves(const layout::Scene& scene, const std::vector<SceneLeaf>& leaves) {
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        // Only neighbors are compared.
        for (std::size_t k = i + 1; k < leaves.size() && leaves[k].rect->x < leaves[i].rect->right(); ++k)
            if (leaves[i].rect->intersects(*leaves[k].rect))
                return leaves[i].name + " overlaps " + leaves[k].name;
        if (!scene.bounds.contains(*leaves[i].rect))
            return leaves[i].name + " is outside the bounds";
    }
    return {};
}

inline std::vector<layout::Rect> framesOf(const layout::SceneBox& box) {
    std::vector<layout::Rect> frames{box.rect};
    frames.insert(frames.end(), box.more.begin(), box.more.end());
    return frames;
}

inline bool areApart(const std::vector<layout::Rect>& some, const std::vector<layout::Rect>& others) {
    return std::none_of(some.begin(), some.end(), [&](const layout::Rect& one) {
        return std::any_of(others.begin(), others.end(),
                           [&](const layout::Rect& other) { return one.intersects(other); });
    });
}

/// Whether a box contains a rectangle below its title.
inline bool isInBox(const layout::Rect& rect, const layout::SceneBox& box) {
    const std::vector<layout::Rect> frames = framesOf(box);
    return std::any_of(frames.begin(), frames.end(), [&](layout::Rect inside) {
        inside.y += box.titleHeight;
        inside.height -= box.titleHeight;
        return inside.contains(rect);
    });
}

/// The frames of a box are apart, in its parent and inside the bounds.
inline QString errorInFrames(const layout::Input& input, const layout::Scene& scene, std::size_t b) {
    const layout::SceneBox& box = scene.boxes[b];
    const std::vector<layout::Rect> frames = framesOf(box);
    for (std::size_t f = 0; f < frames.size() && box.visible; ++f) {
        if (input.boxes[b].parent && !isInBox(frames[f], scene.boxes[*input.boxes[b].parent]))
            return QString::fromStdString(box.id) + " is not in its parent";
        if (!areApart({frames[f]}, {frames.begin() + static_cast<std::ptrdiff_t>(f) + 1, frames.end()}))
            return QString::fromStdString(box.id) + " overlaps itself";
        if (!scene.bounds.contains(frames[f]))
            return QString::fromStdString(box.id) + " is outside the bounds";
    }
    return {};
}

/// A box does not overlap its siblings. If it is unfolded, no nodes of other boxes are in it.
inline QString errorBeside(const layout::Input& input, const layout::Scene& scene, std::size_t b) {
    const layout::SceneBox& box = scene.boxes[b];
    const std::vector<layout::Rect> frames = framesOf(box);
    for (std::size_t other = b + 1; other < input.boxes.size(); ++other)
        if (box.visible && scene.boxes[other].visible && input.boxes[b].parent == input.boxes[other].parent &&
            !areApart(frames, framesOf(scene.boxes[other])))
            return QString::fromStdString(box.id + " overlaps " + scene.boxes[other].id);
    if (!box.visible || box.folding != layout::Folding::Unfolded)
        return {};
    for (std::size_t n = 0; n < input.nodes.size(); ++n) {
        if (!scene.nodes[n].visible)
            continue;
        bool isContent = false;
        for (auto up = input.nodes[n].box; up; up = input.boxes[*up].parent)
            isContent = isContent || *up == b;
        if (!isContent && !areApart(frames, {scene.nodes[n].rect}))
            return QString::fromStdString(scene.nodes[n].id + " is in " + box.id);
    }
    return {};
}

/// Boxes contain their contents, and nothing else.
inline QString errorInBoxes(const layout::Input& input, const layout::Scene& scene) {
    for (std::size_t n = 0; n < input.nodes.size(); ++n)
        if (scene.nodes[n].visible && input.nodes[n].box &&
            !isInBox(scene.nodes[n].rect, scene.boxes[*input.nodes[n].box]))
            return QString::fromStdString(scene.nodes[n].id) + " is not in its box";
    for (std::size_t b = 0; b < input.boxes.size(); ++b) {
        if (const QString error = errorInFrames(input, scene, b); !error.isEmpty())
            return error;
        if (const QString error = errorBeside(input, scene, b); !error.isEmpty())
            return error;
    }
    return {};
}

inline const layout::Rect& endRect(const layout::Scene& scene, layout::Index end) {
    return end < scene.nodes.size() ? scene.nodes[end].rect : scene.boxes[end - scene.nodes.size()].rect;
}

/// Returns the name of a leaf that a part of an edge runs through, other than the ends of the edge; empty if there is
/// none.
inline QString crossedLeaf(const layout::Point& a, const layout::Point& b, const layout::Rect& from,
                           const layout::Rect& to, const SceneLeaves& leaves) {
    const double left = std::min(a.x, b.x), right = std::max(a.x, b.x);
    auto leaf = std::lower_bound(leaves.byX.begin(), leaves.byX.end(), left - leaves.widest,
                                 [](const SceneLeaf& one, double x) { return one.rect->x < x; });
    for (; leaf != leaves.byX.end() && leaf->rect->x < right; ++leaf) {
        const layout::Rect& rect = *leaf->rect;
        if (&rect == &from || &rect == &to)
            continue;
        for (int k = 1; k < 8; ++k) {
            const layout::Point p{a.x + (b.x - a.x) * k / 8, a.y + (b.y - a.y) * k / 8};
            if (p.x > rect.x && p.x < rect.right() && p.y > rect.y && p.y < rect.bottom())
                return leaf->name;
        }
    }
    return {};
}

/// Edges connect their ends, go forward, and do not cross other nodes.
inline QString errorInEdge(const layout::Scene& scene, const layout::SceneEdge& edge, const SceneLeaves& leaves) {
    const QString name = QString::number(edge.from) + "->" + QString::number(edge.to);
    const layout::Rect& from = endRect(scene, edge.from);
    const layout::Rect& to = endRect(scene, edge.to);
    if (edge.points.size() < 2)
        return name + " has no points";
    const auto touches = [](const layout::Rect& rect, const layout::Point& p) {
        return p.x >= rect.x && p.x <= rect.right() && p.y >= rect.y && p.y <= rect.bottom();
    };
    if (!touches(from, edge.points.front()) || !touches(to, edge.points.back()))
        return name + " does not reach its ends";
    const bool turned = scene.direction == layout::Direction::TopToBottom;
    const auto along = [turned](const layout::Point& p) { return turned ? p.y : p.x; };
    for (std::size_t i = 1; edge.from != edge.to && i < edge.points.size(); ++i) {
        const double step = along(edge.points[i]) - along(edge.points[i - 1]);
        if (edge.againstDirection ? step > 0 : step < 0)
            return name + " turns back";
        if (const QString crossed = crossedLeaf(edge.points[i - 1], edge.points[i], from, to, leaves);
            !crossed.isEmpty())
            return name + " runs through " + crossed;
    }
    return {};
}

/// Describes the first error in a scene; empty if there is none.
inline QString errorIn(const layout::Input& input, const layout::Scene& scene) {
    const SceneLeaves leaves = leavesOf(scene);
    if (const QString error = errorInLeaves(scene, leaves.byX); !error.isEmpty())
        return error;
    if (const QString error = errorInBoxes(input, scene); !error.isEmpty())
        return error;
    for (const layout::SceneEdge& edge : scene.edges)
        if (const QString error = errorInEdge(scene, edge, leaves); !error.isEmpty())
            return error;
    return {};
}

/// Returns the number of edges that cross an unfolded box with neither of their ends.
inline int edgesThroughBoxes(const layout::Input& input, const layout::Scene& scene) {
    const auto isInside = [&](layout::Index end, std::size_t box) {
        const bool isNode = end < scene.nodes.size();
        auto up = isNode ? input.nodes[end].box : input.boxes[end - scene.nodes.size()].parent;
        for (; up; up = input.boxes[*up].parent) {
            if (*up == box) {
                return true;
            }
        }
        return false;
    };
    const auto crosses = [&](const layout::SceneEdge& edge) {
        for (std::size_t b = 0; b < scene.boxes.size(); ++b) {
            const layout::Rect& rect = scene.boxes[b].rect;
            if (!scene.boxes[b].visible || scene.boxes[b].folding == layout::Folding::Folded ||
                isInside(edge.from, b) || isInside(edge.to, b)) {
                continue;
            }
            for (std::size_t i = 1; i < edge.points.size(); ++i) {
                for (int k = 0; k <= 16; ++k) {
                    const double x = edge.points[i - 1].x + (edge.points[i].x - edge.points[i - 1].x) * k / 16;
                    const double y = edge.points[i - 1].y + (edge.points[i].y - edge.points[i - 1].y) * k / 16;
                    if (x > rect.x && x < rect.right() && y > rect.y && y < rect.bottom()) {
                        return true;
                    }
                }
            }
        }
        return false;
    };
    return static_cast<int>(std::count_if(scene.edges.begin(), scene.edges.end(), crosses));
}

} // namespace planlens::support
