// SPDX-License-Identifier: MPL-2.0
#include "core/layout/extension/previous_scene.h"

#include "core/layout/adjacency.h"

#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace planlens::layout {

namespace {

template <typename T>
std::unordered_map<std::string_view, int> indexById(const std::vector<T>& things) {
    std::unordered_map<std::string_view, int> index;
    index.reserve(things.size());
    for (int i = 0; i < count(things); ++i) {
        index.emplace(at(things, i).id, i);
    }
    return index;
}

class Matcher {
public:
    Matcher(const Parts& parts, const Input& input, const Scene& previous)
        : m_parts(parts)
        , m_input(input)
        , m_previous(previous)
        , m_nodes(indexById(previous.nodes))
        , m_boxes(indexById(previous.boxes)) {
        m_recall.direction = previous.direction;
        m_recall.vertices.resize(parts.vertices.size());
        m_recall.frames.resize(parts.frames.size());
        m_recall.links.assign(parts.links.size(), nullptr);
        m_recall.drawings.resize(parts.drawings.size());
    }

    PreviousScene run() {
        matchDrawings();
        for (int v = 0; v < count(m_parts.vertices); ++v) {
            const int element = previousElement(v);
            const int drawing = at(m_parts.vertices, v).drawing;
            if (element >= 0 && groupOf(element) == at(m_groupOfDrawing, drawing)) {
                at(m_recall.vertices, v) = {turned(rectOf(element), m_previous.direction), layerOf(element)};
            }
        }
        recallFrames();
        recallLinks();
        return std::move(m_recall);
    }

private:
    int nodeCount() const { return count(m_previous.nodes); }
    /// Returns a node of the previous scene, or a box counted from its nodes; -1 if the scene did not show the vertex.
    int previousElement(int vertex) const {
        const int element = at(m_parts.vertices, vertex).element;
        if (element < count(m_input.nodes)) {
            const auto found = m_nodes.find(at(m_input.nodes, element).id);
            return found != m_nodes.end() && at(m_previous.nodes, found->second).visible ? found->second : -1;
        }
        const auto found = m_boxes.find(at(m_input.boxes, element - count(m_input.nodes)).id);
        if (found == m_boxes.end()) {
            return -1;
        }
        const auto& box = at(m_previous.boxes, found->second);
        return box.visible && box.folding == Folding::Folded ? nodeCount() + found->second : -1;
    }
    const Rect& rectOf(int element) const {
        return element < nodeCount() ? at(m_previous.nodes, element).rect
                                     : at(m_previous.boxes, element - nodeCount()).rect;
    }
    int layerOf(int element) const {
        return element < nodeCount() ? at(m_previous.nodes, element).layer
                                     : at(m_previous.boxes, element - nodeCount()).layer;
    }
    int groupOf(int element) const {
        return element < nodeCount() ? at(m_previous.nodes, element).group
                                     : at(m_previous.boxes, element - nodeCount()).group;
    }

