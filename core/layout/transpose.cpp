// SPDX-License-Identifier: MPL-2.0
#include "core/layout/transpose.h"

#include <algorithm>
#include <cstdlib>

namespace planlens::layout {

namespace {

class Transposer {
public:
    Transposer(Layers& layers, LayerRange range)
        : m_layers(layers)
        , m_range(range) {}

    /// One pass over the layers. Returns the number of crossings saved.
    long pass(TransposeEffort effort, Equals equals) {
        long saved = 0;
        for (int l = m_range.first; l <= m_range.last; ++l) {
            sortNeighbours(l);
            const int limit = effort == TransposeEffort::Once ? 2 : 10;
            for (int i = 0; i < limit; ++i) {
                const long now = passLayer(l, i == 0 ? equals : Equals::Leave);
                saved += now;
                if (now == 0) {
                    break;
                }
            }
        }
        return saved;
    }

    long work() const { return m_work; }

    long siftAll(int reach) {
        long saved = 0;
        for (int l = m_range.first; l <= m_range.last; ++l) {
            sortNeighbours(l);
            const auto items = at(m_layers.order, l);
            for (const int item : items) {
                saved += siftItem(l, item, reach);
            }
        }
        return saved;
    }

private:
    /// Sorts neighbors by position; valid while only this layer changes.
    void sortNeighbours(int layer) {
        const auto byPosition = [this](int a, int b) { return at(m_layers.position, a) < at(m_layers.position, b); };
        for (const int item : at(m_layers.order, layer)) {
            for (auto* side : {&m_layers.before, &m_layers.after}) {
                const auto others = (*side)[item];
                if (others.size() > 1) {
                    std::sort(others.begin(), others.end(), byPosition);
                }
            }
        }
    }

    /// Returns the crossings of their segments with v before w, minus those with w before v.
    long gainOfExchange(int v, int w) {
        m_work += 4;
        return gain(m_layers.before[v], m_layers.before[w]) + gain(m_layers.after[v], m_layers.after[w]);
    }
    long gain(std::span<const int> first, std::span<const int> second) {
        m_work += static_cast<long>(first.size() + second.size());
        long result = 0;
        std::size_t below = 0;
        std::size_t upTo = 0;
        for (const int item : first) {
            const int position = at(m_layers.position, item);
            while (below < second.size() && at(m_layers.position, second[below]) < position) {
                ++below;
            }
            upTo = std::max(upTo, below);
            while (upTo < second.size() && at(m_layers.position, second[upTo]) <= position) {
                ++upTo;
            }
            result += static_cast<long>(below) - static_cast<long>(second.size() - upTo);
        }
        return result;
    }

    /// Returns the end of the run of items from i on, in steps of `step`, that are in the same
    /// child frame of `outer` as item i.
    int blockEnd(const std::vector<int>& order, int i, int step, int outer) const {
        int child = at(m_layers.frame, at(order, i));
        while (at(m_layers.frames, child).parent != outer) {
            child = at(m_layers.frames, child).parent;
        }
        while (i >= 0 && i < count(order) && m_layers.isInside(at(m_layers.frame, at(order, i)), child)) {
            i += step;
        }
        return i;
    }

    long passLayer(int layer, Equals equals) {
        auto& order = at(m_layers.order, layer);
        long saved = 0;
        bool moved = false;
        for (int i = 0; i + 1 < count(order); ++i) {
            const int v = at(order, i);
            const int w = at(order, i + 1);
            const int frameOfV = at(m_layers.frame, v);
            const int frameOfW = at(m_layers.frame, w);
            if (frameOfV == frameOfW) {
                const long gained = gainOfExchange(v, w);
                if (gained > 0 || (gained == 0 && equals == Equals::Exchange)) {
                    std::swap(at(order, i), at(order, i + 1));
                    saved += gained;
                    moved = true;
                }
                continue;
            }
            int first = i;
            int middle = i + 1;
            int last = i + 2;
            if (m_layers.isInside(frameOfW, frameOfV)) {
                last = blockEnd(order, i + 1, 1, frameOfV);
            } else if (m_layers.isInside(frameOfV, frameOfW)) {
                first = blockEnd(order, i, -1, frameOfW) + 1;
            } else {
                continue;
            }
            long gained = 0;
            for (int a = first; a < middle; ++a) {
                for (int b = middle; b < last; ++b) {
                    gained += gainOfExchange(at(order, a), at(order, b));
                }
            }
            if (gained > 0) {
                std::rotate(order.begin() + first, order.begin() + middle, order.begin() + last);
                saved += gained;
                moved = true;
            }
        }
        if (moved) {
            m_layers.updatePositions(layer);
        }
        return saved;
    }

    long siftItem(int layer, int item, int reach) {
        auto& order = at(m_layers.order, layer);
        const int home = at(m_layers.position, item);
        const int frame = at(m_layers.frame, item);
        long best = 0;
        int bestPlace = home; // index in the current order before which the item is inserted
        for (const int step : {-1, 1}) {
            long gained = 0;
            for (int i = home + step; i >= 0 && i < count(order) && std::abs(i - home) <= reach;) {
                const int other = at(order, i);
                if (!m_layers.isInside(at(m_layers.frame, other), frame)) {
                    break;
                }
                const int end = at(m_layers.frame, other) == frame ? i + step : blockEnd(order, i, step, frame);
                for (; i != end; i += step) {
                    gained += step > 0 ? gainOfExchange(item, at(order, i)) : gainOfExchange(at(order, i), item);
                }
                if (gained > best) {
                    best = gained;
                    bestPlace = step > 0 ? i : i + 1;
                }
            }
        }
        if (best > 0) {
            if (bestPlace > home) {
                std::rotate(order.begin() + home, order.begin() + home + 1, order.begin() + bestPlace);
            } else {
                std::rotate(order.begin() + bestPlace, order.begin() + home, order.begin() + home + 1);
            }
            m_layers.updatePositions(layer);
        }
        return best;
    }

    Layers& m_layers;
    LayerRange m_range;
    long m_work = 0;
};

} // namespace

long transpose(Layers& layers, LayerRange range, TransposeEffort effort, Equals equals) {
    Transposer transposer(layers, range);
    const int limit = effort == TransposeEffort::Once ? 1 : 10;
    for (int i = 0; i < limit && transposer.pass(effort, i == 0 ? equals : Equals::Leave) > 0; ++i) {
    }
    return transposer.work();
}

long sift(Layers& layers, LayerRange range, int reach) {
    Transposer transposer(layers, range);
    for (int i = 0; i < 4 && transposer.siftAll(reach) > 0; ++i) {
    }
    return transposer.work();
}

} // namespace planlens::layout
