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

/// Describes the first error in a scene; empty if there is none.
inline QString wrongIn(const layout::Input& input, const layout::Scene& scene) {
    using layout::Point;
    using layout::Rect;
    const bool turned = scene.direction == layout::Direction::TopToBottom;
    const auto along = [turned](const Point& p) { return turned ? p.y : p.x; };

    struct Shown {
        const Rect* rect;
        QString name;
    };
    std::vector<Shown> leaves;
    for (const auto& node : scene.nodes) {
        if (node.visible) {
            leaves.push_back({&node.rect, QString::fromStdString(node.id)});
        }
    }
    for (const auto& box : scene.boxes) {
        if (box.visible && box.folding == layout::Folding::Folded) {
            leaves.push_back({&box.rect, QString::fromStdString(box.id)});
        }
    }
    // Nodes do not overlap. Sorted by x, so that only neighbors are compared.
    std::sort(leaves.begin(), leaves.end(), [](const Shown& a, const Shown& b) { return a.rect->x < b.rect->x; });
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        for (std::size_t k = i + 1; k < leaves.size() && leaves[k].rect->x < leaves[i].rect->right(); ++k) {
            if (leaves[i].rect->intersects(*leaves[k].rect)) {
                return leaves[i].name + " overlaps " + leaves[k].name;
            }
        }
        if (!scene.bounds.contains(*leaves[i].rect)) {
            return leaves[i].name + " is outside the bounds";
        }
    }
    const auto isFrame = [&](std::size_t b) {
        return scene.boxes[b].visible && scene.boxes[b].folding == layout::Folding::Unfolded;
    };
    const auto framesOf = [&](std::size_t b) {
        std::vector<Rect> frames{scene.boxes[b].rect};
        frames.insert(frames.end(), scene.boxes[b].more.begin(), scene.boxes[b].more.end());
        return frames;
    };
    const auto areApart = [](const std::vector<Rect>& some, const std::vector<Rect>& others) {
        return std::none_of(some.begin(), some.end(), [&](const Rect& one) {
            return std::any_of(others.begin(), others.end(), [&](const Rect& other) { return one.intersects(other); });
        });
    };
    // Boxes contain their contents, below the title.
    const auto isHeld = [&](const Rect& rect, std::size_t b) {
        const std::vector<Rect> frames = framesOf(b);
        return std::any_of(frames.begin(), frames.end(), [&](Rect inside) {
            inside.y += scene.boxes[b].titleHeight;
            inside.height -= scene.boxes[b].titleHeight;
            return inside.contains(rect);
        });
    };
    for (std::size_t n = 0; n < input.nodes.size(); ++n) {
        if (scene.nodes[n].visible && input.nodes[n].box && !isHeld(scene.nodes[n].rect, *input.nodes[n].box)) {
            return QString::fromStdString(scene.nodes[n].id) + " is not in its box";
        }
    }
    for (std::size_t b = 0; b < input.boxes.size(); ++b) {
        const std::vector<Rect> frames = framesOf(b);
        for (std::size_t f = 0; f < frames.size() && scene.boxes[b].visible; ++f) {
            if (input.boxes[b].parent && !isHeld(frames[f], *input.boxes[b].parent)) {
                return QString::fromStdString(scene.boxes[b].id) + " is not in its parent";
            }
            if (!areApart({frames[f]}, {frames.begin() + static_cast<std::ptrdiff_t>(f) + 1, frames.end()})) {
                return QString::fromStdString(scene.boxes[b].id) + " overlaps itself";
            }
            if (!scene.bounds.contains(frames[f])) {
                return QString::fromStdString(scene.boxes[b].id) + " is outside the bounds";
            }
        }
        // Boxes do not overlap their siblings or nodes outside.
        for (std::size_t other = b + 1; other < input.boxes.size(); ++other) {
            if (scene.boxes[b].visible && scene.boxes[other].visible &&
                input.boxes[b].parent == input.boxes[other].parent && !areApart(frames, framesOf(other))) {
                return QString::fromStdString(scene.boxes[b].id + " overlaps " + scene.boxes[other].id);
            }
        }
        if (!isFrame(b)) {
            continue;
        }
        for (std::size_t n = 0; n < input.nodes.size(); ++n) {
            if (!scene.nodes[n].visible) {
                continue;
            }
            bool inside = false;
            for (auto up = input.nodes[n].box; up; up = input.boxes[*up].parent) {
                inside = inside || *up == b;
            }
            if (!inside && !areApart(frames, {scene.nodes[n].rect})) {
                return QString::fromStdString(scene.nodes[n].id + " is in " + scene.boxes[b].id);
            }
        }
    }
    // Edges connect their ends, go forward, and do not cross other nodes.
    const auto endRect = [&](layout::Index i) -> const Rect& {
        return i < scene.nodes.size() ? scene.nodes[i].rect : scene.boxes[i - scene.nodes.size()].rect;
    };
    double widest = 0;
    for (const Shown& shown : leaves) {
        widest = std::max(widest, shown.rect->width);
    }
    for (const auto& edge : scene.edges) {
        const QString name = QString::number(edge.from) + "->" + QString::number(edge.to);
        const Rect& from = endRect(edge.from);
        const Rect& to = endRect(edge.to);
        if (edge.points.size() < 2) {
            return name + " has no points";
        }
        const auto touches = [](const Rect& rect, const Point& p) {
            return p.x >= rect.x && p.x <= rect.right() && p.y >= rect.y && p.y <= rect.bottom();
        };
        if (!touches(from, edge.points.front()) || !touches(to, edge.points.back())) {
            return name + " does not reach its ends";
        }
        if (edge.from == edge.to) {
            continue;
        }
        for (std::size_t i = 1; i < edge.points.size(); ++i) {
            const double step = along(edge.points[i]) - along(edge.points[i - 1]);
            if (edge.againstDirection ? step > 0 : step < 0) {
                return name + " turns back";
            }
            const Point& a = edge.points[i - 1];
            const Point& b = edge.points[i];
            const double left = std::min(a.x, b.x);
            const double right = std::max(a.x, b.x);
            auto it = std::lower_bound(leaves.begin(), leaves.end(), left - widest,
                                       [](const Shown& shown, double x) { return shown.rect->x < x; });
            for (; it != leaves.end() && it->rect->x < right; ++it) {
                const Rect& rect = *it->rect;
                if (&rect == &from || &rect == &to) {
                    continue;
                }
                for (int k = 1; k < 8; ++k) {
                    const Point p{a.x + (b.x - a.x) * k / 8, a.y + (b.y - a.y) * k / 8};
                    if (p.x > rect.x && p.x < rect.right() && p.y > rect.y && p.y < rect.bottom()) {
                        return name + " runs through " + it->name;
                    }
                }
            }
        }
    }
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
