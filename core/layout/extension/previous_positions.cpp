// SPDX-License-Identifier: MPL-2.0
#include "core/layout/extension/previous_positions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace planlens::layout {

namespace {

Rect relative(Rect rect, const Point& origin) {
    rect.x -= origin.x;
    rect.y -= origin.y;
    return rect;
}

double acrossAt(const std::vector<Point>& points, double x) {
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Point& a = points[i - 1];
        const Point& b = points[i];
        if (x <= b.x) {
            const double part = b.x > a.x ? std::clamp((x - a.x) / (b.x - a.x), 0.0, 1.0) : 1.0;
            return a.y + (b.y - a.y) * part;
        }
    }
    return points.back().y;
}

/// Finds space for new items among those that stay in place.
class RoomFinder {
public:
    RoomFinder(const Layering& layering, const Breadths& breadths, const std::vector<std::optional<Rect>>& frames)
        : m_layers(layering.layers)
        , m_breadths(breadths)
        , m_frames(frames)
        , m_top(layering.kind.size(), 0)
        , m_set(layering.kind.size(), false)
        , m_vertices(m_layers.order.size())
        , m_framesIn(m_layers.order.size()) {
        for (int i = 0; i < m_layers.vertexCount; ++i) {
            at(m_vertices, at(m_layers.layer, i)).push_back(i);
        }
        for (int f = 1; f < count(m_layers.frames); ++f) {
            const auto& span = at(m_layers.frames, f);
            for (int l = span.firstLayer; at(frames, f) && l <= span.lastLayer; ++l) {
                at(m_framesIn, l).push_back(f);
            }
        }
    }

    void fix(int item, double top) {
        at(m_top, item) = top;
        m_set[static_cast<std::size_t>(item)] = true;
    }

    /// Fixes an item at its previous position, or as near to it as space allows.
    void fixNear(int item, double top) {
        const int layer = at(m_layers.layer, item);
        fix(item, isFree(layer, item, top) ? top : freePlace(layer, item, top));
    }

    std::vector<double> run() {
        for (int l = 0; l < count(m_layers.order); ++l) {
            for (const int item : at(m_layers.order, l)) {
                if (!m_set[static_cast<std::size_t>(item)] && at(m_breadths.kind, item) != ItemKind::Filler) {
                    fix(item, freePlace(l, item, target(l, item)));
                }
            }
        }
        for (int item = m_layers.vertexCount; item < m_layers.itemCount(); ++item) {
            if (at(m_breadths.kind, item) == ItemKind::Filler) {
                fix(item, fillerWish(item));
            }
        }
        return std::move(m_top);
    }

private:
    double size(int item) const { return at(m_breadths.item, item); }
    double center(int item) const { return at(m_top, item) + size(item) / 2; }
    const std::optional<Rect>& frameRect(int item) const { return at(m_frames, at(m_layers.frame, item)); }

    /// Returns the lower edge that aligns an item with its neighbors.
    double target(int layer, int item) const {
        std::vector<double> centers;
        for (const auto* side : {&m_layers.before, &m_layers.after}) {
            for (const int other : (*side)[item]) {
                if (m_set[static_cast<std::size_t>(other)]) {
                    centers.push_back(center(other));
                }
            }
        }
        if (!centers.empty()) {
            std::sort(centers.begin(), centers.end());
            return centers[(centers.size() - 1) / 2] - size(item) / 2;
        }
        if (frameRect(item)) {
            return frameRect(item)->center().y - size(item) / 2;
        }
        double end = 0;
        for (const int other : at(m_layers.order, layer)) {
            if (m_set[static_cast<std::size_t>(other)]) {
                end = std::max(end, at(m_top, other) + size(other) + m_breadths.nodeGap);
            }
        }
        return end;
    }

