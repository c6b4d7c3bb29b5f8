// SPDX-License-Identifier: MPL-2.0
#include "core/layout/drawing.h"

#include "core/layout/columns.h"
#include "core/layout/extension/previous_positions.h"
#include "core/layout/layering.h"
#include "core/layout/place.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace planlens::layout {

namespace {

class Drawer {
public:
    Drawer(const Parts& parts, int drawing, const Options& options, const std::vector<Extent>& packed,
           const PreviousScene& previous)
        : m_parts(parts)
        , m_drawing(at(parts.drawings, drawing))
        , m_options(options)
        , m_packed(packed)
        , m_kept(parts, drawing, previous) {}

    Drawn run() {
        m_layering = m_kept.isUsable() ? layerLikePrevious(m_parts, m_drawing, m_kept)
                                       : layerAnew(m_parts, m_drawing, m_options.longestLayer);
        measure();
        m_columns = arrangeColumns(m_parts, m_drawing, m_layering.layers, m_options, m_packed, m_kept);
        if (m_kept.isUsable()) {
            const auto targets = m_kept.targets(m_layering, m_breadths);
            std::vector<double> centers(targets);
            for (std::size_t i = 0; i < centers.size(); ++i) {
                centers[i] += m_breadths.item[i] / 2;
            }
            orderByKeys(m_layering.layers, centers);
            m_placement = placeAtTargets(m_layering.layers, m_breadths, targets);
        } else {
            reduceCrossings(m_layering.layers, m_parts.links.size());
            m_placement = place(m_layering.layers, m_breadths);
        }
        collect();
        return std::move(m_drawn);
    }

private:
    bool isTurned() const { return m_options.direction == Direction::TopToBottom; }
    const Layers& layers() const { return m_layering.layers; }
    const Vertex& vertex(int i) const { return at(m_parts.vertices, at(m_drawing.vertices, i)); }

    void measure() {
        m_breadths.grid = m_options.grid;
        m_breadths.nodeGap = m_options.nodeGap;
        m_breadths.edgeGap = m_options.edgeGap;
        m_breadths.boxGap = m_options.boxGap;
        m_breadths.kind = m_layering.kind;
        m_breadths.item.assign(m_layering.kind.size(), 0);
        std::map<double, int> halves;
        for (int i = 0; i < layers().vertexCount; ++i) {
            at(m_breadths.item, i) = vertex(i).breadth;
            ++halves[std::fmod(vertex(i).breadth / 2, m_options.grid)];
        }
        // Edges align with the middle of most nodes, which is not necessarily on the grid.
        const auto usual = std::max_element(halves.begin(), halves.end(),
                                            [](const auto& a, const auto& b) { return a.second < b.second; });
        const double edgeBreadth = usual == halves.end() ? 0 : 2 * usual->first;
        for (int i = layers().vertexCount; i < layers().itemCount(); ++i) {
            at(m_breadths.item, i) = at(m_layering.kind, i) == ItemKind::Edge ? edgeBreadth : 0;
        }
        constexpr int crowd = 5'000;
        m_breadths.bundled = layers().itemCount() > crowd && layers().itemCount() > 3 * layers().vertexCount;
        std::vector<bool> hasItems(layers().frames.size(), false);
        for (int i = 0; i < layers().itemCount(); ++i) {
            if (at(m_layering.kind, i) == ItemKind::Vertex) {
                for (int f = at(layers().frame, i); f > 0; f = at(layers().frames, f).parent) {
                    hasItems[static_cast<std::size_t>(f)] = true;
                }
            }
        }
        m_breadths.frame.resize(layers().frames.size());
        for (int f = 1; f < count(layers().frames); ++f) {
            const int box = at(m_drawing.frames, f - 1);
            auto& frame = at(m_breadths.frame, f);
            frame.before = m_options.boxPadding + (isTurned() ? 0 : m_options.titleHeight);
            frame.after = m_options.boxPadding;
            if (const double breadth = at(m_packed, box).breadth; breadth > 0) {
                frame.after += breadth + (hasItems[static_cast<std::size_t>(f)] ? m_options.boxGap : 0);
            }
            if (isTurned()) {
                frame.least = at(m_parts.frames, box).titleWidth + 2 * m_options.boxPadding;
            }
        }
    }

    void collect() {
        m_drawn.recalled = m_kept.isUsable();
        for (int i = 0; i < layers().vertexCount; ++i) {
            const int layer = at(layers().layer, i);
            m_drawn.vertices.push_back(
                {at(m_columns.start, layer), at(m_placement.item, i), vertex(i).length, vertex(i).breadth});
            m_drawn.layers.push_back(layer);
        }
        for (int f = 1; f < count(layers().frames); ++f) {
            const double start = at(m_placement.frameStart, f);
            const double end = at(m_placement.frameEnd, f);
            const Rect rect{at(m_columns.frameStart, f), start, at(m_columns.frameEnd, f) - at(m_columns.frameStart, f),
                            end - start};
            const double breadth = at(m_packed, at(m_drawing.frames, f - 1)).breadth;
            m_drawn.frames.push_back(rect);
            m_drawn.frameLayers.push_back(at(layers().frames, f).firstLayer);
            m_drawn.contents.push_back(
                {rect.x + m_options.boxPadding + (isTurned() ? m_options.titleHeight : 0),
                 std::ceil((end - m_options.boxPadding - breadth) / m_options.grid - 1e-9) * m_options.grid});
        }
        findFrameEnds();
        for (int l = 0; l < count(m_drawing.links); ++l) {
            m_drawn.links.push_back(route(l));
        }
        findBounds();
        if (!m_drawn.recalled) {
            moveToOrigin();
        }
    }

