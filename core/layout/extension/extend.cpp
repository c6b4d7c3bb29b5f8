// SPDX-License-Identifier: MPL-2.0
#include "core/layout/extension/extend.h"

#include "core/layout/extension/extender.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace planlens::layout {

std::optional<Scene> Extender::run() {
    if (m_previous.direction != m_options.direction || m_previous.nodes.empty()) {
        return std::nullopt;
    }
    findShown();
    recallElements();
    constexpr int mostFresh = 300; // with more new elements a new layout is faster and better
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
    for (const int i : m_fresh) {
        if (!element(i).placed) {
            putWhereThereIsRoom(i);
        }
    }
    return makeScene();
}

void Extender::findShown() {
    m_elements.resize(static_cast<std::size_t>(m_nodeCount + m_boxCount));
    for (int b = 0; b < m_boxCount; ++b) {
        m_boxOf.push_back(b);
    }
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

/// Elements of the previous scene stay in place; new ones need a position.
void Extender::recallElements() {
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
            m_unfoldedAt.emplace(b, Point{was.x, was.y}); // its contents need a layout
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
    recallFurtherFrames();
    std::set<std::string_view> given;
    for (const auto& node : m_input.nodes) {
        given.insert(node.id);
    }
    m_gone = static_cast<int>(std::count_if(m_previous.nodes.begin(), m_previous.nodes.end(),
                                            [&](const SceneNode& node) { return !given.contains(node.id); }));
    for (int i = 0; i < count(m_elements); ++i) {
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

/// Returns the frame of a box that contains a rectangle.
int Extender::holderOf(int box, const Rect& rect) const {
    if (frame(box).placed && frame(box).rect.contains(rect)) {
        return box;
    }
    for (int f = m_boxCount; f < frameCount(); ++f) {
        if (at(m_boxOf, f) == box && frame(f).rect.contains(rect)) {
            return f;
        }
    }
    return box;
}

/// Restores the additional frames that still contain something.
void Extender::recallFurtherFrames() {
    std::unordered_map<std::string_view, const SceneBox*> boxes;
    for (const auto& box : m_previous.boxes) {
        if (!box.more.empty()) {
            boxes.emplace(box.id, &box);
        }
    }
    for (int b = 0; b < m_boxCount && !boxes.empty(); ++b) {
        const auto found = boxes.find(at(m_input.boxes, b).id);
        if (found == boxes.end() || !isFrame(b) || !frame(b).placed) {
            continue;
        }
        for (const Rect& rect : found->second->more) {
            const int f = addFrame(b, frame(b).parent);
            frame(f).rect = turn(rect);
            frame(f).placed = true;
        }
    }
    if (frameCount() == m_boxCount) {
        return;
    }
    for (Element& e : m_elements) {
        if (e.placed && e.parent >= 0) {
            e.parent = holderOf(at(m_boxOf, e.parent), e.rect);
        }
    }
    for (bool isChanged = true; isChanged;) { // a frame may contain only another frame
        isChanged = false;
        for (int f = m_boxCount; f < frameCount(); ++f) {
            const bool isHolding = std::any_of(m_elements.begin(), m_elements.end(),
                                               [&](const Element& e) { return e.placed && e.parent == f; });
            isChanged = isChanged || (frame(f).placed && !isHolding);
            frame(f).placed = isHolding;
        }
    }
}

void Extender::makeLinks() {
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
    // Dependents of new elements follow them, so that each finds its neighbors placed.
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

bool Extender::isWithin(int inner, int frameAround) const {
    for (int steps = 0; inner >= 0 && steps <= frameCount(); ++steps, inner = frame(inner).parent) {
        if (inner == frameAround) {
            return true;
        }
    }
    return false;
}

std::optional<Scene> extend(const Input& input, const Options& options, const Scene& previous) {
    return Extender(input, options, previous).run();
}

} // namespace planlens::layout
