// SPDX-License-Identifier: MPL-2.0
#include "core/layout/layering.h"

#include "core/layout/extension/previous_positions.h"
#include "core/layout/rank.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

namespace planlens::layout {

namespace {

class LayerCutter {
public:
    LayerCutter(const Parts& parts, const Drawing& drawing)
        : m_parts(parts)
        , m_drawing(drawing)
        , m_vertexCount(count(drawing.vertices)) {
        std::unordered_map<int, int> localVertex;
        for (int i = 0; i < m_vertexCount; ++i) {
            localVertex.emplace(at(drawing.vertices, i), i);
        }
        std::unordered_map<int, int> localFrame{{drawing.area, 0}};
        auto& layers = m_result.layers;
        layers.vertexCount = m_vertexCount;
        layers.frames.resize(drawing.frames.size() + 1);
        for (int f = 1; f < count(layers.frames); ++f) {
            const int box = at(drawing.frames, f - 1);
            auto& frame = at(layers.frames, f);
            frame.parent = localFrame.at(at(parts.frames, box).parent);
            frame.depth = at(layers.frames, frame.parent).depth + 1;
            frame.sequence = f;
            localFrame.emplace(box, f);
        }
        for (const int v : drawing.vertices) {
            layers.frame.push_back(localFrame.at(at(parts.vertices, v).box));
        }
        for (const int l : drawing.links) {
            m_edges.push_back({localVertex.at(at(parts.links, l).from), localVertex.at(at(parts.links, l).to)});
        }
        m_result.reversed = edgesToReverse(m_vertexCount, m_edges);
        for (std::size_t e = 0; e < m_edges.size(); ++e) {
            if (m_result.reversed[e]) {
                std::swap(m_edges[e].from, m_edges[e].to);
            }
            if (m_edges[e].from != m_edges[e].to) {
                m_forward.push_back(m_edges[e]);
            }
        }
    }

    /// Computes ranks with short edges and frames that span few layers.
    void rankAnew(int longestLayer) {
        auto edges = edgesWithFrames();
        constexpr long workLimit = 12'000'000;
        auto rank = assignRanks(rankedCount(), edges, workLimit);
        balance(rank, edges);
        rank.resize(static_cast<std::size_t>(m_vertexCount));
        m_result.layers.layer = std::move(rank);
        closeEmptyLayers();
        if (longestLayer > 0) {
            shortenLayers(longestLayer);
        }
    }

    /// Returns the number of vertices, and of the first and last ranks of frames.
    int rankedCount() const { return m_vertexCount + 2 * (count(m_result.layers.frames) - 1); }

    /// Returns the edges, and those that put vertices between the first and the last rank of their frame.
    std::vector<RankEdge> edgesWithFrames() const {
        auto edges = m_forward;
        const auto& frames = m_result.layers.frames;
        const auto first = [this](int f) { return m_vertexCount + 2 * (f - 1); };
        const auto last = [this](int f) { return m_vertexCount + 2 * (f - 1) + 1; };
        std::vector<int> members(frames.size(), 0);
        for (int v = 0; v < m_vertexCount; ++v) {
            if (const int f = at(m_result.layers.frame, v); f > 0) {
                edges.push_back({first(f), v, 0, 0});
                edges.push_back({v, last(f), 0, 0});
                ++at(members, f);
            }
        }
        for (int f = count(frames) - 1; f > 0; --f) {
            if (const int parent = at(frames, f).parent; parent > 0) {
                edges.push_back({first(parent), first(f), 0, 0});
                edges.push_back({last(f), last(parent), 0, 0});
                at(members, parent) += at(members, f);
            }
            edges.push_back({first(f), last(f), 0, 2 + at(members, f) / 2});
        }
        keepFramesApart(edges);
        return edges;
    }