    void findFrameEnds() {
        m_starting.resize(layers().order.size());
        m_ending.resize(layers().order.size());
        for (int f = 1; f < count(layers().frames); ++f) {
            at(m_starting, at(layers().frames, f).firstLayer).push_back(f);
            at(m_ending, at(layers().frames, f).lastLayer).push_back(f);
        }
    }

    /// Whether an edge that goes from one position across the layers to another meets a frame without its item.
    bool isPassed(int frame, int item, double from, double to) const {
        const double start = at(m_placement.frameStart, frame);
        const double end = at(m_placement.frameEnd, frame);
        return std::min(from, to) < end && std::max(from, to) > start &&
               !layers().isInside(at(layers().frame, item), frame);
    }

    Drawn::Route route(int l) const {
        const auto& chain = at(m_layering.chains, l);
        Drawn::Route route;
        route.againstDirection = m_layering.reversed[static_cast<std::size_t>(l)];
        const auto add = [&route](double x, double y) {
            auto& points = route.points;
            const std::size_t n = points.size();
            if (n > 0 && points[n - 1] == Point{x, y}) {
                return;
            }
            if (n > 1 && points[n - 1].y == y && points[n - 2].y == y) {
                points[n - 1].x = x;
                return;
            }
            points.push_back({x, y});
        };
        if (chain.size() == 1) { // a loop from a vertex to itself
            const Rect& rect = at(m_drawn.vertices, chain.front());
            const double out = rect.right() + m_options.grid;
            route.points = {{rect.right(), rect.y + rect.height / 4},
                            {out, rect.y + rect.height / 4},
                            {out, rect.y + rect.height * 3 / 4},
                            {rect.right(), rect.y + rect.height * 3 / 4}};
            return route;
        }
        for (std::size_t i = 0; i < chain.size(); ++i) {
            const int item = chain[i];
            const int layer = at(layers().layer, item);
            const double y = at(m_placement.item, item) + at(m_breadths.item, item) / 2;
            const auto centerOf = [this](int other) {
                return at(m_placement.item, other) + at(m_breadths.item, other) / 2;
            };
            if (i > 0) {
                const double start = at(m_columns.start, layer);
                double x = start;
                for (const int f : at(m_starting, layer)) {
                    if (isPassed(f, item, centerOf(chain[i - 1]), y)) {
                        x = std::min(x, at(m_columns.frameStart, f));
                    }
                }
                add(x, y);
                add(start, y);
            } else {
                add(at(m_drawn.vertices, item).right(), y);
            }
            if (i + 1 < chain.size()) {
                double x = at(m_columns.end, layer);
                for (const int f : at(m_ending, layer)) {
                    if (isPassed(f, item, y, centerOf(chain[i + 1]))) {
                        x = std::max(x, at(m_columns.frameEnd, f));
                    }
                }
                add(x, y);
            }
        }
        if (route.againstDirection) {
            std::reverse(route.points.begin(), route.points.end());
        }
        return route;
    }

    void findBounds() {
        bool first = true;
        const auto add = [&](const Rect& rect) {
            m_drawn.bounds = first ? rect : m_drawn.bounds.united(rect);
            first = false;
        };
        for (const Rect& rect : m_drawn.vertices) {
            add(rect);
        }
        for (const Rect& rect : m_drawn.frames) {
            add(rect);
        }
        for (const auto& link : m_drawn.links) {
            for (const Point& point : link.points) {
                add({point.x, point.y, 0, 0});
            }
        }
        // Positions derived from the bounds stay on the grid.
        Rect& bounds = m_drawn.bounds;
        const double x = std::floor(bounds.x / m_options.grid) * m_options.grid;
        const double y = std::floor(bounds.y / m_options.grid) * m_options.grid;
        bounds = {x, y, bounds.right() - x, bounds.bottom() - y};
    }

    void moveToOrigin() {
        const double dx = -m_drawn.bounds.x;
        const double dy = -m_drawn.bounds.y;
        const auto move = [&](auto& thing) {
            thing.x += dx;
            thing.y += dy;
        };
        for (auto* rects : {&m_drawn.vertices, &m_drawn.frames}) {
            for (Rect& rect : *rects) {
                move(rect);
            }
        }
        for (Point& point : m_drawn.contents) {
            move(point);
        }
        for (auto& link : m_drawn.links) {
            for (Point& point : link.points) {
                move(point);
            }
        }
        move(m_drawn.bounds);
    }

    const Parts& m_parts;
    const Drawing& m_drawing;
    const Options& m_options;
    const std::vector<Extent>& m_packed;
    PreviousPositions m_kept;
    Layering m_layering;
    Breadths m_breadths;
    Columns m_columns;
    std::vector<std::vector<int>> m_starting, m_ending; // frames by their first and last layer
    Placement m_placement;
    Drawn m_drawn;
};

} // namespace

Drawn draw(const Parts& parts, int drawing, const Options& options, const std::vector<Extent>& packed,
           const PreviousScene& previous) {
    return Drawer(parts, drawing, options, packed, previous).run();
}

} // namespace planlens::layout
