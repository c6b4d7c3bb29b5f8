// SPDX-License-Identifier: MPL-2.0
#include "core/layout/place.h"

#include "core/layout/gaps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace planlens::layout {

namespace {

constexpr double straightWeight = 8; // of a segment between two bends of one edge
constexpr double bendWeight = 2;     // between a vertex and a bend
constexpr double cohesion = 0.5;     // pull of an item to the middle of its frame
constexpr double rounding = 1e-6;

class Placer {
public:
    Placer(const Layers& layers, const Breadths& breadths)
        : m_layers(layers)
        , m_breadths(breadths)
        , m_gaps(layers, breadths)
        , m_y(static_cast<std::size_t>(m_gaps.variableCount()), 0)
        , m_spans(layers.frames.size())
        , m_hasFrames(layers.frames.size() > 1) {}

    Placement run() {
        stack();
        const int rounds = m_layers.itemCount() < 5'000 ? 10 : m_layers.itemCount() < 40'000 ? 4 : 2;
        for (int round = 0; round < rounds; ++round) {
            for (int l = 0; l < count(m_layers.order); ++l) {
                settle(l, Sides::Before);
            }
            separateFrames();
            for (int l = count(m_layers.order) - 1; l >= 0; --l) {
                settle(l, Sides::After);
            }
            moveFrames();
            separateFrames();
        }
        for (int l = 0; l < count(m_layers.order); ++l) {
            settle(l, Sides::Both);
        }
        separateFrames();
        squeeze();
        for (int round = 0; round < (rounds > 4 ? 4 : 2); ++round) {
            tighten();
            relax();
        }
        straighten();
        relax();
        tighten();
        straighten();
        tighten();
        return result();
    }

    Placement runWithTargets(const std::vector<double>& targets) {
        std::copy(targets.begin(), targets.end(), m_y.begin());
        wishFramesTight();
        m_gaps.pushUp(m_y);
        m_gaps.tightenFrames(m_y);
        return result();
    }

private:
    enum class Sides { Before, After, Both };

    double size(int item) const { return at(m_breadths.item, item); }
    double center(int item) const { return at(m_y, item) + size(item) / 2; }
    bool isEdge(int item) const { return at(m_breadths.kind, item) == ItemKind::Edge; }
    double weight(int a, int b) const {
        return isEdge(a) && isEdge(b) ? straightWeight : isEdge(a) || isEdge(b) ? bendWeight : 1;
    }

    void stack() {
        for (const auto& items : m_layers.order) {
            double y = 0;
            for (const int item : items) {
                y += m_gaps.toItemBefore(item);
                at(m_y, item) = y;
            }
            for (const int item : items) {
                at(m_y, item) -= y / 2;
            }
        }
        findSpans();
    }

    /// The centers of the items in a frame.
    struct Span {
        double lowest = std::numeric_limits<double>::max();
        double highest = std::numeric_limits<double>::lowest();
        double sum = 0;
        double number = 0;
        double middle() const { return sum / std::max(1.0, number); }
    };

    void findSpans() {
        if (!m_hasFrames) {
            return;
        }
        std::fill(m_spans.begin(), m_spans.end(), Span{});
        for (int item = 0; item < m_layers.itemCount(); ++item) {
            Span& span = at(m_spans, at(m_layers.frame, item));
            span.lowest = std::min(span.lowest, center(item));
            span.highest = std::max(span.highest, center(item));
            span.sum += center(item);
            span.number += 1;
        }
        for (int f = count(m_spans) - 1; f > 0; --f) {
            const Span& inner = at(m_spans, f);
            Span& outer = at(m_spans, at(m_layers.frames, f).parent);
            outer.lowest = std::min(outer.lowest, inner.lowest);
            outer.highest = std::max(outer.highest, inner.highest);
            outer.sum += inner.sum;
            outer.number += inner.number;
        }
    }

    /// Returns the position to which a neighbor pulls an item. A neighbor outside its frame pulls only to the frame's
    /// border, so that frames stay compact.
    double pullOf(int other, int item) const {
        const int frame = at(m_layers.frame, item);
        if (frame == 0 || m_layers.isInside(at(m_layers.frame, other), frame)) {
            return center(other);
        }
        return std::clamp(center(other), at(m_spans, frame).lowest, at(m_spans, frame).highest);
    }

