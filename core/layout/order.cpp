// SPDX-License-Identifier: MPL-2.0
#include "core/layout/layer_sort.h"
#include "core/layout/transpose.h"

#include <algorithm>
#include <limits>
#include <random>
#include <utility>

namespace planlens::layout {

namespace {

/// Counts the inversions of a sequence of positions that are added one by one.
class InversionCounter {
public:
    void reset(int size) { m_tree.assign(static_cast<std::size_t>(size) + 1, 0); }
    void add(int position) {
        for (int i = position + 1; i < count(m_tree); i += i & -i) {
            ++at(m_tree, i);
        }
    }
    int atOrBefore(int position) const {
        int sum = 0;
        for (int i = position + 1; i > 0; i -= i & -i) {
            sum += at(m_tree, i);
        }
        return sum;
    }

private:
    std::vector<int> m_tree;
};

long crossingsAfter(const Layers& layers, int layer, InversionCounter& counter) {
    counter.reset(count(at(layers.order, layer + 1)));
    long crossings = 0;
    int added = 0;
    for (const int item : at(layers.order, layer)) {
        const auto next = layers.after[item];
        for (const int other : next) {
            crossings += added - counter.atOrBefore(at(layers.position, other));
        }
        for (const int other : next) {
            counter.add(at(layers.position, other));
        }
        added += count(next);
    }
    return crossings;
}

enum class Average { Median, Mean };
enum class Sweep { Forward, Backward };

struct Effort {
    int starts;
    int rounds;
    int patience; // rounds without improvement
    TransposeEffort transpose;
    bool thorough;
    long shakes; // elementary steps
    int reach;
};

Effort effortFor(std::size_t segments) {
    if (segments < 4'000) {
        return {2, 24, 8, TransposeEffort::UntilStable, true, 20'000'000, 100};
    }
    if (segments < 12'000) {
        return {2, 12, 4, TransposeEffort::UntilStable, false, 20'000'000, 30};
    }
    if (segments < 50'000) {
        return {1, 8, 3, TransposeEffort::Once, false, 0, 0};
    }
    return {1, 4, 2, TransposeEffort::Once, false, 0, 0};
}

class CrossingReducer {
public:
    CrossingReducer(Layers& layers, const Effort& effort)
        : m_layers(layers)
        , m_sort(layers)
        , m_effort(effort)
        , m_keys(layers.layer.size(), 0) {}

    void run() {
        if (m_layers.order.empty()) {
            return;
        }
        for (int start = 0; start < m_effort.starts && m_bestCrossings > 0; ++start) {
            startOrder(start);
            m_average = start % 2 == 0 ? Average::Median : Average::Mean;
            improve();
        }
        shake();
        restore();
    }

private:
    /// Perturbs a few layers at a time, improves them again, and keeps improvements.
    void shake() {
        restore();
        const int layerCount = count(m_layers.order);
        std::vector<long> crossings;
        for (int l = 0; l + 1 < layerCount; ++l) {
            crossings.push_back(crossingsAfter(m_layers, l, m_counter));
        }
        const auto gapsOf = [&](LayerRange range) {
            return std::pair(std::max(0, range.first - 1), std::min(layerCount - 1, range.last + 1));
        };
        std::minstd_rand random; // not std::default_random_engine: the sequence must be the same on every machine
        std::vector<std::vector<int>> before;
        std::vector<long> now;
        long idle = 0;
        const long patience = 100 + 40 * layerCount;
        for (long work = 0; work < m_effort.shakes && idle < patience && m_bestCrossings > 0; ++idle) {
            const int first = static_cast<int>(random() % static_cast<unsigned>(layerCount));
            const int last = std::min(layerCount - 1, first + static_cast<int>(random() % 6));
            const LayerRange range{std::max(0, first - 1), std::min(layerCount - 1, last + 1)};
            const auto [firstGap, endGap] = gapsOf(range);
            long old = 0;
            for (int g = firstGap; g < endGap; ++g) {
                old += at(crossings, g);
            }
            before.assign(m_layers.order.begin() + range.first, m_layers.order.begin() + range.last + 1);
            for (int l = first; l <= last; ++l) {
                const double reach = 0.15 * count(at(m_layers.order, l)) + 1;
                for (const int item : at(m_layers.order, l)) {
                    at(m_keys, item) =
                        at(m_layers.position, item) + reach * (static_cast<double>(random() % 2001) / 1000 - 1);
                }
                m_sort.sort(l, m_keys, Ties::Keep);
            }
            work += transpose(m_layers, range, TransposeEffort::UntilStable, Equals::Exchange);
            work += sift(m_layers, range, m_effort.reach);
            work += transpose(m_layers, range, TransposeEffort::UntilStable, Equals::Exchange);
            now.clear();
            long sum = 0;
            for (int g = firstGap; g < endGap; ++g) {
                now.push_back(crossingsAfter(m_layers, g, m_counter));
                sum += now.back();
            }
            work += 1000;
            if (sum <= old) {
                std::copy(now.begin(), now.end(), crossings.begin() + firstGap);
                m_bestCrossings += sum - old;
                idle = sum < old ? 0 : idle;
                continue;
            }
            for (int l = range.first; l <= range.last; ++l) {
                at(m_layers.order, l) = at(before, l - range.first);
                m_layers.updatePositions(l);
            }
        }
        remember(m_bestCrossings);
    }

