// SPDX-License-Identifier: MPL-2.0
// Modules that are drawn for the first time or unfolded again.
#include "core/layout/extension/extender.h"
#include "core/layout/layout.h"

namespace planlens::layout {

/// Restores a box that was folded while its space is still free.
bool Extender::putBack(int box) {
    std::vector<int> inside;
    for (int i = 0; i < count(m_elements); ++i) {
        const bool isShown = element(i).shown || (i >= m_nodeCount && isFrame(i - m_nodeCount));
        if (!isShown || !isWithin(i < m_nodeCount ? element(i).parent : i - m_nodeCount, box)) {
            continue;
        }
        const bool isFolded = i >= m_nodeCount && element(i).shown;
        if (isFolded || !element(i).lastShown) {
            return false;
        }
        inside.push_back(i);
    }
    const Rect rect = turn(*frame(box).lastShown);
    const bool stoodHere = m_unfoldedAt.contains(box) && m_unfoldedAt[box] == Point{rect.x, rect.y};
    if (!stoodHere || !isFree(rect, obstaclesFor(frame(box).parent), 0) ||
        !growAround(m_nodeCount + box, rect, Growing::Tried)) {
        return false;
    }
    growAround(m_nodeCount + box, rect, Growing::Done);
    for (const int i : inside) {
        element(i).rect = turn(*element(i).lastShown);
        element(i).placed = true;
        element(i).group = -1;
        element(i).titleHeight = i < m_nodeCount ? 0 : m_options.titleHeight;
    }
    return true;
}

/// Lays out a box that is drawn for the first time, and places it where it was folded, or below everything else.
bool Extender::putModule(int box) {
    if (putBack(box)) {
        return true;
    }
    Input part;
    std::vector<int> nodes;
    std::vector<int> boxes;
    std::map<int, Index> nodeOf;
    std::map<int, Index> boxOf;
    for (int b = 0; b < m_boxCount; ++b) {
        if (isWithin(b, box)) {
            boxOf[b] = static_cast<Index>(boxes.size());
            boxes.push_back(b);
        }
    }
    for (const int b : boxes) {
        part.boxes.push_back(at(m_input.boxes, b));
        part.boxes.back().parent = b == box ? std::nullopt : std::optional(boxOf[frame(b).parent]);
    }
    for (int n = 0; n < m_nodeCount; ++n) {
        if (isWithin(element(n).parent, box)) {
            nodeOf[n] = static_cast<Index>(nodes.size());
            nodes.push_back(n);
            part.nodes.push_back(at(m_input.nodes, n));
            part.nodes.back().box = boxOf[element(n).parent];
        }
    }
    for (const InputEdge& edge : m_input.edges) {
        const auto from = nodeOf.find(static_cast<int>(edge.from));
        const auto to = nodeOf.find(static_cast<int>(edge.to));
        if (from != nodeOf.end() && to != nodeOf.end()) {
            part.edges.push_back({from->second, to->second, edge.kind});
        }
    }
    const Scene drawn = layout(part, m_options);
    const Rect own = turn(drawn.boxes[boxOf[box]].rect);
    frame(box).rect = own;
    const int parent = frame(box).parent;
    const auto unfolded = m_unfoldedAt.find(box);
    if (unfolded != m_unfoldedAt.end()) {
        const Rect rect{unfolded->second.x, unfolded->second.y, own.width, own.height};
        frame(box).rect = rect;
        if (!isFree(rect, obstaclesFor(parent), m_options.nodeGap - 1) ||
            !growAround(m_nodeCount + box, rect, Growing::Tried)) {
            return false; // its neighbors have to move
        }
        growAround(m_nodeCount + box, rect, Growing::Done);
    } else {
        const Rect around = parent >= 0 ? frame(parent).rect : allBounds();
        const double start = around.x + (parent >= 0 ? padBefore(true) : 0);
        placeOrFurther(m_nodeCount + box, snapped(start), snapped(around.bottom() + m_options.boxGap));
    }
    const Point by{frame(box).rect.x - own.x, frame(box).rect.y - own.y};
    const auto take = [&](Element& taken, const Rect& rect, bool isVisible) {
        taken.rect = turn(rect);
        taken.rect.x += by.x;
        taken.rect.y += by.y;
        taken.placed = isVisible;
        taken.group = -1;
    };
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        take(element(nodes[i]), drawn.nodes[i].rect, drawn.nodes[i].visible);
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        take(frame(boxes[i]), drawn.boxes[i].rect, drawn.boxes[i].visible);
        frame(boxes[i]).titleHeight = drawn.boxes[i].titleHeight;
    }
    const auto elementOf = [&](Index i) { return i < nodes.size() ? nodes[i] : m_nodeCount + boxes[i - nodes.size()]; };
    for (const SceneEdge& edge : drawn.edges) {
        std::vector<Point> points;
        for (const Point& point : edge.points) {
            const Point along = turned(point, m_options.direction);
            points.push_back(turned(Point{along.x + by.x, along.y + by.y}, m_options.direction));
        }
        m_inner.emplace(std::pair(elementOf(edge.from), elementOf(edge.to)),
                        std::pair(std::move(points), edge.againstDirection));
    }
    return true;
}

} // namespace planlens::layout
