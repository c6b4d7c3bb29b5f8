// SPDX-License-Identifier: MPL-2.0
// Routes new edges around nodes, and builds the resulting scene.
#include "core/layout/extension/extender.h"

#include <algorithm>
#include <set>

namespace planlens::layout {

namespace {

bool crosses(const Point& a, const Point& b, const std::vector<Rect>& obstacles) {
    return std::any_of(obstacles.begin(), obstacles.end(), [&](const Rect& rect) {
        const double left = std::max(std::min(a.x, b.x), rect.x);
        const double right = std::min(std::max(a.x, b.x), rect.right());
        if (left > right) {
            return false;
        }
        const auto acrossAt = [&](double x) { return a.x == b.x ? a.y : a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x); };
        const double low = a.x == b.x ? std::min(a.y, b.y) : std::min(acrossAt(left), acrossAt(right));
        const double high = a.x == b.x ? std::max(a.y, b.y) : std::max(acrossAt(left), acrossAt(right));
        return low < rect.bottom() && high > rect.y;
    });
}

} // namespace

/// Returns a straight line if nothing is in between, otherwise a route in a lane beside the obstacles; if there is none
/// beside modules, one through modules.
std::vector<Point> Extender::route(const Rect& from, const Rect& to) const {
    std::vector<Rect> obstacles;
    for (const Element& e : m_elements) {
        if (e.shown && e.placed && !(e.rect == from) && !(e.rect == to)) {
            obstacles.push_back(e.rect);
        }
    }
    const std::size_t nodes = obstacles.size();
    for (int f = 0; f < frameCount(); ++f) {
        if (isPlacedFrame(m_nodeCount + f) && !frame(f).rect.contains(from) && !frame(f).rect.contains(to)) {
            obstacles.push_back(frame(f).rect);
        }
    }
    std::vector<Point> points = routeAround(from, to, obstacles);
    if (points.empty() && obstacles.size() > nodes) {
        obstacles.resize(nodes);
        points = routeAround(from, to, obstacles);
    }
    if (points.empty()) {
        const bool isBackward = to.right() <= from.x;
        points = {{isBackward ? from.x : from.right(), from.center().y},
                  {isBackward ? to.right() : to.x, to.center().y}};
    }
    return points;
}

/// Returns no points if all lanes are blocked.
std::vector<Point> Extender::routeAround(const Rect& from, const Rect& to, const std::vector<Rect>& obstacles) const {
    const bool isBackward = to.right() <= from.x;
    const Point a{isBackward ? from.x : from.right(), from.center().y};
    const Point b{isBackward ? to.right() : to.x, to.center().y};
    if (!crosses(a, b, obstacles)) {
        return {a, b};
    }
    const double bend = (isBackward ? -1 : 1) * std::min(m_options.layerGap / 2, std::abs(b.x - a.x) / 3);
    const double middle = (a.y + b.y) / 2;
    std::vector<double> lanes{middle};
    for (const Rect& rect : obstacles) {
        lanes.push_back(rect.y - m_options.edgeGap);
        lanes.push_back(rect.bottom() + m_options.edgeGap);
    }
    std::sort(lanes.begin(), lanes.end(),
              [&](double p, double q) { return std::abs(p - middle) < std::abs(q - middle); });
    constexpr std::size_t mostLanes = 200;
    for (std::size_t i = 0; i < std::min(lanes.size(), mostLanes); ++i) {
        const Point c{a.x + bend, lanes[i]};
        const Point d{b.x - bend, lanes[i]};
        if (!crosses(a, c, obstacles) && !crosses(c, d, obstacles) && !crosses(d, b, obstacles)) {
            return {a, c, d, b};
        }
    }
    return {};
}

/// Whether a route of the previous scene crosses a module that was unfolded since.
bool Extender::isBlocked(const Link& link, const std::vector<Point>& points, const std::vector<int>& unfolded) const {
    for (const int f : unfolded) {
        const Rect rect = turn(frame(f).rect);
        if (isWithin(element(link.from).parent, f) || isWithin(element(link.to).parent, f)) {
            continue;
        }
        for (std::size_t i = 1; i < points.size(); ++i) {
            if (crosses(points[i - 1], points[i], {rect})) {
                return true;
            }
        }
    }
    return false;
}