    /// Moves whole frames towards their outside neighbors, outer frames first.
    void moveFrames() {
        if (!m_hasFrames) {
            return;
        }
        int deepest = 0;
        for (const auto& frame : m_layers.frames) {
            deepest = std::max(deepest, frame.depth);
        }
        std::vector<double> sum(m_layers.frames.size());
        std::vector<double> number(m_layers.frames.size());
        std::vector<int> around(m_layers.frames.size());
        for (int depth = 1; depth <= deepest; ++depth) {
            std::fill(sum.begin(), sum.end(), 0);
            std::fill(number.begin(), number.end(), 0);
            for (int f = 0; f < count(around); ++f) { // by frame: its enclosing frame of this depth
                const auto& frame = at(m_layers.frames, f);
                at(around, f) = frame.depth < depth ? -1 : frame.depth == depth ? f : at(around, frame.parent);
            }
            const auto frameOf = [&](int item) { return at(around, at(m_layers.frame, item)); };
            for (int item = 0; item < m_layers.itemCount(); ++item) {
                for (const int other : m_layers.after[item]) {
                    if (frameOf(item) == frameOf(other)) {
                        continue;
                    }
                    const double distance = center(other) - center(item);
                    for (const auto& [inner, sign] : {std::pair(item, 1.0), std::pair(other, -1.0)}) {
                        if (frameOf(inner) >= 0) {
                            at(sum, frameOf(inner)) += sign * distance;
                            at(number, frameOf(inner)) += 1;
                        }
                    }
                }
            }
            for (int item = 0; item < m_layers.itemCount(); ++item) {
                if (const int f = frameOf(item); f >= 0 && at(number, f) > 0) {
                    at(m_y, item) += at(sum, f) / at(number, f);
                }
            }
        }
        findSpans();
    }

    /// Moves the items of a layer towards their neighbors with the least sum of squared distances.
    void settle(int layer, Sides sides) {
        struct Pool {
            double sum; // sum of weighted target positions
            double weight;
            int end;
            double value() const { return sum / weight; }
        };
        const auto& items = at(m_layers.order, layer);
        std::vector<Pool> pools;
        std::vector<double> offset(items.size());
        double total = 0;
        for (int i = 0; i < count(items); ++i) {
            const int item = at(items, i);
            total += m_gaps.toItemBefore(item);
            at(offset, i) = total;
            const auto [target, strength] = targetOf(item, sides);
            pools.push_back({(target - size(item) / 2 - total) * strength, strength, i + 1});
            while (pools.size() > 1 && pools[pools.size() - 2].value() > pools.back().value()) {
                auto& previous = pools[pools.size() - 2];
                previous.sum += pools.back().sum;
                previous.weight += pools.back().weight;
                previous.end = pools.back().end;
                pools.pop_back();
            }
        }
        int i = 0;
        for (const Pool& pool : pools) {
            for (; i < pool.end; ++i) {
                at(m_y, at(items, i)) = pool.value() + at(offset, i);
            }
        }
    }

    std::pair<double, double> targetOf(int item, Sides sides) const {
        double sum = 0;
        double strength = 0;
        const auto pull = [&](const Adjacency& neighbours) {
            for (const int other : neighbours[item]) {
                const double w = weight(item, other);
                sum += pullOf(other, item) * w;
                strength += w;
            }
        };
        if (sides != Sides::After) {
            pull(m_layers.before);
        }
        if (sides != Sides::Before) {
            pull(m_layers.after);
        }
        const int frame = at(m_layers.frame, item);
        if (frame > 0) {
            sum += at(m_spans, frame).middle() * cohesion;
            strength += cohesion;
        }
        constexpr double inertia = 0.01;
        sum += center(item) * inertia;
        strength += inertia;
        return {sum / strength, strength};
    }

    void wishFramesTight() {
        for (int f = 1; f < count(m_layers.frames); ++f) {
            at(m_y, m_gaps.startOf(f)) = std::numeric_limits<double>::max();
            at(m_y, m_gaps.endOf(f)) = std::numeric_limits<double>::lowest();
        }
        for (int item = 0; item < m_layers.itemCount(); ++item) {
            double start = at(m_y, item);
            double end = start + size(item);
            for (int f = at(m_layers.frame, item); f > 0; f = at(m_layers.frames, f).parent) {
                start -= at(m_breadths.frame, f).before;
                end += at(m_breadths.frame, f).after;
                double& frameStart = at(m_y, m_gaps.startOf(f));
                double& frameEnd = at(m_y, m_gaps.endOf(f));
                if (start >= frameStart && end <= frameEnd) {
                    break;
                }
                start = frameStart = std::min(frameStart, start);
                end = frameEnd = std::max(frameEnd, end);
            }
        }
    }

    void separateFrames() {
        if (m_hasFrames) {
            wishFramesTight();
            m_gaps.pushApart(m_y);
            m_gaps.tightenFrames(m_y);
            findSpans();
        }
    }

    /// Removes most of the empty space that distant frames leave in large drawings.
    void squeeze() {
        constexpr double large = 1600;
        constexpr double slack = 1.15;
        std::vector<double> lowest(m_y.size(), 0);
        m_gaps.pushUp(lowest);
        const double least = *std::max_element(lowest.begin(), lowest.end());
        const double start = *std::min_element(m_y.begin(), m_y.end());
        const double extent = *std::max_element(m_y.begin(), m_y.end()) - start;
        if (!m_hasFrames || least < large || extent < slack * least) {
            return;
        }
        std::vector<double> highest(m_y.size(), slack * least);
        m_gaps.pushDown(highest);
        for (std::size_t i = 0; i < m_y.size(); ++i) {
            m_y[i] = std::clamp((m_y[i] - start) * slack * least / extent, lowest[i], highest[i]);
        }
        m_gaps.pushApart(m_y);
    }