    void remember(long crossings) {
        m_bestCrossings = crossings;
        m_bestOrder = m_layers.order;
        m_bestFrames = m_layers.frames;
    }
    void restore() {
        m_layers.order = m_bestOrder;
        m_layers.frames = m_bestFrames;
        for (int l = 0; l < count(m_layers.order); ++l) {
            m_layers.updatePositions(l);
        }
    }

    /// Orders items breadth-first from one end of the drawing, so that connected items are adjacent.
    void startOrder(int start) {
        const bool forward = start % 2 == 0;
        const auto& next = forward ? m_layers.after : m_layers.before;
        std::vector<bool> seen(m_layers.layer.size(), false);
        std::vector<int> queue;
        double number = 0;
        const auto visit = [&](int root) {
            queue.assign(1, root);
            for (std::size_t i = 0; i < queue.size(); ++i) {
                const int item = queue[i];
                if (seen[static_cast<std::size_t>(item)]) {
                    continue;
                }
                seen[static_cast<std::size_t>(item)] = true;
                at(m_keys, item) = number++;
                for (const int other : next[item]) {
                    queue.push_back(other);
                }
            }
        };
        std::vector<int> roots;
        for (int l = 0; l < count(m_layers.order); ++l) {
            const auto& items = at(m_layers.order, forward ? l : count(m_layers.order) - 1 - l);
            roots.insert(roots.end(), items.begin(), items.end());
        }
        for (const int root : roots) {
            visit(root);
        }
        m_sort.resequence(frameMeans(m_keys));
        sortAll(m_keys);
    }

    void sortAll(const std::vector<double>& keys) {
        for (int l = 0; l < count(m_layers.order); ++l) {
            m_sort.sort(l, keys, Ties::Keep);
        }
    }

    std::vector<double> frameMeans(const std::vector<double>& keys) const {
        std::vector<double> sum(m_layers.frames.size(), 0);
        std::vector<double> number(m_layers.frames.size(), 0);
        for (int item = 0; item < m_layers.itemCount(); ++item) {
            at(sum, at(m_layers.frame, item)) += at(keys, item);
            at(number, at(m_layers.frame, item)) += 1;
        }
        for (int f = count(sum) - 1; f > 0; --f) {
            at(sum, at(m_layers.frames, f).parent) += at(sum, f);
            at(number, at(m_layers.frames, f).parent) += at(number, f);
        }
        for (int f = 0; f < count(sum); ++f) {
            at(sum, f) /= std::max(1.0, at(number, f));
        }
        return sum;
    }