    /// Whether frames and vertices leave space; other edges keep their previous positions.
    bool isFree(int layer, int item, double top) const {
        const double gap = isThin(item) ? m_breadths.edgeGap : m_breadths.nodeGap;
        const auto meets = [&](double start, double end, double distance) {
            return top + size(item) + distance > start && top < end + distance;
        };
        for (const int other : at(m_vertices, layer)) {
            if (m_set[static_cast<std::size_t>(other)] &&
                meets(at(m_top, other), at(m_top, other) + size(other), gap)) {
                return false;
            }
        }
        for (const int f : at(m_framesIn, layer)) {
            if (isObstacle(f, item) && meets(at(m_frames, f)->y, at(m_frames, f)->bottom(), frameGap(item))) {
                return false;
            }
        }
        return true;
    }

    /// Only frames beside an item within its own frame are obstacles; others cannot come near it.
    bool isObstacle(int frame, int item) const {
        const int own = at(m_layers.frame, item);
        return frame != own && m_layers.isInside(frame, own);
    }

    bool isThin(int item) const { return at(m_breadths.kind, item) == ItemKind::Edge; }
    double frameGap(int item) const { return isThin(item) ? m_breadths.edgeGap : m_breadths.boxGap; }

    double freePlace(int layer, int item, double wished) const {
        struct Span {
            double start;
            double end;
        };
        const double grid = m_breadths.grid;
        const int frame = at(m_layers.frame, item);
        std::vector<Span> forbidden; // for the lower edge of the item
        const auto forbid = [&](double start, double end, double gap) {
            forbidden.push_back({start - gap - size(item), end + gap});
        };
        for (const int other : at(m_layers.order, layer)) {
            if (m_set[static_cast<std::size_t>(other)] && m_layers.isInside(at(m_layers.frame, other), frame)) {
                if (m_breadths.bundled && isThin(item) && isThin(other)) {
                    continue;
                }
                const bool both = !isThin(item) && at(m_breadths.kind, other) == ItemKind::Vertex;
                forbid(at(m_top, other), at(m_top, other) + size(other),
                       both ? m_breadths.nodeGap : m_breadths.edgeGap);
            }
        }
        for (const int f : at(m_framesIn, layer)) {
            if (isObstacle(f, item)) {
                forbid(at(m_frames, f)->y, at(m_frames, f)->bottom(), frameGap(item));
            }
        }
        constexpr double infinity = std::numeric_limits<double>::infinity();
        double end = infinity;
        if (frame > 0 && at(m_frames, frame)) {
            const Rect& rect = *at(m_frames, frame);
            forbidden.push_back({-infinity, rect.y + at(m_breadths.frame, frame).before});
            end = rect.bottom() - at(m_breadths.frame, frame).after - size(item);
        }
        std::sort(forbidden.begin(), forbidden.end(), [](const Span& a, const Span& b) { return a.start < b.start; });
        const double snapped = std::round(wished / grid) * grid;
        double best = snapped;
        double bestDistance = infinity;
        const auto consider = [&](double from, double to) { // free interval
            from = std::ceil(from / grid - 1e-9) * grid;
            to = std::floor(to / grid + 1e-9) * grid;
            if (from > to) {
                return;
            }
            const double place = std::clamp(snapped, from, to);
            if (std::abs(place - wished) < bestDistance) {
                best = place;
                bestDistance = std::abs(place - wished);
            }
        };
        double freeFrom = -infinity;
        for (const Span& span : forbidden) {
            consider(freeFrom, std::min(span.start, end));
            freeFrom = std::max(freeFrom, span.end);
        }
        consider(freeFrom, end);
        if (bestDistance == infinity) { // no space: the frame has to grow
            consider(freeFrom, infinity);
        }
        return best;
    }

    double fillerWish(int filler) const {
        if (frameRect(filler)) {
            return frameRect(filler)->y + at(m_breadths.frame, at(m_layers.frame, filler)).before;
        }
        double sum = 0;
        double number = 0;
        for (int item = 0; item < m_layers.itemCount(); ++item) {
            if (m_set[static_cast<std::size_t>(item)] &&
                m_layers.isInside(at(m_layers.frame, item), at(m_layers.frame, filler))) {
                sum += at(m_top, item);
                number += 1;
            }
        }
        return number > 0 ? sum / number : 0;
    }