    void matchDrawings() {
        m_groupOfDrawing.assign(m_parts.drawings.size(), -1);
        std::map<std::pair<int, int>, int> votes; // (drawing, group) → number of members
        const auto vote = [&](int drawing, int group) { ++votes[{drawing, group}]; };
        for (int v = 0; v < count(m_parts.vertices); ++v) {
            if (const int element = previousElement(v); element >= 0) {
                vote(at(m_parts.vertices, v).drawing, groupOf(element));
            }
        }
        for (int f = 0; f < count(m_parts.frames); ++f) {
            if (const int box = previousFrame(f); box >= 0) {
                vote(at(m_parts.frames, f).drawing, at(m_previous.boxes, box).group);
            }
        }
        struct Vote {
            int members;
            int drawing;
            int group;
        };
        std::vector<Vote> sorted;
        for (const auto& [pair, members] : votes) {
            sorted.push_back({members, pair.first, pair.second});
        }
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](const Vote& a, const Vote& b) { return a.members > b.members; });
        std::vector<bool> taken(m_previous.groups.size(), false);
        for (const Vote& v : sorted) {
            const auto group = static_cast<std::size_t>(v.group);
            if (at(m_groupOfDrawing, v.drawing) < 0 && group < taken.size() && !taken[group]) {
                at(m_groupOfDrawing, v.drawing) = v.group;
                taken[group] = true;
                at(m_recall.drawings, v.drawing) = {true,
                                                    turned(m_previous.groups[group].origin, m_previous.direction)};
            }
        }
    }

    int previousFrame(int frame) const {
        if (!at(m_parts.frames, frame).shown) {
            return -1;
        }
        const auto found = m_boxes.find(at(m_input.boxes, frame).id);
        if (found == m_boxes.end()) {
            return -1;
        }
        const auto& box = at(m_previous.boxes, found->second);
        return box.visible && box.folding == Folding::Unfolded ? found->second : -1;
    }

    void recallFrames() {
        for (int f = 0; f < count(m_parts.frames); ++f) {
            const int box = previousFrame(f);
            if (box >= 0 && at(m_previous.boxes, box).group == at(m_groupOfDrawing, at(m_parts.frames, f).drawing)) {
                at(m_recall.frames, f) = turned(at(m_previous.boxes, box).rect, m_previous.direction);
            }
        }
    }

    void recallLinks() {
        std::map<std::pair<int, int>, const SceneEdge*> routes;
        for (const auto& edge : m_previous.edges) {
            routes.emplace(std::pair(static_cast<int>(edge.from), static_cast<int>(edge.to)), &edge);
        }
        for (int l = 0; l < count(m_parts.links); ++l) {
            const auto& link = at(m_parts.links, l);
            if (!at(m_recall.vertices, link.from) || !at(m_recall.vertices, link.to)) {
                continue;
            }
            const auto found = routes.find({previousElement(link.from), previousElement(link.to)});
            if (found != routes.end()) {
                at(m_recall.links, l) = found->second;
            }
        }
    }

    const Parts& m_parts;
    const Input& m_input;
    const Scene& m_previous;
    std::unordered_map<std::string_view, int> m_nodes;
    std::unordered_map<std::string_view, int> m_boxes;
    std::vector<int> m_groupOfDrawing;
    PreviousScene m_recall;
};

} // namespace

Rect turned(const Rect& rect, Direction direction) {
    return direction == Direction::LeftToRight ? rect : Rect{rect.y, rect.x, rect.height, rect.width};
}

Point turned(const Point& point, Direction direction) {
    return direction == Direction::LeftToRight ? point : Point{point.y, point.x};
}

GroupsBefore groupsBefore(const Input& input, const Scene* previous, Direction direction) {
    GroupsBefore groups{std::vector<int>(input.nodes.size(), -1), std::vector<int>(input.boxes.size(), -1)};
    if (previous == nullptr || previous->direction != direction) {
        return groups;
    }
    const auto take = [](const auto& given, const auto& before, std::vector<int>& result, const auto& isSame) {
        const auto index = indexById(before);
        for (int i = 0; i < count(given); ++i) {
            const auto found = index.find(at(given, i).id);
            if (found != index.end() && at(before, found->second).visible &&
                isSame(at(given, i), at(before, found->second))) {
                at(result, i) = at(before, found->second).group;
            }
        }
    };
    take(input.nodes, previous->nodes, groups.ofNode, [](const InputNode&, const SceneNode&) { return true; });
    take(input.boxes, previous->boxes, groups.ofBox,
         [](const InputBox& box, const SceneBox& before) { return box.folding == before.folding; });
    return groups;
}

PreviousScene matchPrevious(const Parts& parts, const Input& input, const Scene* previous, Direction direction) {
    if (previous == nullptr || previous->direction != direction) {
        return {};
    }
    return Matcher(parts, input, *previous).run();
}

} // namespace planlens::layout
