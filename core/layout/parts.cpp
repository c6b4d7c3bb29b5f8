// SPDX-License-Identifier: MPL-2.0
#include "core/layout/parts.h"

#include "core/layout/adjacency.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace planlens::layout {

namespace {

class PartFinder {
public:
    PartFinder(const Input& input, const Options& options, const GroupsBefore& before)
        : m_input(input)
        , m_options(options)
        , m_before(before) {}

    Parts run() {
        makeFrames();
        makeVertices();
        makeLinks();
        joinMembers();
        rejoinPreviousGroups();
        spreadOpenness();
        makeDrawings();
        return std::move(m_parts);
    }

private:
    void makeFrames() {
        const int boxCount = count(m_input.boxes);
        m_parts.frames.resize(m_input.boxes.size());
        m_foldedIn.assign(m_input.boxes.size(), -1);
        for (int b = 0; b < boxCount; ++b) {
            const auto& box = at(m_input.boxes, b);
            Frame& frame = at(m_parts.frames, b);
            frame.parent = box.parent && *box.parent < m_input.boxes.size() ? static_cast<int>(*box.parent) : -1;
            constexpr double letterWidth = 8;
            frame.titleWidth =
                box.titleWidth > 0 ? box.titleWidth : letterWidth * static_cast<double>(box.label.size());
        }
        for (int b = 0; b < boxCount; ++b) {
            std::vector<int> chain;
            for (int up = b; up >= 0 && count(chain) <= boxCount; up = at(m_parts.frames, up).parent) {
                chain.push_back(up);
            }
            if (count(chain) > boxCount) {
                at(m_parts.frames, b).parent = -1; // boxes contain each other: break the cycle
                chain = {b};
            }
            at(m_parts.frames, b).depth = count(chain) - 1;
            for (const int up : chain) {
                if (at(m_input.boxes, up).folding == Folding::Folded) {
                    at(m_foldedIn, b) = up; // the outermost folded box wins
                }
            }
            at(m_parts.frames, b).shown = at(m_foldedIn, b) < 0;
        }
    }

    int addVertex(double width, double height, int box, int element) {
        const bool turned = m_options.direction == Direction::TopToBottom;
        Vertex vertex;
        vertex.length = turned ? height : width;
        vertex.breadth = turned ? width : height;
        vertex.box = box;
        vertex.element = element;
        m_parts.vertices.push_back(vertex);
        return count(m_parts.vertices) - 1;
    }

    void makeVertices() {
        const int nodeCount = count(m_input.nodes);
        m_parts.vertexOfNode.assign(m_input.nodes.size(), -1);
        m_parts.vertexOfBox.assign(m_input.boxes.size(), -1);
        for (int n = 0; n < nodeCount; ++n) {
            const auto& node = at(m_input.nodes, n);
            const int box = node.box && *node.box < m_input.boxes.size() ? static_cast<int>(*node.box) : -1;
            const int folded = box < 0 ? -1 : at(m_foldedIn, box);
            at(m_parts.vertexOfNode, n) =
                folded < 0 ? addVertex(node.width, node.height, box, n) : foldedVertex(folded);
        }
        for (int b = 0; b < count(m_input.boxes); ++b) {
            if (at(m_foldedIn, b) == b) {
                foldedVertex(b);
            }
        }
    }

    int foldedVertex(int box) {
        int& vertex = at(m_parts.vertexOfBox, box);
        if (vertex < 0) {
            const auto& given = at(m_input.boxes, box);
            vertex = addVertex(given.foldedWidth, given.foldedHeight, at(m_parts.frames, box).parent,
                               count(m_input.nodes) + box);
        }
        return vertex;
    }