    const Layers& m_layers;
    const Breadths& m_breadths;
    const std::vector<std::optional<Rect>>& m_frames;
    std::vector<double> m_top;
    std::vector<bool> m_set;
    std::vector<std::vector<int>> m_vertices; // by layer
    std::vector<std::vector<int>> m_framesIn; // by layer: frames with a known position
};

} // namespace

PreviousPositions::PreviousPositions(const Parts& parts, int drawing, const PreviousScene& previous)
    : m_vertices(at(parts.drawings, drawing).vertices.size())
    , m_frames(at(parts.drawings, drawing).frames.size() + 1)
    , m_routes(at(parts.drawings, drawing).links.size()) {
    if (previous.isEmpty() || !at(previous.drawings, drawing).matched) {
        return;
    }
    const auto& members = at(parts.drawings, drawing);
    const Point origin = at(previous.drawings, drawing).origin;
    int known = 0;
    for (int i = 0; i < count(members.vertices); ++i) {
        if (const auto& vertex = at(previous.vertices, at(members.vertices, i))) {
            at(m_vertices, i) = {relative(vertex->rect, origin), vertex->layer};
            ++known;
        }
    }
    for (int f = 0; f < count(members.frames); ++f) {
        if (const auto& rect = at(previous.frames, at(members.frames, f))) {
            at(m_frames, f + 1) = relative(*rect, origin);
        }
    }
    for (int l = 0; l < count(members.links); ++l) {
        const SceneEdge* edge = at(previous.links, at(members.links, l));
        if (edge == nullptr || edge->points.empty()) {
            continue;
        }
        auto& route = at(m_routes, l);
        for (const Point& given : edge->points) {
            const Point point = turned(given, previous.direction);
            route.push_back({point.x - origin.x, point.y - origin.y});
        }
        if (edge->againstDirection) {
            std::reverse(route.begin(), route.end());
        }
    }
    m_usable = 2 * known >= count(members.vertices);
}

std::vector<std::optional<double>> PreviousPositions::columns(const Layers& layers) const {
    std::vector<std::optional<double>> result(layers.order.size());
    if (!m_usable) {
        return result;
    }
    for (int i = 0; i < layers.vertexCount; ++i) {
        auto& start = at(result, at(layers.layer, i));
        if (const auto& vertex = at(m_vertices, i); vertex && (!start || *start < vertex->rect.x)) {
            start = vertex->rect.x;
        }
    }
    if (layers.vertexCount == 0) {
        result.front() = 0;
        if (const auto& rect = m_frames.back()) {
            result.front() = rect->x;
        }
    }
    return result;
}

std::vector<double> PreviousPositions::targets(const Layering& layering, const Breadths& breadths) const {
    const auto& layers = layering.layers;
    const auto starts = columns(layers);
    RoomFinder finder(layering, breadths, m_frames);
    const auto keepsLayer = [&](int i) {
        const auto& start = at(starts, at(layers.layer, i));
        return start && at(m_vertices, i)->rect.x >= *start;
    };
    for (int i = 0; i < layers.vertexCount; ++i) {
        if (at(m_vertices, i) && keepsLayer(i)) {
            finder.fix(i, at(m_vertices, i)->rect.y);
        }
    }
    for (int i = 0; i < layers.vertexCount; ++i) {
        if (at(m_vertices, i) && !keepsLayer(i)) {
            finder.fixNear(i, at(m_vertices, i)->rect.y);
        }
    }
    for (int l = 0; l < count(layering.chains); ++l) {
        const auto& chain = at(layering.chains, l);
        for (std::size_t i = 1; i + 1 < chain.size() && !at(m_routes, l).empty(); ++i) {
            if (const auto& start = at(starts, at(layers.layer, chain[i]))) {
                finder.fixNear(chain[i], acrossAt(at(m_routes, l), *start) - at(breadths.item, chain[i]) / 2);
            }
        }
    }
    return finder.run();
}

} // namespace planlens::layout
