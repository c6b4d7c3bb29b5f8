// SPDX-License-Identifier: MPL-2.0
#include "core/layout/rank.h"

#include "core/layout/adjacency.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

namespace planlens::layout {

namespace {

Adjacency edgesOut(int vertexCount, std::span<const RankEdge> edges) {
    return Adjacency(vertexCount, [&](auto add) {
        for (std::size_t e = 0; e < edges.size(); ++e) {
            add(edges[e].from, static_cast<int>(e));
        }
    });
}

/// Implements Gansner, Koutsofios, North and Vo, "A technique for drawing directed graphs": the edges of a tight
/// spanning tree are exchanged until no exchange shortens the edges.
class NetworkSimplex {
public:
    NetworkSimplex(int vertexCount, std::vector<RankEdge> edges)
        : m_count(vertexCount)
        , m_edges(std::move(edges))
        , m_rank(static_cast<std::size_t>(vertexCount), 0)
        , m_inTree(m_edges.size(), false)
        , m_cut(m_edges.size(), 0)
        , m_parentEdge(static_cast<std::size_t>(vertexCount), -1)
        , m_low(static_cast<std::size_t>(vertexCount), 0)
        , m_lim(static_cast<std::size_t>(vertexCount), 0)
        , m_byLim(static_cast<std::size_t>(vertexCount), 0)
        , m_tree(static_cast<std::size_t>(vertexCount)) {}

    std::vector<int> run(long workLimit) {
        connect();
        m_incident = Adjacency(m_count, [&](auto add) {
            for (int e = 0; e < count(m_edges); ++e) {
                add(at(m_edges, e).from, e);
                add(at(m_edges, e).to, e);
            }
        });
        initialRanks();
        growTightTree();
        numberSubtree(0, -1, 0);
        initialCutValues();
        for (int leaving = leavingEdge(); leaving >= 0 && m_work < workLimit; leaving = leavingEdge()) {
            const int entering = enteringEdge(leaving);
            if (entering < 0) {
                break;
            }
            exchange(leaving, entering);
        }
        return std::move(m_rank);
    }

private:
    const RankEdge& edge(int e) const { return at(m_edges, e); }
    int slack(int e) const { return at(m_rank, edge(e).to) - at(m_rank, edge(e).from) - edge(e).length; }
    int otherEnd(int e, int v) const { return edge(e).from == v ? edge(e).to : edge(e).from; }
    bool isBelow(int v, int root) const { return at(m_low, root) <= at(m_lim, v) && at(m_lim, v) <= at(m_lim, root); }

    /// Connects components by edges without weight.
    void connect() {
        std::vector<int> leader(static_cast<std::size_t>(m_count));
        for (int v = 0; v < m_count; ++v) {
            at(leader, v) = v;
        }
        const auto find = [&](int v) {
            while (at(leader, v) != v) {
                v = at(leader, v) = at(leader, at(leader, v));
            }
            return v;
        };
        for (const auto& e : m_edges) {
            at(leader, find(e.from)) = find(e.to);
        }
        for (int v = 1; v < m_count; ++v) {
            if (find(v) != find(0)) {
                at(leader, find(v)) = find(0);
                m_edges.push_back({0, v, 0, 0});
                m_inTree.push_back(false);
                m_cut.push_back(0);
            }
        }
    }

    void initialRanks() {
        for (const int v : topologicalOrder(m_count, m_edges)) {
            for (const int e : m_incident[v]) {
                if (edge(e).from == v) {
                    at(m_rank, edge(e).to) = std::max(at(m_rank, edge(e).to), at(m_rank, v) + edge(e).length);
                }
            }
        }
    }

    /// Adds vertices to a tree over the edge with the least slack, moving the whole tree to make that edge tight.
    void growTightTree() {
        using Entry = std::pair<int, int>; // (slack before moves of the tree, edge)
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> leaving;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> entering;
        std::vector<bool> inside(static_cast<std::size_t>(m_count), false);
        std::vector<int> shiftAtEntry(static_cast<std::size_t>(m_count), 0);
        int shift = 0;
        const auto add = [&](int v) {
            at(inside, v) = true;
            at(shiftAtEntry, v) = shift;
            for (const int e : m_incident[v]) {
                if (at(inside, otherEnd(e, v))) {
                    continue;
                }
                if (edge(e).from == v) {
                    leaving.emplace(slack(e) + shift, e);
                } else {
                    entering.emplace(slack(e) - shift, e);
                }
            }
        };
        const auto dropInner = [&](auto& queue) {
            while (!queue.empty() && at(inside, edge(queue.top().second).from) &&
                   at(inside, edge(queue.top().second).to)) {
                queue.pop();
            }
        };
        add(0);
        for (;;) {
            dropInner(leaving);
            dropInner(entering);
            if (leaving.empty() && entering.empty()) {
                break;
            }
            const int out = leaving.empty() ? std::numeric_limits<int>::max() : leaving.top().first - shift;
            const int in = entering.empty() ? std::numeric_limits<int>::max() : entering.top().first + shift;
            const int e = out <= in ? leaving.top().second : entering.top().second;
            shift += out <= in ? out : -in;
            addToTree(e);
            add(at(inside, edge(e).from) ? edge(e).to : edge(e).from);
        }
        for (int v = 0; v < m_count; ++v) {
            at(m_rank, v) += shift - at(shiftAtEntry, v);
        }
    }

