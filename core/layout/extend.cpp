// SPDX-License-Identifier: MPL-2.0
#include "core/layout/extend.h"

#include "core/layout/adjacency.h"
#include "core/layout/layout.h"
#include "core/layout/recall.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace planlens::layout {

namespace {

/// Everything here runs along and across the layers, so that there is one direction.
class Extender {
public:
    Extender(const Input& input, const Options& options, const Scene& previous)
        : m_input(input)
        , m_options(options)
        , m_previous(previous)
        , m_nodeCount(count(input.nodes))
        , m_boxCount(count(input.boxes)) {}

    std::optional<Scene> run() {
        if (m_previous.direction != m_options.direction || m_previous.nodes.empty()) {
            return std::nullopt;
        }
        findShown();
        recallElements();
        constexpr int mostFresh = 300; // more than that is better drawn anew, and sooner
        const bool isMostlyNew = m_known * 2 < m_shownCount && m_unfoldedAt.empty();
        const bool isMostlyGone = m_gone * 2 > count(m_previous.nodes);
        if (isMostlyNew || isMostlyGone || count(m_fresh) > mostFresh) {
            return std::nullopt;
        }
        for (int b = 0; b < m_boxCount; ++b) {
            const int parent = frame(b).parent;
            if (isFrame(b) && !frame(b).placed && (parent < 0 || frame(parent).placed) && !putModule(b)) {
                return std::nullopt;
            }
        }
        makeLinks();
        for (const int element : m_fresh) {
            if (!m_elements[static_cast<std::size_t>(element)].placed && !putWhereThereIsRoom(element)) {
                return std::nullopt;
            }
        }
        return makeScene();
    }

private:
    struct Element {
        std::optional<Rect> lastShown; // on screen
        Rect rect;
        int parent = -1; // box
        int layer = 0;
        int group = 0;
        bool shown = false; // as a node or a folded box
        bool placed = false;
        double titleHeight = 0; // of frames
    };
    struct Link {
        int from, to;
        std::vector<Index> edges;
    };

    bool isFrame(int box) const { return at(m_outermostFolded, box) < 0; }
    Element& element(int i) { return at(m_elements, i); }
    const Element& element(int i) const { return at(m_elements, i); }
    Element& frame(int box) { return at(m_elements, m_nodeCount + box); }
    const Element& frame(int box) const { return at(m_elements, m_nodeCount + box); }
    Rect turn(const Rect& rect) const { return turned(rect, m_options.direction); }

    void findShown() {
        m_elements.resize(static_cast<std::size_t>(m_nodeCount + m_boxCount));
        m_outermostFolded.assign(static_cast<std::size_t>(m_boxCount), -1);
        m_elementOfNode.resize(static_cast<std::size_t>(m_nodeCount));
        for (int b = 0; b < m_boxCount; ++b) {
            std::optional<Index> up = static_cast<Index>(b);
            for (int steps = 0; up && steps <= m_boxCount; ++steps, up = m_input.boxes[*up].parent) {
                if (m_input.boxes[*up].folding == Folding::Folded) {
                    at(m_outermostFolded, b) = static_cast<int>(*up);
                }
            }
            const auto& given = at(m_input.boxes, b);
            frame(b).parent = given.parent ? static_cast<int>(*given.parent) : -1;
            frame(b).shown = at(m_outermostFolded, b) == b;
            frame(b).rect = turn({0, 0, given.foldedWidth, given.foldedHeight});
        }
        for (int n = 0; n < m_nodeCount; ++n) {
            const auto& given = at(m_input.nodes, n);
            const int box = given.box ? static_cast<int>(*given.box) : -1;
            const int folded = box < 0 ? -1 : at(m_outermostFolded, box);
            at(m_elementOfNode, n) = folded < 0 ? n : m_nodeCount + folded;
            element(n).parent = box;
            element(n).shown = folded < 0;
            element(n).rect = turn({0, 0, given.width, given.height});
        }
    }