    void improve() {
        long localBest = std::numeric_limits<long>::max();
        int idle = 0;
        for (int round = 0; round < m_effort.rounds && idle < m_effort.patience; ++round) {
            if (round % 4 == 3 && m_layers.frames.size() > 2) {
                resequenceByNeighbours();
            }
            sweep(round % 2 == 0 ? Sweep::Forward : Sweep::Backward, round % 4 < 2 ? Ties::Keep : Ties::Turn);
            transpose(m_layers, LayerRange::all(m_layers), m_effort.transpose,
                      round % 4 < 2 ? Equals::Leave : Equals::Exchange);
            const long crossings = countCrossings(m_layers);
            if (crossings < localBest) {
                idle = localBest - crossings > localBest / 100 ? 0 : idle + 1;
                localBest = crossings;
            } else {
                ++idle;
            }
            if (crossings < m_bestCrossings) {
                remember(crossings);
            }
            if (crossings == 0) {
                return;
            }
        }
        if (m_effort.thorough) {
            finishThoroughly();
        }
    }

    void finishThoroughly() {
        restore();
        long crossings = m_bestCrossings;
        for (int round = 0; round < 6; ++round) {
            exchangeFrames();
            sift(m_layers, LayerRange::all(m_layers), m_effort.reach);
            transpose(m_layers, LayerRange::all(m_layers), TransposeEffort::UntilStable, Equals::Exchange);
            const long now = countCrossings(m_layers);
            if (now < m_bestCrossings) {
                remember(now);
            }
            if (now >= crossings) {
                return;
            }
            crossings = now;
        }
    }

    void resequenceByNeighbours() {
        for (int item = 0; item < m_layers.itemCount(); ++item) {
            double sum = 0;
            double number = 0;
            for (const auto* side : {&m_layers.before, &m_layers.after}) {
                for (const int other : (*side)[item]) {
                    sum += relativePosition(other);
                    number += 1;
                }
            }
            at(m_keys, item) = number > 0 ? sum / number : relativePosition(item);
        }
        m_sort.resequence(frameMeans(m_keys));
        for (int item = 0; item < m_layers.itemCount(); ++item) {
            at(m_keys, item) = at(m_layers.position, item);
        }
        sortAll(m_keys);
    }
    double relativePosition(int item) const {
        return (at(m_layers.position, item) + 0.5) / count(at(m_layers.order, at(m_layers.layer, item)));
    }

    void sweep(Sweep direction, Ties ties) {
        const int layerCount = count(m_layers.order);
        for (int step = 1; step < layerCount; ++step) {
            const int l = direction == Sweep::Forward ? step : layerCount - 1 - step;
            computeKeys(l, direction == Sweep::Forward ? m_layers.before : m_layers.after);
            m_sort.sort(l, m_keys, ties);
        }
    }

    void computeKeys(int layer, const Adjacency& neighbours) {
        for (const int item : at(m_layers.order, layer)) {
            const auto others = neighbours[item];
            at(m_keys, item) = others.empty()               ? LayerSort::stay
                               : m_average == Average::Mean ? mean(others)
                                                            : median(others);
        }
    }
    double mean(std::span<const int> items) const {
        double sum = 0;
        for (const int item : items) {
            sum += at(m_layers.position, item);
        }
        return sum / static_cast<double>(items.size());
    }
    double median(std::span<const int> items) {
        if (items.size() == 1) {
            return at(m_layers.position, items[0]);
        }
        m_places.clear();
        for (const int item : items) {
            m_places.push_back(at(m_layers.position, item));
        }
        std::sort(m_places.begin(), m_places.end());
        const std::size_t half = m_places.size() / 2;
        if (m_places.size() % 2 == 1) {
            return m_places[half];
        }
        const double below = m_places[half - 1];
        const double above = m_places[half];
        if (m_places.size() == 2) {
            return (below + above) / 2;
        }
        // Prefer the side on which the neighbors are closer together.
        const double left = below - m_places.front();
        const double right = m_places.back() - above;
        return left + right > 0 ? (below * right + above * left) / (left + right) : (below + above) / 2;
    }