    /// Adds edges that rank everything in a frame after what edges enter it from, so that these edges need not run
    /// through other frames. Frames on a cycle, and those after it, stay as they are.
    void keepFramesApart(std::vector<RankEdge>& edges) const {
        const auto& frames = m_result.layers.frames;
        const auto first = static_cast<std::ptrdiff_t>(edges.size());
        for (const auto& edge : m_forward) {
            const int common = commonFrame(at(m_result.layers.frame, edge.from), at(m_result.layers.frame, edge.to));
            // The outermost frame around an end without the other, or the end.
            const auto outermost = [&](int v, int end) {
                int f = at(m_result.layers.frame, v);
                if (f == common) {
                    return v;
                }
                while (at(frames, f).parent != common) {
                    f = at(frames, f).parent;
                }
                return m_vertexCount + 2 * (f - 1) + end;
            };
            const RankEdge apart{outermost(edge.from, 1), outermost(edge.to, 0), 1, 0};
            if (apart.from != edge.from || apart.to != edge.to) {
                edges.push_back(apart);
            }
        }
        std::vector<bool> isOrdered(static_cast<std::size_t>(rankedCount()), false);
        for (const int v : topologicalOrder(rankedCount(), edges)) {
            isOrdered[static_cast<std::size_t>(v)] = true;
        }
        const auto isOnCycle = [&](const RankEdge& edge) {
            return !isOrdered[static_cast<std::size_t>(edge.from)] && !isOrdered[static_cast<std::size_t>(edge.to)];
        };
        edges.erase(std::remove_if(edges.begin() + first, edges.end(), isOnCycle), edges.end());
    }

    /// Moves vertices and outermost frames without successors to later layers until layers have at most `longest` rows.
    void shortenLayers(int longest) {
        struct Unit {
            std::vector<int> vertices;
            std::map<int, int> rows; // by layer
            bool canMove = true;
        };
        auto& layer = m_result.layers.layer;
        std::vector<int> unitOf(layer.size());
        std::vector<Unit> units(m_result.layers.frames.size()); // frames, then vertices outside of them
        for (int v = 0; v < m_vertexCount; ++v) {
            int f = at(m_result.layers.frame, v);
            while (f > 0 && at(m_result.layers.frames, f).parent > 0) {
                f = at(m_result.layers.frames, f).parent;
            }
            at(unitOf, v) = f > 0 ? f : count(units);
            if (f == 0) {
                units.emplace_back();
            }
            Unit& unit = at(units, at(unitOf, v));
            unit.vertices.push_back(v);
            ++unit.rows[at(layer, v)];
        }
        for (const auto& edge : m_forward) {
            if (at(unitOf, edge.from) != at(unitOf, edge.to)) {
                at(units, at(unitOf, edge.from)).canMove = false;
            }
        }
        std::map<int, int> taken; // rows by layer
        const auto take = [&](const Unit& unit, int shift) {
            for (const auto& [l, rows] : unit.rows) {
                taken[l + shift] += rows;
            }
        };
        for (int f = 1; f < count(m_result.layers.frames); ++f) { // their titles and borders take a row
            for (auto& [l, rows] : at(units, f).rows) {
                ++rows;
            }
        }
        for (const Unit& unit : units) {
            if (!unit.canMove) {
                take(unit, 0);
            }
        }
        for (const Unit& unit : units) {
            int shift = 0;
            const auto isFull = [&](const auto& part) {
                const int before = taken[part.first + shift];
                return before > 0 && before + part.second > longest;
            };
            while (unit.canMove && std::any_of(unit.rows.begin(), unit.rows.end(), isFull)) {
                ++shift;
            }
            for (const int v : unit.vertices) {
                at(layer, v) += shift;
            }
            if (unit.canMove) {
                take(unit, shift);
            }
        }
        closeEmptyLayers();
    }

    /// Moves vertices that fit in several layers equally well to the emptiest one.
    void balance(std::vector<int>& rank, const std::vector<RankEdge>& edges) const {
        struct Freedom {
            int earliest = 0;
            int latest = std::numeric_limits<int>::max();
            int pull = 0;
        };
        const auto rankCount = static_cast<std::size_t>(*std::max_element(rank.begin(), rank.end())) + 1;
        std::vector<int> crowd(rankCount, 0);
        for (int v = 0; v < m_vertexCount; ++v) {
            ++at(crowd, at(rank, v));
        }
        const Adjacency incident(count(rank), [&](auto add) {
            for (int e = 0; e < count(edges); ++e) {
                add(at(edges, e).from, e);
                add(at(edges, e).to, e);
            }
        });
        for (int v = 0; v < m_vertexCount; ++v) {
            Freedom freedom;
            freedom.latest = count(crowd) - 1;
            for (const int e : incident[v]) {
                const auto& edge = at(edges, e);
                if (edge.from == v) {
                    freedom.latest = std::min(freedom.latest, at(rank, edge.to) - edge.length);
                    freedom.pull += edge.weight;
                } else {
                    freedom.earliest = std::max(freedom.earliest, at(rank, edge.from) + edge.length);
                    freedom.pull -= edge.weight;
                }
            }
            if (freedom.pull != 0) {
                continue;
            }
            int best = at(rank, v);
            for (int r = freedom.earliest; r <= freedom.latest; ++r) {
                if (at(crowd, r) < at(crowd, best)) {
                    best = r;
                }
            }
            --at(crowd, at(rank, v));
            ++at(crowd, best);
            at(rank, v) = best;
        }
    }