    void tighten() {
        if (m_hasFrames) {
            m_gaps.tightenFrames(m_y);
            findSpans();
        }
    }

    /// Moves every item as close to the median of its neighbors as the layer allows.
    void relax() {
        const auto move = [this](int item) {
            const double target = medianTarget(item) - size(item) / 2;
            const double lowest = m_gaps.lowest(m_y, item);
            const double highest = m_gaps.highest(m_y, item);
            if (lowest <= highest + rounding) {
                at(m_y, item) = std::clamp(target, lowest, std::max(lowest, highest));
            }
        };
        for (const auto& items : m_layers.order) {
            for (const int item : items) {
                move(item);
            }
        }
        for (auto layer = m_layers.order.rbegin(); layer != m_layers.order.rend(); ++layer) {
            for (auto item = layer->rbegin(); item != layer->rend(); ++item) {
                move(*item);
            }
        }
    }

    double medianTarget(int item) {
        m_pulls.clear();
        double total = 0;
        for (const auto* side : {&m_layers.before, &m_layers.after}) {
            for (const int other : (*side)[item]) {
                const double w = weight(item, other);
                m_pulls.emplace_back(pullOf(other, item), w);
                total += w;
            }
        }
        if (m_pulls.empty()) {
            return at(m_layers.frame, item) > 0 ? at(m_spans, at(m_layers.frame, item)).middle() : center(item);
        }
        std::sort(m_pulls.begin(), m_pulls.end());
        double sum = 0;
        for (std::size_t i = 0; i < m_pulls.size(); ++i) {
            sum += m_pulls[i].second;
            if (sum * 2 > total) {
                return m_pulls[i].first;
            }
            if (sum * 2 == total) { // any position between these two is optimal
                return std::clamp(center(item), m_pulls[i].first, m_pulls[i + 1].first);
            }
        }
        return m_pulls.back().first;
    }

    /// Aligns the bends of each edge over the longest free distance.
    void straighten() {
        std::vector<bool> seen(m_layers.layer.size(), false);
        std::vector<int> chain;
        for (int item = m_layers.vertexCount; item < m_layers.itemCount(); ++item) {
            if (!isEdge(item) || seen[static_cast<std::size_t>(item)]) {
                continue;
            }
            int first = item;
            while (isEdge(m_layers.before[first].front())) {
                first = m_layers.before[first].front();
            }
            chain.clear();
            for (int next = first; isEdge(next); next = m_layers.after[next].front()) {
                chain.push_back(next);
                seen[static_cast<std::size_t>(next)] = true;
            }
            straighten(chain);
        }
    }

    void straighten(const std::vector<int>& chain) {
        std::size_t begin = 0;
        while (begin < chain.size()) {
            double lowest = std::numeric_limits<double>::lowest();
            double highest = std::numeric_limits<double>::max();
            double sum = 0;
            std::size_t end = begin;
            for (; end < chain.size(); ++end) {
                const double low = std::max(lowest, m_gaps.lowest(m_y, chain[end]));
                const double high = std::min(highest, m_gaps.highest(m_y, chain[end]));
                if (low > high + rounding) {
                    break;
                }
                lowest = low;
                highest = std::max(low, high);
                sum += at(m_y, chain[end]);
            }
            if (end == begin) {
                ++begin;
                continue;
            }
            double wanted = sum / static_cast<double>(end - begin);
            const int source = begin == 0 ? m_layers.before[chain.front()].front() : -1;
            const int target = end == chain.size() ? m_layers.after[chain.back()].front() : -1;
            for (const int vertex : {source, target}) { // prefer a position in line with an end
                if (vertex >= 0) {
                    const double inLine = center(vertex) - size(chain[begin]) / 2;
                    if (inLine >= lowest && inLine <= highest) {
                        wanted = inLine;
                        break;
                    }
                }
            }
            for (; begin < end; ++begin) {
                at(m_y, chain[begin]) = std::clamp(wanted, lowest, highest);
            }
        }
    }

    Placement result() {
        for (double& y : m_y) {
            y = std::floor(y / m_breadths.grid + 0.5) * m_breadths.grid;
        }
        m_gaps.tightenFrames(m_y);
        Placement placement;
        placement.item.assign(m_y.begin(), m_y.begin() + m_layers.itemCount());
        for (int f = 0; f < count(m_layers.frames); ++f) {
            placement.frameStart.push_back(at(m_y, m_gaps.startOf(f)));
            placement.frameEnd.push_back(at(m_y, m_gaps.endOf(f)));
        }
        return placement;
    }

    const Layers& m_layers;
    const Breadths& m_breadths;
    Gaps m_gaps;
    std::vector<double> m_y;
    std::vector<Span> m_spans; // by frame
    std::vector<std::pair<double, double>> m_pulls;
    bool m_hasFrames;
};

} // namespace

Placement place(const Layers& layers, const Breadths& breadths) {
    return Placer(layers, breadths).run();
}

Placement placeAtTargets(const Layers& layers, const Breadths& breadths, const std::vector<double>& targets) {
    return Placer(layers, breadths).runWithTargets(targets);
}

} // namespace planlens::layout