    void makeLinks() {
        struct End {
            int from;
            int to;
            Index edge;
        };
        std::vector<End> ends;
        for (std::size_t e = 0; e < m_input.edges.size(); ++e) {
            const auto& edge = m_input.edges[e];
            if (edge.from >= m_input.nodes.size() || edge.to >= m_input.nodes.size()) {
                continue;
            }
            const int from = m_parts.vertexOfNode[edge.from];
            const int to = m_parts.vertexOfNode[edge.to];
            const bool insideFoldedBox = from == to && edge.from != edge.to;
            const bool ofFoldedBox = at(m_parts.vertices, from).element >= count(m_input.nodes);
            if (!insideFoldedBox && !(from == to && ofFoldedBox)) {
                ends.push_back({from, to, static_cast<Index>(e)});
            }
        }
        std::stable_sort(ends.begin(), ends.end(),
                         [](const End& a, const End& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
        for (const End& end : ends) {
            if (m_parts.links.empty() || m_parts.links.back().from != end.from || m_parts.links.back().to != end.to) {
                m_parts.links.push_back({end.from, end.to, {}});
            }
            m_parts.links.back().edges.push_back(end.edge);
        }
    }

    // Members of an area are the vertices and boxes directly in it: vertex v is member v, box b is member V + b.
    int memberOfBox(int box) const { return count(m_parts.vertices) + box; }
    int areaOf(int member) const {
        const int vertexCount = count(m_parts.vertices);
        return member < vertexCount ? at(m_parts.vertices, member).box
                                    : at(m_parts.frames, member - vertexCount).parent;
    }
    int leader(int member) {
        while (at(m_leader, member) != member) {
            member = at(m_leader, member) = at(m_leader, at(m_leader, member));
        }
        return member;
    }
    int depthOf(int area) const { return area < 0 ? -1 : at(m_parts.frames, area).depth; }

    /// Joins members that are connected within their area, and marks those with edges that leave it.
    void joinMembers() {
        m_leader.resize(m_parts.vertices.size() + m_parts.frames.size());
        std::iota(m_leader.begin(), m_leader.end(), 0);
        m_open.assign(m_leader.size(), false);
        for (const Link& link : m_parts.links) {
            int a = link.from;
            int b = link.to;
            while (areaOf(a) != areaOf(b)) {
                int& lower = depthOf(areaOf(a)) >= depthOf(areaOf(b)) ? a : b;
                at(m_open, lower) = true;
                lower = memberOfBox(areaOf(lower));
            }
            at(m_leader, leader(a)) = leader(b);
        }
    }

    int groupBefore(int member) const {
        const int vertexCount = count(m_parts.vertices);
        const int nodeCount = count(m_input.nodes);
        if (member >= vertexCount) {
            return at(m_before.ofBox, member - vertexCount);
        }
        const int element = at(m_parts.vertices, member).element;
        return element < nodeCount ? at(m_before.ofNode, element) : at(m_before.ofBox, element - nodeCount);
    }

    void rejoinPreviousGroups() {
        std::map<std::pair<int, int>, int> firstOf; // by area and group
        for (int m = 0; m < count(m_leader); ++m) {
            const bool isShown = m < count(m_parts.vertices) || at(m_parts.frames, m - count(m_parts.vertices)).shown;
            const int group = isShown ? groupBefore(m) : -1;
            if (group < 0) {
                continue;
            }
            const int area = areaOf(m);
            const auto [first, isNew] = firstOf.try_emplace({area, group}, m);
            if (!isNew) {
                at(m_leader, leader(m)) = leader(first->second);
            }
            if (area >= 0 && at(m_before.ofBox, area) == group) {
                at(m_open, m) = true;
            }
        }
    }

    void spreadOpenness() {
        for (int m = 0; m < count(m_leader); ++m) {
            if (at(m_open, m)) {
                at(m_open, leader(m)) = true;
            }
        }
    }

    void makeDrawings() {
        std::vector<int> boxes;
        for (int b = 0; b < count(m_parts.frames); ++b) {
            if (at(m_parts.frames, b).shown) {
                boxes.push_back(b);
            }
        }
        std::stable_sort(boxes.begin(), boxes.end(),
                         [this](int a, int b) { return at(m_parts.frames, a).depth < at(m_parts.frames, b).depth; });
        std::vector<int> drawingOfLeader(m_leader.size(), -1);
        const auto drawingOf = [&](int member) {
            const int area = areaOf(member);
            if (area >= 0 && at(m_open, leader(member))) {
                return at(m_parts.frames, area).drawing;
            }
            int& drawing = at(drawingOfLeader, leader(member));
            if (drawing < 0) {
                drawing = count(m_parts.drawings);
                m_parts.drawings.emplace_back().area = area;
            }
            return drawing;
        };
        for (const int b : boxes) {
            at(m_parts.frames, b).drawing = drawingOf(memberOfBox(b));
            at(m_parts.drawings, at(m_parts.frames, b).drawing).frames.push_back(b);
        }
        for (int v = 0; v < count(m_parts.vertices); ++v) {
            at(m_parts.vertices, v).drawing = drawingOf(v);
            at(m_parts.drawings, at(m_parts.vertices, v).drawing).vertices.push_back(v);
        }
        for (int l = 0; l < count(m_parts.links); ++l) {
            const int drawing = at(m_parts.vertices, at(m_parts.links, l).from).drawing;
            at(m_parts.drawings, drawing).links.push_back(l);
        }
    }

    const Input& m_input;
    const Options& m_options;
    const GroupsBefore& m_before;
    Parts m_parts;
    std::vector<int> m_foldedIn; // the outermost folded box that is or contains the box
    std::vector<int> m_leader;
    std::vector<bool> m_open;
};

} // namespace

Parts findParts(const Input& input, const Options& options, const GroupsBefore& before) {
    return PartFinder(input, options, before).run();
}

} // namespace planlens::layout
