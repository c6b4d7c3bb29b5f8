// SPDX-License-Identifier: MPL-2.0
#include "core/layout/layout.h"

#include "core/layout/drawing.h"
#include "core/layout/extension/previous_scene.h"
#include "core/layout/pack.h"
#include "core/layout/parts.h"

#include "core/layout/adjacency.h"

#include <algorithm>
#include <utility>

namespace planlens::layout {

namespace {

class SceneMaker {
public:
    SceneMaker(const Input& input, const Options& options, const Scene* previous)
        : m_input(input)
        , m_options(options)
        , m_parts(findParts(input, options, groupsBefore(input, previous, options.direction)))
        , m_previous(matchPrevious(m_parts, input, previous, options.direction))
        , m_drawn(m_parts.drawings.size())
        , m_origins(m_parts.drawings.size())
        , m_drawingsIn(m_parts.frames.size() + 1)
        , m_packed(m_parts.frames.size()) {
        for (int d = 0; d < count(m_parts.drawings); ++d) {
            at(m_drawingsIn, at(m_parts.drawings, d).area + 1).push_back(d);
        }
    }

    Scene run() {
        // Inner areas first, because their size is part of the surrounding frame.
        for (int d = count(m_parts.drawings) - 1; d >= 0; --d) {
            for (const int box : at(m_parts.drawings, d).frames) {
                packArea(box);
            }
            at(m_drawn, d) = draw(m_parts, d, m_options, m_packed, m_previous);
        }
        packArea(-1);
        placeDrawings();
        makeScene();
        return std::move(m_scene);
    }

private:
    const Rect& bounds(int drawing) const { return at(m_drawn, drawing).bounds; }

    /// Returns the start of an area in the previous scene: the outermost corner of its known drawings.
    Point areaBefore(int area) const {
        if (area < 0) {
            return {};
        }
        bool any = false;
        Point corner;
        for (const int d : at(m_drawingsIn, area + 1)) {
            if (at(m_drawn, d).recalled) {
                const Point origin = at(m_previous.drawings, d).origin;
                corner = any ? Point{std::min(corner.x, origin.x), std::min(corner.y, origin.y)} : origin;
                any = true;
            }
        }
        return corner;
    }

    /// Packs the drawings of an area. Afterwards their origins are relative to it.
    void packArea(int area) {
        const auto& drawings = at(m_drawingsIn, area + 1);
        if (drawings.empty()) {
            return;
        }
        const Point before = areaBefore(area);
        std::vector<PackItem> items;
        for (const int d : drawings) {
            auto& item = items.emplace_back();
            item.extent = {bounds(d).width, bounds(d).height};
            item.single = at(m_parts.drawings, d).vertices.size() == 1 && at(m_parts.drawings, d).frames.empty();
            if (at(m_drawn, d).recalled) {
                const Point origin = at(m_previous.drawings, d).origin;
                item.before = Point{origin.x + bounds(d).x - before.x, origin.y + bounds(d).y - before.y};
            }
        }
        PackOptions options{.grid = m_options.grid, .gap = m_options.componentGap, .singleGap = m_options.nodeGap};
        const bool turned = m_options.direction == Direction::TopToBottom;
        options.aspectRatio = turned ? 1 / m_options.aspectRatio : m_options.aspectRatio;
        if (area >= 0 && !turned) {
            options.leastLength = at(m_parts.frames, area).titleWidth;
        }
        auto places = pack(items, options);
        Point least{};
        if (area >= 0) {
            least = places.front();
            for (const Point& place : places) {
                least = {std::min(least.x, place.x), std::min(least.y, place.y)};
            }
        }
        Extent size;
        for (int i = 0; i < count(drawings); ++i) {
            const int d = at(drawings, i);
            const Point place{at(places, i).x - least.x, at(places, i).y - least.y};
            at(m_origins, d) = {place.x - bounds(d).x, place.y - bounds(d).y};
            size.length = std::max(size.length, place.x + bounds(d).width);
            size.breadth = std::max(size.breadth, place.y + bounds(d).height);
        }
        if (area >= 0) {
            at(m_packed, area) = size;
        }
    }

    /// Makes origins absolute, outer areas first.
    void placeDrawings() {
        std::vector<Point> areaOrigin(m_parts.frames.size());
        for (int d = 0; d < count(m_parts.drawings); ++d) {
            const auto& drawing = at(m_parts.drawings, d);
            Point& origin = at(m_origins, d);
            if (drawing.area >= 0) {
                origin.x += at(areaOrigin, drawing.area).x;
                origin.y += at(areaOrigin, drawing.area).y;
            }
            for (int f = 0; f < count(drawing.frames); ++f) {
                const Point& contents = at(at(m_drawn, d).contents, f);
                at(areaOrigin, at(drawing.frames, f)) = {origin.x + contents.x, origin.y + contents.y};
            }
        }
    }