    /// Known vertices keep their layer unless a predecessor needs it; new vertices are placed next to their neighbors.
    void rankLikePrevious(const PreviousPositions& kept) {
        constexpr int unset = std::numeric_limits<int>::max();
        const auto order = topologicalOrder(m_vertexCount, m_forward);
        const Adjacency out(m_vertexCount, [this](auto add) {
            for (const auto& e : m_forward) {
                add(e.from, e.to);
            }
        });
        std::vector<int> latest(static_cast<std::size_t>(m_vertexCount), unset);
        for (auto it = order.rbegin(); it != order.rend(); ++it) {
            for (const int next : out[*it]) {
                const int bound = kept.vertex(next) ? kept.vertex(next)->layer : at(latest, next);
                if (bound != unset) {
                    at(latest, *it) = std::min(at(latest, *it), bound - 1);
                }
            }
        }
        const auto edges = edgesWithFrames();
        const Adjacency in(rankedCount(), [&](auto add) {
            for (int e = 0; e < count(edges); ++e) {
                add(at(edges, e).to, e);
            }
        });
        constexpr int none = std::numeric_limits<int>::min();
        std::vector<int> rank(static_cast<std::size_t>(rankedCount()), none);
        for (const int v : topologicalOrder(rankedCount(), edges)) {
            int earliest = none;
            for (const int e : in[v]) {
                if (const int from = at(rank, at(edges, e).from); from != none) {
                    earliest = std::max(earliest, from + at(edges, e).length);
                }
            }
            if (v >= m_vertexCount || (earliest != none && !kept.vertex(v))) {
                at(rank, v) = earliest;
            } else if (kept.vertex(v)) {
                at(rank, v) = std::max(earliest, kept.vertex(v)->layer);
            } else {
                at(rank, v) = at(latest, v) == unset ? 0 : at(latest, v);
            }
        }
        rank.resize(static_cast<std::size_t>(m_vertexCount));
        m_result.layers.layer = std::move(rank);
        closeEmptyLayers();
    }

    Layering cut() {
        findFrameSpans();
        m_result.kind.assign(static_cast<std::size_t>(m_vertexCount), ItemKind::Vertex);
        makeChains();
        fillFrames();
        auto& layers = m_result.layers;
        const auto segments = [this](bool forward) {
            return [this, forward](auto add) {
                for (const auto& chain : m_result.chains) {
                    for (std::size_t i = 1; i < chain.size(); ++i) {
                        forward ? add(chain[i - 1], chain[i]) : add(chain[i], chain[i - 1]);
                    }
                }
            };
        };
        layers.after = Adjacency(layers.itemCount(), segments(true));
        layers.before = Adjacency(layers.itemCount(), segments(false));
        layers.position.assign(layers.layer.size(), 0);
        layers.order.resize(static_cast<std::size_t>(m_layerCount));
        for (int item = 0; item < layers.itemCount(); ++item) {
            at(layers.order, at(layers.layer, item)).push_back(item);
        }
        for (int l = 0; l < m_layerCount; ++l) {
            layers.updatePositions(l);
        }
        return std::move(m_result);
    }

private:
    void closeEmptyLayers() {
        auto& layer = m_result.layers.layer;
        std::vector<int> used(layer);
        std::sort(used.begin(), used.end());
        used.erase(std::unique(used.begin(), used.end()), used.end());
        for (int& l : layer) {
            l = static_cast<int>(std::lower_bound(used.begin(), used.end(), l) - used.begin());
        }
        m_layerCount = std::max(1, count(used));
    }