    void addToTree(int e) {
        m_inTree[static_cast<std::size_t>(e)] = true;
        at(m_tree, edge(e).from).push_back(e);
        at(m_tree, edge(e).to).push_back(e);
    }
    void removeFromTree(int e) {
        m_inTree[static_cast<std::size_t>(e)] = false;
        std::erase(at(m_tree, edge(e).from), e);
        std::erase(at(m_tree, edge(e).to), e);
    }

    /// Numbers the tree below `root` in postorder, from `low`.
    void numberSubtree(int root, int parentEdge, int low) {
        struct Frame {
            int vertex;
            std::size_t next;
        };
        int number = low;
        std::vector<Frame> frames;
        const auto enter = [&](int v, int e) {
            at(m_parentEdge, v) = e;
            at(m_low, v) = number;
            frames.push_back({v, 0});
        };
        enter(root, parentEdge);
        while (!frames.empty()) {
            auto& [v, next] = frames.back();
            if (next == at(m_tree, v).size()) {
                at(m_byLim, number) = v;
                at(m_lim, v) = number++;
                frames.pop_back();
                continue;
            }
            const int e = at(m_tree, v)[next++];
            if (e != at(m_parentEdge, v)) {
                enter(otherEnd(e, v), e);
            }
        }
        m_work += number - low;
    }

    void initialCutValues() {
        for (int i = 0; i + 1 < m_count; ++i) {
            const int v = at(m_byLim, i);
            const int f = at(m_parentEdge, v);
            const bool childIsTail = edge(f).from == v;
            long sum = 0;
            for (const int e : m_incident[v]) {
                const bool outside = !isBelow(otherEnd(e, v), v);
                long value = edge(e).weight;
                if (!outside) {
                    value = (m_inTree[static_cast<std::size_t>(e)] ? at(m_cut, e) : 0) - edge(e).weight;
                }
                bool positive = (childIsTail ? edge(e).to : edge(e).from) == v;
                if (outside) {
                    positive = !positive;
                }
                sum += positive ? value : -value;
            }
            at(m_cut, f) = sum;
        }
    }

    /// Returns the edge with the most negative cut value among the next few tree edges with one.
    int leavingEdge() {
        constexpr int enough = 30;
        int best = -1;
        int found = 0;
        const int n = m_count - 1;
        for (int i = 0; i < n && found < enough; ++i) {
            // Tree edges are identified by their lower vertex.
            m_search = m_search + 1 < m_count ? m_search + 1 : 0;
            const int e = at(m_parentEdge, m_search);
            if (e >= 0 && at(m_cut, e) < 0) {
                ++found;
                if (best < 0 || at(m_cut, e) < at(m_cut, best)) {
                    best = e;
                }
            }
            ++m_work;
        }
        return best;
    }

    int childEnd(int treeEdge) const {
        return at(m_lim, edge(treeEdge).from) < at(m_lim, edge(treeEdge).to) ? edge(treeEdge).from : edge(treeEdge).to;
    }

    int enteringEdge(int leaving) {
        const int child = childEnd(leaving);
        const bool childIsTail = edge(leaving).from == child;
        int best = -1;
        int bestSlack = std::numeric_limits<int>::max();
        for (int i = at(m_low, child); i <= at(m_lim, child); ++i) {
            const int v = at(m_byLim, i);
            for (const int e : m_incident[v]) {
                ++m_work;
                const int inner = childIsTail ? edge(e).to : edge(e).from;
                if (inner != v || isBelow(otherEnd(e, v), child)) {
                    continue;
                }
                if (slack(e) < bestSlack) {
                    bestSlack = slack(e);
                    best = e;
                }
            }
        }
        return best;
    }

