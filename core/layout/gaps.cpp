// SPDX-License-Identifier: MPL-2.0
#include "core/layout/gaps.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace planlens::layout {

Gaps::Gaps(const Layers& layers, const Breadths& breadths)
    : m_itemCount(layers.itemCount())
    , m_frameCount(count(layers.frames))
    , m_toItemBefore(layers.layer.size(), 0) {
    for (int l = 0; l < count(layers.order); ++l) {
        walkLayer(layers, breadths, l);
    }
    for (int f = 1; f < m_frameCount; ++f) {
        m_gaps.push_back({startOf(f), endOf(f), at(breadths.frame, f).least});
    }
    for (Gap& gap : m_gaps) {
        gap.distance = std::ceil(gap.distance / breadths.grid - 1e-9) * breadths.grid;
    }
    m_into = Adjacency(variableCount(), [this](auto add) {
        for (int g = 0; g < count(m_gaps); ++g) {
            add(at(m_gaps, g).to, g);
        }
    });
    m_outOf = Adjacency(variableCount(), [this](auto add) {
        for (int g = 0; g < count(m_gaps); ++g) {
            add(at(m_gaps, g).from, g);
        }
    });
    sortVariables();
}

void Gaps::walkLayer(const Layers& layers, const Breadths& breadths, int layer) {
    enum class Place { Nothing, Item, FrameStart, FrameEnd };
    Place lastPlace = Place::Nothing;
    int lastVariable = -1;
    int openFrame = 0;
    double sinceItem = 0;
    const auto isEdge = [&](int item) { return at(breadths.kind, item) == ItemKind::Edge; };

    const auto next = [&](int variable, Place place, bool thin) {
        if (lastPlace != Place::Nothing) {
            double distance = lastPlace == Place::Item ? at(breadths.item, lastVariable) : 0;
            const bool lastThin = lastPlace == Place::Item && isEdge(lastVariable);
            if (place == Place::FrameEnd) {
                distance += at(breadths.frame, openFrame).after;
            } else if (lastPlace == Place::FrameStart) {
                distance += at(breadths.frame, openFrame).before;
            } else if (thin && lastThin) {
                distance = breadths.bundled ? 0 : distance + breadths.edgeGap;
            } else if (thin || lastThin) {
                distance += breadths.edgeGap;
            } else if (place == Place::Item && lastPlace == Place::Item) {
                distance += breadths.nodeGap;
            } else {
                distance += breadths.boxGap;
            }
            m_gaps.push_back({lastVariable, variable, distance});
            sinceItem += std::ceil(distance / breadths.grid - 1e-9) * breadths.grid;
        }
        lastPlace = place;
        lastVariable = variable;
    };
    const auto close = [&] {
        next(endOf(openFrame), Place::FrameEnd, false);
        openFrame = at(layers.frames, openFrame).parent;
    };

    std::vector<int> path;
    for (const int item : at(layers.order, layer)) {
        const int frame = at(layers.frame, item);
        while (!layers.isInside(frame, openFrame)) {
            close();
        }
        path.clear();
        for (int f = frame; f != openFrame; f = at(layers.frames, f).parent) {
            path.push_back(f);
        }
        for (auto it = path.rbegin(); it != path.rend(); ++it) {
            next(startOf(*it), Place::FrameStart, false);
            openFrame = *it;
        }
        next(item, Place::Item, isEdge(item));
        at(m_toItemBefore, item) = sinceItem;
        sinceItem = 0;
    }
    while (openFrame != 0) {
        close();
    }
}

void Gaps::sortVariables() {
    std::vector<int> waiting(static_cast<std::size_t>(variableCount()), 0);
    for (const Gap& gap : m_gaps) {
        ++at(waiting, gap.to);
    }
    m_sorted.reserve(waiting.size());
    for (int v = 0; v < variableCount(); ++v) {
        if (at(waiting, v) == 0) {
            m_sorted.push_back(v);
        }
    }
    for (std::size_t i = 0; i < m_sorted.size(); ++i) {
        for (const int g : m_outOf[m_sorted[i]]) {
            if (--at(waiting, at(m_gaps, g).to) == 0) {
                m_sorted.push_back(at(m_gaps, g).to);
            }
        }
    }
}

void Gaps::pushUp(std::vector<double>& y) const {
    for (const int v : m_sorted) {
        for (const int g : m_outOf[v]) {
            const Gap& gap = at(m_gaps, g);
            at(y, gap.to) = std::max(at(y, gap.to), at(y, v) + gap.distance);
        }
    }
}

void Gaps::pushDown(std::vector<double>& y) const {
    for (auto it = m_sorted.rbegin(); it != m_sorted.rend(); ++it) {
        for (const int g : m_into[*it]) {
            const Gap& gap = at(m_gaps, g);
            at(y, gap.from) = std::min(at(y, gap.from), at(y, *it) - gap.distance);
        }
    }
}

void Gaps::pushApart(std::vector<double>& y) const {
    auto up = y;
    pushUp(up);
    pushDown(y);
    for (std::size_t i = 0; i < y.size(); ++i) {
        y[i] = (y[i] + up[i]) / 2; // satisfies the gaps, because both bounds do
    }
}

void Gaps::tightenFrames(std::vector<double>& y) const {
    for (const int v : m_sorted) {
        if (v >= m_itemCount + 2 && (v - m_itemCount) % 2 == 1) {
            at(y, v) = lowest(y, v);
        }
    }
    for (auto it = m_sorted.rbegin(); it != m_sorted.rend(); ++it) {
        if (*it >= m_itemCount + 2 && (*it - m_itemCount) % 2 == 0) {
            at(y, *it) = highest(y, *it);
        }
    }
}

double Gaps::lowest(const std::vector<double>& y, int variable) const {
    double result = std::numeric_limits<double>::lowest();
    for (const int g : m_into[variable]) {
        result = std::max(result, at(y, at(m_gaps, g).from) + at(m_gaps, g).distance);
    }
    return result;
}

double Gaps::highest(const std::vector<double>& y, int variable) const {
    double result = std::numeric_limits<double>::max();
    for (const int g : m_outOf[variable]) {
        result = std::min(result, at(y, at(m_gaps, g).to) - at(m_gaps, g).distance);
    }
    return result;
}

} // namespace planlens::layout