    void findFrameSpans() {
        auto& layers = m_result.layers;
        std::vector<bool> any(layers.frames.size(), false);
        const auto widen = [&](int f, int from, int to) {
            auto& frame = at(layers.frames, f);
            frame.firstLayer = any[static_cast<std::size_t>(f)] ? std::min(frame.firstLayer, from) : from;
            frame.lastLayer = any[static_cast<std::size_t>(f)] ? std::max(frame.lastLayer, to) : to;
            any[static_cast<std::size_t>(f)] = true;
        };
        widen(0, 0, m_layerCount - 1);
        for (int v = 0; v < m_vertexCount; ++v) {
            widen(at(layers.frame, v), at(layers.layer, v), at(layers.layer, v));
        }
        for (int f = count(layers.frames) - 1; f > 0; --f) {
            const auto& frame = at(layers.frames, f);
            widen(frame.parent, frame.firstLayer, frame.lastLayer);
        }
    }

    int addItem(int layer, int frame, ItemKind kind) {
        m_result.layers.layer.push_back(layer);
        m_result.layers.frame.push_back(frame);
        m_result.kind.push_back(kind);
        return m_result.layers.itemCount() - 1;
    }

    int commonFrame(int a, int b) const {
        const auto& frames = m_result.layers.frames;
        while (a != b) {
            int& lower = at(frames, a).depth >= at(frames, b).depth ? a : b;
            lower = at(frames, lower).parent;
        }
        return a;
    }

    /// Returns the innermost frame that an edge does not leave or enter in a layer.
    int frameOfPassing(const RankEdge& edge, int layer) const {
        const auto& frames = m_result.layers.frames;
        const int common = commonFrame(at(m_result.layers.frame, edge.from), at(m_result.layers.frame, edge.to));
        const auto innermost = [&](int v) {
            int f = at(m_result.layers.frame, v);
            while (f != common && (at(frames, f).firstLayer > layer || at(frames, f).lastLayer < layer)) {
                f = at(frames, f).parent;
            }
            return f;
        };
        const int from = innermost(edge.from), to = innermost(edge.to);
        return from == common ? to : to == common ? from : common;
    }

    void makeChains() {
        for (const auto& edge : m_edges) {
            auto& chain = m_result.chains.emplace_back();
            chain.push_back(edge.from);
            if (edge.from == edge.to) {
                continue;
            }
            const int last = at(m_result.layers.layer, edge.to);
            for (int l = at(m_result.layers.layer, edge.from) + 1; l < last; ++l) {
                chain.push_back(addItem(l, frameOfPassing(edge, l), ItemKind::Edge));
            }
            chain.push_back(edge.to);
        }
    }

    void fillFrames() {
        const auto& frames = m_result.layers.frames;
        std::vector<std::vector<bool>> occupied(frames.size());
        for (int f = 1; f < count(frames); ++f) {
            at(occupied, f)
                .assign(static_cast<std::size_t>(at(frames, f).lastLayer - at(frames, f).firstLayer + 1), false);
        }
        const auto occupy = [&](int f, int l) {
            for (; f > 0; f = at(frames, f).parent) {
                at(occupied, f)[static_cast<std::size_t>(l - at(frames, f).firstLayer)] = true;
            }
        };
        for (int item = 0; item < m_result.layers.itemCount(); ++item) {
            occupy(at(m_result.layers.frame, item), at(m_result.layers.layer, item));
        }
        for (int f = count(frames) - 1; f > 0; --f) {
            for (int l = at(frames, f).firstLayer; l <= at(frames, f).lastLayer; ++l) {
                if (!at(occupied, f)[static_cast<std::size_t>(l - at(frames, f).firstLayer)]) {
                    occupy(f, l);
                    addItem(l, f, ItemKind::Filler);
                }
            }
        }
    }

    const Parts& m_parts;
    const Drawing& m_drawing;
    int m_vertexCount;
    int m_layerCount = 1;
    std::vector<RankEdge> m_edges;   // by link of the drawing, reversed if necessary to avoid cycles
    std::vector<RankEdge> m_forward; // without loops
    Layering m_result;
};

} // namespace

Layering layerAnew(const Parts& parts, const Drawing& drawing, int longestLayer) {
    LayerCutter cutter(parts, drawing);
    cutter.rankAnew(longestLayer);
    return cutter.cut();
}

Layering layerLikePrevious(const Parts& parts, const Drawing& drawing, const PreviousPositions& kept) {
    LayerCutter cutter(parts, drawing);
    cutter.rankLikePrevious(kept);
    return cutter.cut();
}

} // namespace planlens::layout