    /// What was there before stays; the rest has to find its place.
    void recallElements() {
        std::unordered_map<std::string_view, const SceneNode*> nodes;
        std::unordered_map<std::string_view, const SceneBox*> boxes;
        for (const auto& node : m_previous.nodes) {
            nodes.emplace(node.id, &node);
        }
        for (const auto& box : m_previous.boxes) {
            boxes.emplace(box.id, &box);
        }
        for (int b = 0; b < m_boxCount; ++b) {
            const auto found = boxes.find(at(m_input.boxes, b).id);
            Element& taken = frame(b);
            if (found != boxes.end()) {
                const SceneBox& before = *found->second;
                taken.lastShown = before.visible && before.folding == Folding::Unfolded ? before.rect : before.lastShown;
                taken.layer = before.layer;
                taken.group = before.group;
            }
            if (found == boxes.end() || !found->second->visible || !(isFrame(b) || taken.shown)) {
                continue;
            }
            const SceneBox& before = *found->second;
            const Rect was = turn(before.rect);
            if (isFrame(b) && before.folding == Folding::Folded) {
                m_unfoldedAt.emplace(b, Point{was.x, was.y}); // what is in it has to be laid out
                continue;
            }
            if (taken.shown && before.folding == Folding::Unfolded) {
                taken.rect = {was.x, was.y, std::min(taken.rect.width, was.width), std::min(taken.rect.height, was.height)};
            } else {
                taken.rect = was;
            }
            taken.placed = true;
            taken.titleHeight = isFrame(b) ? before.titleHeight : 0;
            taken.layer = before.layer;
            taken.group = before.group;
        }
        for (int n = 0; n < m_nodeCount; ++n) {
            const auto found = nodes.find(at(m_input.nodes, n).id);
            if (found != nodes.end()) {
                element(n).lastShown = found->second->visible ? found->second->rect : found->second->lastShown;
            }
            if (!element(n).shown || found == nodes.end() || !found->second->visible) {
                continue;
            }
            const Rect was = turn(found->second->rect);
            if (was.width == element(n).rect.width && was.height == element(n).rect.height) {
                element(n).rect = was;
                element(n).placed = true;
                element(n).layer = found->second->layer;
                element(n).group = found->second->group;
            }
        }
        std::set<std::string_view> given;
        for (const auto& node : m_input.nodes) {
            given.insert(node.id);
        }
        m_gone = static_cast<int>(std::count_if(m_previous.nodes.begin(), m_previous.nodes.end(), [&](const SceneNode& node) { return !given.contains(node.id); }));
        for (int i = 0; i < m_nodeCount + m_boxCount; ++i) {
            if (!element(i).shown) {
                continue;
            }
            ++m_shownCount;
            m_known += element(i).placed;
            if (!element(i).placed) {
                m_fresh.push_back(i);
            }
        }
    }

    void makeLinks() {
        std::map<std::pair<int, int>, std::vector<Index>> links;
        for (std::size_t e = 0; e < m_input.edges.size(); ++e) {
            const int from = at(m_elementOfNode, static_cast<int>(m_input.edges[e].from));
            const int to = at(m_elementOfNode, static_cast<int>(m_input.edges[e].to));
            if (from != to) {
                links[{from, to}].push_back(static_cast<Index>(e));
            }
        }
        for (auto& [ends, edges] : links) {
            m_links.push_back({ends.first, ends.second, std::move(edges)});
        }
        m_before.resize(m_elements.size());
        m_after.resize(m_elements.size());
        for (const Link& link : m_links) {
            at(m_before, link.to).push_back(link.from);
            at(m_after, link.from).push_back(link.to);
        }
        // What depends on new ones follows them, so that each finds its neighbours placed.
        std::map<int, int> rank;
        for (std::size_t round = 0; round < m_fresh.size(); ++round) {
            bool isChanged = false;
            for (const int i : m_fresh) {
                for (const int from : at(m_before, i)) {
                    const int least = element(from).placed ? 0 : rank[from] + 1;
                    if (rank[i] < least && least <= count(m_fresh)) {
                        rank[i] = least;
                        isChanged = true;
                    }
                }
            }
            if (!isChanged) {
                break;
            }
        }
        std::stable_sort(m_fresh.begin(), m_fresh.end(), [&](int a, int b) { return rank[a] < rank[b]; });
    }

    bool isWithin(int inner, int box) const {
        for (int steps = 0; inner >= 0 && steps <= m_boxCount; ++steps, inner = frame(inner).parent) {
            if (inner == box) {
                return true;
            }
        }
        return false;
    }