    Rect onScreen(Rect rect, int drawing) const {
        rect.x += at(m_origins, drawing).x;
        rect.y += at(m_origins, drawing).y;
        return turned(rect, m_options.direction);
    }
    Point onScreen(Point point, int drawing) const {
        point.x += at(m_origins, drawing).x;
        point.y += at(m_origins, drawing).y;
        return turned(point, m_options.direction);
    }

    void makeScene() {
        m_scene.direction = m_options.direction;
        m_scene.nodes.resize(m_input.nodes.size());
        m_scene.boxes.resize(m_input.boxes.size());
        m_scene.edges.reserve(m_parts.links.size());
        for (int b = 0; b < count(m_input.boxes); ++b) {
            auto& box = at(m_scene.boxes, b);
            box.id = at(m_input.boxes, b).id;
            box.folding = at(m_input.boxes, b).folding;
            box.visible = at(m_parts.frames, b).shown || at(m_parts.vertexOfBox, b) >= 0;
        }
        for (int d = 0; d < count(m_parts.drawings); ++d) {
            const bool first = d == 0;
            m_scene.groups.push_back({turned(at(m_origins, d), m_options.direction)});
            if (at(m_parts.drawings, d).area < 0) {
                const Rect rect = onScreen(bounds(d), d);
                m_scene.bounds = first ? rect : m_scene.bounds.united(rect);
            }
            takeDrawing(d);
        }
        for (int n = 0; n < count(m_input.nodes); ++n) {
            auto& node = at(m_scene.nodes, n);
            node.id = at(m_input.nodes, n).id;
            const auto& vertex = at(m_parts.vertices, at(m_parts.vertexOfNode, n));
            if (vertex.element != n) {
                const auto& box = at(m_scene.boxes, vertex.element - count(m_input.nodes));
                node.visible = false;
                node.rect = box.rect;
                node.layer = box.layer;
                node.group = box.group;
            }
        }
    }

    void takeDrawing(int d) {
        const auto& drawing = at(m_parts.drawings, d);
        const auto& drawn = at(m_drawn, d);
        for (int i = 0; i < count(drawing.vertices); ++i) {
            const auto& vertex = at(m_parts.vertices, at(drawing.vertices, i));
            const bool isNode = vertex.element < count(m_input.nodes);
            const Rect rect = onScreen(at(drawn.vertices, i), d);
            if (isNode) {
                auto& taken = at(m_scene.nodes, vertex.element);
                taken.rect = rect;
                taken.layer = at(drawn.layers, i);
                taken.group = d;
            } else {
                auto& taken = at(m_scene.boxes, vertex.element - count(m_input.nodes));
                taken.rect = rect;
                taken.layer = at(drawn.layers, i);
                taken.group = d;
            }
        }
        for (int f = 0; f < count(drawing.frames); ++f) {
            auto& box = at(m_scene.boxes, at(drawing.frames, f));
            box.rect = onScreen(at(drawn.frames, f), d);
            box.titleHeight = m_options.titleHeight;
            box.layer = at(drawn.frameLayers, f);
            box.group = d;
        }
        for (int l = 0; l < count(drawing.links); ++l) {
            const auto& link = at(m_parts.links, at(drawing.links, l));
            SceneEdge edge;
            edge.edges = link.edges;
            edge.from = static_cast<Index>(at(m_parts.vertices, link.from).element);
            edge.to = static_cast<Index>(at(m_parts.vertices, link.to).element);
            edge.againstDirection = at(drawn.links, l).againstDirection;
            for (const Point& point : at(drawn.links, l).points) {
                edge.points.push_back(onScreen(point, d));
            }
            m_scene.edges.push_back(std::move(edge));
        }
    }

    const Input& m_input;
    const Options& m_options;
    Parts m_parts;
    PreviousScene m_previous;
    std::vector<Drawn> m_drawn;
    std::vector<Point> m_origins;               // of drawings
    std::vector<std::vector<int>> m_drawingsIn; // by area + 1
    std::vector<Extent> m_packed;               // by box
    Scene m_scene;
};

} // namespace

Scene layout(const Input& input, const Options& options, const Scene* previous) {
    return SceneMaker(input, options, previous).run();
}

} // namespace planlens::layout