    void exchange(int leaving, int entering) {
        const int child = childEnd(leaving);
        const int delta = edge(leaving).from == child ? -slack(entering) : slack(entering);
        if (delta != 0) {
            for (int i = at(m_low, child); i <= at(m_lim, child); ++i) {
                at(m_rank, at(m_byLim, i)) += delta;
                ++m_work;
            }
        }
        const long cut = at(m_cut, leaving);
        const int top = updateCutValues(edge(entering).from, edge(entering).to, cut, true);
        updateCutValues(edge(entering).to, edge(entering).from, cut, false);
        at(m_cut, entering) = -cut;
        at(m_cut, leaving) = 0;
        removeFromTree(leaving);
        addToTree(entering);
        numberSubtree(top, at(m_parentEdge, top), at(m_low, top));
    }

    /// Updates the path from v up to the first vertex that has w below it, and returns that vertex.
    int updateCutValues(int v, int w, long cut, bool fromTail) {
        while (!isBelow(w, v)) {
            const int e = at(m_parentEdge, v);
            at(m_cut, e) += (edge(e).from == v) == fromTail ? cut : -cut;
            v = otherEnd(e, v);
            ++m_work;
        }
        return v;
    }

    int m_count;
    std::vector<RankEdge> m_edges;
    Adjacency m_incident;
    std::vector<int> m_rank;
    std::vector<bool> m_inTree;
    std::vector<long> m_cut;
    std::vector<int> m_parentEdge;
    std::vector<int> m_low;
    std::vector<int> m_lim;
    std::vector<int> m_byLim;
    std::vector<std::vector<int>> m_tree;
    int m_search = -1;
    long m_work = 0;
};

} // namespace

std::vector<int> topologicalOrder(int vertexCount, std::span<const RankEdge> edges) {
    const auto out = edgesOut(vertexCount, edges);
    std::vector<int> waiting(static_cast<std::size_t>(vertexCount), 0);
    for (const auto& e : edges) {
        ++at(waiting, e.to);
    }
    std::vector<int> order;
    for (int v = 0; v < vertexCount; ++v) {
        if (at(waiting, v) == 0) {
            order.push_back(v);
        }
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (const int e : out[order[i]]) {
            const int to = edges[static_cast<std::size_t>(e)].to;
            if (--at(waiting, to) == 0) {
                order.push_back(to);
            }
        }
    }
    return order;
}

std::vector<int> assignRanks(int vertexCount, std::span<const RankEdge> edges, long workLimit) {
    if (vertexCount == 0) {
        return {};
    }
    auto rank = NetworkSimplex(vertexCount, {edges.begin(), edges.end()}).run(workLimit);
    const int lowest = *std::min_element(rank.begin(), rank.end());
    for (int& r : rank) {
        r -= lowest;
    }
    return rank;
}

std::vector<bool> edgesToReverse(int vertexCount, std::span<const RankEdge> edges) {
    enum class Mark : char { New, Open, Closed };
    struct Frame {
        int vertex;
        std::size_t next;
    };
    const auto out = edgesOut(vertexCount, edges);
    std::vector<Mark> mark(static_cast<std::size_t>(vertexCount), Mark::New);
    std::vector<bool> reverse(edges.size(), false);
    std::vector<Frame> frames;
    const auto visitFrom = [&](int root) {
        if (at(mark, root) != Mark::New) {
            return;
        }
        at(mark, root) = Mark::Open;
        frames.push_back({root, 0});
        while (!frames.empty()) {
            auto& [v, next] = frames.back();
            if (next == out[v].size()) {
                at(mark, v) = Mark::Closed;
                frames.pop_back();
                continue;
            }
            const int e = out[v][next++];
            const int to = edges[static_cast<std::size_t>(e)].to;
            if (at(mark, to) == Mark::Open) {
                reverse[static_cast<std::size_t>(e)] = to != v;
            } else if (at(mark, to) == Mark::New) {
                at(mark, to) = Mark::Open;
                frames.push_back({to, 0});
            }
        }
    };
    std::vector<bool> hasIncoming(static_cast<std::size_t>(vertexCount), false);
    for (const auto& e : edges) {
        hasIncoming[static_cast<std::size_t>(e.to)] = true;
    }
    // Starting at the sources reverses the fewest edges.
    for (int v = 0; v < vertexCount; ++v) {
        if (!hasIncoming[static_cast<std::size_t>(v)]) {
            visitFrom(v);
        }
    }
    for (int v = 0; v < vertexCount; ++v) {
        visitFrom(v);
    }
    return reverse;
}

} // namespace planlens::layout