    /// Rectangles that something in a box must keep away from: nodes, and frames that are not around it.
    std::vector<Rect> obstaclesFor(int parent) const {
        std::vector<Rect> result;
        for (int i = 0; i < m_nodeCount + m_boxCount; ++i) {
            const Element& other = element(i);
            const bool isOtherFrame = i >= m_nodeCount && isFrame(i - m_nodeCount) && other.placed && !isWithin(parent, i - m_nodeCount);
            if (isOtherFrame || (other.shown && other.placed)) {
                result.push_back(other.rect);
            }
        }
        return result;
    }

    static bool isFree(const Rect& rect, const std::vector<Rect>& obstacles, double gap) {
        const Rect wide{rect.x - gap, rect.y - gap, rect.width + 2 * gap, rect.height + 2 * gap};
        return std::none_of(obstacles.begin(), obstacles.end(), [&](const Rect& other) { return wide.intersects(other); });
    }

    double padBefore(bool along) const {
        const bool isTitleAlong = m_options.direction == Direction::TopToBottom;
        return m_options.boxPadding + (along == isTitleAlong ? m_options.titleHeight : 0);
    }
    double snapped(double x) const { return std::round(x / m_options.grid) * m_options.grid; }

    /// A box that was folded here and whose room is still free: as it was.
    bool putBack(int box) {
        std::vector<int> inside;
        for (int i = 0; i < m_nodeCount + m_boxCount; ++i) {
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
        if (!stoodHere || !isFree(rect, obstaclesFor(frame(box).parent), 0) || !growAround(m_nodeCount + box, rect, Growing::Tried)) {
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

    /// A box of which nothing was drawn yet: laid out for itself, where it was folded or below all else.
    bool putModule(int box) {
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
        Element& made = frame(box);
        const Rect own = turn(drawn.boxes[boxOf[box]].rect);
        made.rect = own;
        const auto unfolded = m_unfoldedAt.find(box);
        if (unfolded != m_unfoldedAt.end()) {
            made.rect.x = unfolded->second.x;
            made.rect.y = unfolded->second.y;
            const Rect rect = made.rect;
            if (!isFree(rect, obstaclesFor(made.parent), m_options.nodeGap - 1) || !growAround(m_nodeCount + box, rect, Growing::Tried)) {
                return false; // what is beside it has to make room
            }
            growAround(m_nodeCount + box, rect, Growing::Done);
        } else {
            const Rect around = made.parent >= 0 ? frame(made.parent).rect : allBounds();
            const double start = around.x + (made.parent >= 0 ? padBefore(true) : 0);
            if (!place(m_nodeCount + box, snapped(start), snapped(around.bottom() + m_options.boxGap))) {
                return false;
            }
        }
        const Point by{made.rect.x - own.x, made.rect.y - own.y};
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
        const auto elementOf = [&](Index i) {
            return i < nodes.size() ? nodes[i] : m_nodeCount + boxes[i - nodes.size()];
        };
        for (const SceneEdge& edge : drawn.edges) {
            std::vector<Point> points;
            for (const Point& point : edge.points) {
                const Point along = turned(point, m_options.direction);
                points.push_back(turned(Point{along.x + by.x, along.y + by.y}, m_options.direction));
            }
            m_inner.emplace(std::pair(elementOf(edge.from), elementOf(edge.to)), std::pair(std::move(points), edge.againstDirection));
        }
        return true;
    }

    bool putWhereThereIsRoom(int i) {
        const Element& made = element(i);
        double left = -std::numeric_limits<double>::infinity();
        double right = std::numeric_limits<double>::infinity();
        std::vector<double> middles;
        const auto meet = [&](int other, bool isBefore) {
            if (!element(other).placed) {
                return;
            }
            const Rect& rect = element(other).rect;
            middles.push_back(rect.center().y);
            if (isBefore) {
                left = std::max(left, rect.right() + m_options.layerGap / 2);
            } else {
                right = std::min(right, rect.x - m_options.layerGap / 2 - made.rect.width);
            }
        };
        for (const int other : at(m_before, i)) {
            meet(other, true);
        }
        for (const int other : at(m_after, i)) {
            meet(other, false);
        }
        const Rect around = made.parent >= 0 ? frame(made.parent).rect : allBounds();
        const double start = around.x + (made.parent >= 0 ? padBefore(true) : 0);
        double x = std::isfinite(left) ? left + m_options.layerGap / 2 : std::isfinite(right) ? right - m_options.layerGap / 2 : start;
        if (made.parent >= 0) {
            x = std::max(x, start);
        }
        double y = around.bottom() + m_options.nodeGap;
        if (!middles.empty()) {
            std::sort(middles.begin(), middles.end());
            y = middles[(middles.size() - 1) / 2] - made.rect.height / 2;
        }
        return place(i, snapped(x), snapped(y));
    }

    /// The free place nearest to the wished one; columns beside it count double. Boxes grow around it where they can.
    bool place(int i, double x, double y) {
        const double step = m_options.grid;
        const int most = 400;
        std::vector<Rect> obstacles = obstaclesFor(element(i).parent);
        const double reach = 5 * (element(i).rect.width + m_options.layerGap);
        const Rect searched{x - reach, y - most * step - 100, 2 * reach,
                            2 * (most * step + 100) + element(i).rect.height};
        std::erase_if(obstacles, [&](const Rect& rect) { return !rect.intersects(searched); });
        double bestCost = std::numeric_limits<double>::infinity();
        Rect best;
        for (int column = 0; column < 9; ++column) {
            const double offset = (column % 2 ? 1 : -1) * ((column + 1) / 2) * snapped(element(i).rect.width + m_options.layerGap / 2);
            for (int k = 0; k <= 2 * most; ++k) {
                const double dy = (k % 2 ? 1 : -1) * ((k + 1) / 2) * step;
                const double cost = 2 * std::abs(offset) + std::abs(dy);
                if (cost >= bestCost) {
                    break;
                }
                Rect rect = element(i).rect;
                rect.x = x + offset;
                rect.y = y + dy;
                if (isFree(rect, obstacles, m_options.nodeGap) && growAround(i, rect, Growing::Tried)) {
                    best = rect;
                    bestCost = cost;
                    break;
                }
            }
        }
        if (!std::isfinite(bestCost)) {
            return false;
        }
        growAround(i, best, Growing::Done);
        element(i).rect = best;
        element(i).placed = true;
        element(i).group = -1; // layout() does not take it as a guide
        return true;
    }

    enum class Growing { Tried, Done };
    bool growAround(int i, Rect rect, Growing growing) {
        for (int box = element(i).parent; box >= 0; box = frame(box).parent) {
            const Rect needed{rect.x - padBefore(true), rect.y - padBefore(false), rect.width + padBefore(true) + m_options.boxPadding,
                              rect.height + padBefore(false) + m_options.boxPadding};
            Rect& held = frame(box).rect;
            if (held.contains(needed)) {
                return true;
            }
            rect = held.united(needed);
            if (growing == Growing::Done) {
                held = rect;
                continue;
            }
            for (int other = 0; other < m_nodeCount + m_boxCount; ++other) {
                const Element& e = element(other);
                const bool isOtherFrame = other >= m_nodeCount && isFrame(other - m_nodeCount) && e.placed && !isWithin(box, other - m_nodeCount) && !isWithin(other - m_nodeCount, box);
                const bool isOther = e.shown && e.placed && !isWithin(e.parent, box);
                const double gap = m_options.boxGap / 2;
                if ((isOtherFrame || isOther) && Rect{rect.x - gap, rect.y - gap, rect.width + 2 * gap, rect.height + 2 * gap}.intersects(e.rect)) {
                    return false;
                }
            }
        }
        return true;
    }

    Rect allBounds() const {
        Rect all;
        bool any = false;
        for (int i = 0; i < m_nodeCount + m_boxCount; ++i) {
            if (element(i).placed) {
                all = any ? all.united(element(i).rect) : element(i).rect;
                any = true;
            }
        }
        return all;
    }

    static bool crosses(const Point& a, const Point& b, const std::vector<Rect>& obstacles) {
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

    /// Straight where nothing is in between, else along a lane beside what is.
    std::vector<Point> route(const Rect& from, const Rect& to) const {
        const bool isBackward = to.right() <= from.x;
        const Point a{isBackward ? from.x : from.right(), from.center().y};
        const Point b{isBackward ? to.right() : to.x, to.center().y};
        std::vector<Rect> obstacles;
        for (const Element& e : m_elements) {
            if (e.shown && e.placed && !(e.rect == from) && !(e.rect == to)) {
                obstacles.push_back(e.rect);
            }
        }
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
        std::sort(lanes.begin(), lanes.end(), [&](double p, double q) { return std::abs(p - middle) < std::abs(q - middle); });
        constexpr std::size_t mostLanes = 200;
        for (std::size_t i = 0; i < std::min(lanes.size(), mostLanes); ++i) {
            const Point c{a.x + bend, lanes[i]};
            const Point d{b.x - bend, lanes[i]};
            if (!crosses(a, c, obstacles) && !crosses(c, d, obstacles) && !crosses(d, b, obstacles)) {
                return {a, c, d, b};
            }
        }
        return {a, b};
    }

    Scene makeScene() {
        Scene scene;
        scene.direction = m_options.direction;
        scene.groups = m_previous.groups;
        std::map<std::pair<std::string_view, std::string_view>, const SceneEdge*> before;
        const auto idBefore = [&](Index i) -> std::string_view {
            return i < m_previous.nodes.size() ? m_previous.nodes[i].id : m_previous.boxes[i - m_previous.nodes.size()].id;
        };
        for (const SceneEdge& edge : m_previous.edges) {
            before.emplace(std::pair(idBefore(edge.from), idBefore(edge.to)), &edge);
        }
        const std::set<int> fresh(m_fresh.begin(), m_fresh.end());
        for (int n = 0; n < m_nodeCount; ++n) {
            const Element& shown = element(at(m_elementOfNode, n));
            scene.nodes.push_back({at(m_input.nodes, n).id, turn(shown.rect), element(n).shown, shown.layer, shown.group,
                                   element(n).shown ? std::nullopt : element(n).lastShown});
        }
        for (int b = 0; b < m_boxCount; ++b) {
            const Element& box = frame(b);
            scene.boxes.push_back({at(m_input.boxes, b).id, turn(box.rect), box.titleHeight, (isFrame(b) && box.placed) || box.shown,
                                   at(m_input.boxes, b).folding, box.layer, box.group,
                                   isFrame(b) ? std::nullopt : box.lastShown});
        }
        const auto idNow = [&](int i) -> std::string_view {
            return i < m_nodeCount ? at(m_input.nodes, i).id : at(m_input.boxes, i - m_nodeCount).id;
        };
        std::set<std::string_view> foldedBefore;
        for (const SceneBox& box : m_previous.boxes) {
            if (box.folding == Folding::Folded) {
                foldedBefore.insert(box.id);
            }
        }
        // Where folding changed, so did the ends of edges.
        const auto isSameAsBefore = [&](int i) { return i < m_nodeCount || foldedBefore.contains(idNow(i)); };
        bool any = false;
        const auto hold = [&](const Rect& rect) {
            scene.bounds = any ? scene.bounds.united(rect) : rect;
            any = true;
        };
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
            } else if (found != before.end() && !fresh.contains(link.from) && !fresh.contains(link.to) && isSameAsBefore(link.from) && isSameAsBefore(link.to)) {
                edge.points = found->second->points;
                edge.againstDirection = found->second->againstDirection;
            } else {
                edge.againstDirection = element(link.to).rect.right() <= element(link.from).rect.x;
                for (const Point& point : route(element(link.from).rect, element(link.to).rect)) {
                    edge.points.push_back(turned(point, m_options.direction));
                }
            }
            for (const Point& point : edge.points) {
                hold({point.x, point.y, 0, 0});
            }
            scene.edges.push_back(std::move(edge));
        }
        for (const auto& node : scene.nodes) {
            hold(node.rect);
        }
        for (const auto& box : scene.boxes) {
            if (box.visible) {
                hold(box.rect);
            }
        }
        return scene;
    }

    const Input& m_input;
    const Options& m_options;
    const Scene& m_previous;
    const int m_nodeCount, m_boxCount;
    std::vector<Element> m_elements; // nodes, then boxes
    std::vector<int> m_outermostFolded;
    std::vector<int> m_elementOfNode;
    std::vector<int> m_fresh;
    std::vector<Link> m_links;
    std::vector<std::vector<int>> m_before, m_after;
    std::map<int, Point> m_unfoldedAt; // where boxes that are unfolded now stood
    std::map<std::pair<int, int>, std::pair<std::vector<Point>, bool>> m_inner; // routes of edges in boxes laid out for themselves
    int m_shownCount = 0, m_known = 0, m_gone = 0;
};

} // namespace

std::optional<Scene> extend(const Input& input, const Options& options, const Scene& previous) {
    return Extender(input, options, previous).run();
}

} // namespace planlens::layout