    /// Tries to exchange adjacent frames in the sequence.
    void exchangeFrames() {
        const int frameCount = count(m_layers.frames);
        constexpr long budget = 400'000;
        if (frameCount < 3 || static_cast<long>(frameCount) * m_layers.itemCount() > budget) {
            return;
        }
        std::vector<int> frames;
        for (int f = 1; f < frameCount; ++f) {
            frames.push_back(f);
        }
        std::sort(frames.begin(), frames.end(), [this](int a, int b) {
            const auto key = [this](int f) {
                return std::pair(at(m_layers.frames, f).parent, at(m_layers.frames, f).sequence);
            };
            return key(a) < key(b);
        });
        long crossings = countCrossings(m_layers);
        for (std::size_t i = 0; i + 1 < frames.size() && crossings > 0; ++i) {
            for (std::size_t k = i + 1; k < frames.size() && k < i + 4; ++k) {
                auto& a = at(m_layers.frames, frames[i]);
                auto& b = at(m_layers.frames, frames[k]);
                if (a.parent != b.parent) {
                    break;
                }
                if (a.lastLayer < b.firstLayer || b.lastLayer < a.firstLayer) {
                    continue;
                }
                const auto order = m_layers.order;
                std::swap(a.sequence, b.sequence);
                for (int item = 0; item < m_layers.itemCount(); ++item) {
                    at(m_keys, item) = at(m_layers.position, item);
                }
                sortAll(m_keys);
                transpose(m_layers, LayerRange::all(m_layers), TransposeEffort::Once, Equals::Leave);
                const long now = countCrossings(m_layers);
                if (now < crossings) {
                    crossings = now;
                    std::swap(frames[i], frames[k]);
                    continue;
                }
                std::swap(a.sequence, b.sequence);
                m_layers.order = order;
                for (int l = 0; l < count(order); ++l) {
                    m_layers.updatePositions(l);
                }
            }
        }
    }

    Layers& m_layers;
    LayerSort m_sort;
    Effort m_effort;
    Average m_average = Average::Median;
    std::vector<double> m_keys;
    std::vector<int> m_places;
    InversionCounter m_counter;
    long m_bestCrossings = std::numeric_limits<long>::max();
    std::vector<std::vector<int>> m_bestOrder;
    std::vector<Layers::Frame> m_bestFrames;
};

} // namespace

long countCrossings(const Layers& layers) {
    InversionCounter counter;
    long crossings = 0;
    for (int l = 0; l + 1 < count(layers.order); ++l) {
        crossings += crossingsAfter(layers, l, counter);
    }
    return crossings;
}

void reduceCrossings(Layers& layers, std::size_t linksOfAll) {
    Effort effort = effortFor(layers.after.size());
    if (constexpr std::size_t many = 4000;
        linksOfAll > many) { // full effort only for a single drawing, not for each of a thousand modules
        effort.starts = 1;
        effort.rounds = std::min(effort.rounds, 12);
        effort.patience = std::min(effort.patience, 4);
        effort.shakes = effort.shakes * static_cast<long>(layers.after.size()) / static_cast<long>(linksOfAll);
    }
    CrossingReducer(layers, effort).run();
}

void orderByKeys(Layers& layers, const std::vector<double>& keys) {
    LayerSort sort(layers);
    std::vector<double> sum(layers.frames.size(), 0);
    std::vector<double> number(layers.frames.size(), 0);
    for (int item = 0; item < layers.itemCount(); ++item) {
        for (int f = at(layers.frame, item); f >= 0; f = at(layers.frames, f).parent) {
            at(sum, f) += at(keys, item);
            at(number, f) += 1;
        }
    }
    for (int f = 0; f < count(sum); ++f) {
        at(sum, f) /= std::max(1.0, at(number, f));
    }
    sort.resequence(sum);
    for (int l = 0; l < count(layers.order); ++l) {
        sort.sort(l, keys, Ties::Keep);
    }
}

} // namespace planlens::layout