/// Adds the edges. Those between the same places as before keep their points unless an unfolded box is in their way.
void Extender::addEdges(Scene& scene) {
    std::map<std::pair<std::string_view, std::string_view>, const SceneEdge*> before;
    const auto idBefore = [&](Index i) -> std::string_view {
        return i < m_previous.nodes.size() ? m_previous.nodes[i].id : m_previous.boxes[i - m_previous.nodes.size()].id;
    };
    for (const SceneEdge& edge : m_previous.edges) {
        before.emplace(std::pair(idBefore(edge.from), idBefore(edge.to)), &edge);
    }
    const std::set<int> fresh(m_fresh.begin(), m_fresh.end());
    const auto idNow = [&](int i) -> std::string_view {
        return i < m_nodeCount ? at(m_input.nodes, i).id : at(m_input.boxes, i - m_nodeCount).id;
    };
    std::set<std::string_view> foldedBefore;
    for (const SceneBox& box : m_previous.boxes) {
        if (box.folding == Folding::Folded) {
            foldedBefore.insert(box.id);
        }
    }
    // Edges of boxes that were folded or unfolded now end elsewhere.
    const auto isSameAsBefore = [&](int i) { return i < m_nodeCount || foldedBefore.contains(idNow(i)); };
    std::vector<int> unfolded;
    for (int f = 0; f < m_boxCount; ++f) {
        if (isPlacedFrame(m_nodeCount + f) && foldedBefore.contains(at(m_input.boxes, f).id)) {
            unfolded.push_back(f);
        }
    }
    for (Link& link : m_links) {
        SceneEdge edge;
        edge.edges = std::move(link.edges);
        edge.from = static_cast<Index>(link.from);
        edge.to = static_cast<Index>(link.to);
        const auto found = before.find({idNow(link.from), idNow(link.to)});
        const auto inner = m_inner.find({link.from, link.to});
        if (inner != m_inner.end()) {
            edge.points = inner->second.first;
            edge.againstDirection = inner->second.second;
        } else if (found != before.end() && !fresh.contains(link.from) && !fresh.contains(link.to) &&
                   isSameAsBefore(link.from) && isSameAsBefore(link.to) &&
                   !isBlocked(link, found->second->points, unfolded)) {
            edge.points = found->second->points;
            edge.againstDirection = found->second->againstDirection;
        } else {
            edge.againstDirection = element(link.to).rect.right() <= element(link.from).rect.x;
            for (const Point& point : route(element(link.from).rect, element(link.to).rect)) {
                edge.points.push_back(turned(point, m_options.direction));
            }
        }
        scene.edges.push_back(std::move(edge));
    }
}

Scene Extender::makeScene() {
    Scene scene;
    scene.direction = m_options.direction;
    scene.groups = m_previous.groups;
    for (int n = 0; n < m_nodeCount; ++n) {
        const Element& shown = element(at(m_elementOfNode, n));
        scene.nodes.push_back({at(m_input.nodes, n).id, turn(shown.rect), element(n).shown, shown.layer, shown.group,
                               element(n).shown ? std::nullopt : element(n).lastShown});
    }
    for (int b = 0; b < m_boxCount; ++b) {
        const Element& box = frame(b);
        scene.boxes.push_back({at(m_input.boxes, b).id, turn(box.rect), box.titleHeight,
                               (isFrame(b) && box.placed) || box.shown, at(m_input.boxes, b).folding, box.layer,
                               box.group, isFrame(b) ? std::nullopt : box.lastShown});
    }
    for (int f = m_boxCount; f < frameCount(); ++f) {
        if (frame(f).placed) {
            at(scene.boxes, at(m_boxOf, f)).more.push_back(turn(frame(f).rect));
        }
    }
    addEdges(scene);
    bool any = false;
    const auto hold = [&](const Rect& rect) {
        scene.bounds = any ? scene.bounds.united(rect) : rect;
        any = true;
    };
    for (const SceneEdge& edge : scene.edges) {
        for (const Point& point : edge.points) {
            hold({point.x, point.y, 0, 0});
        }
    }
    for (const auto& node : scene.nodes) {
        hold(node.rect);
    }
    for (const auto& box : scene.boxes) {
        if (box.visible) {
            hold(box.rect);
        }
        std::for_each(box.more.begin(), box.more.end(), hold);
    }
    return scene;
}

} // namespace planlens::layout
