// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/root_frames.h"

#include <Qt>

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

namespace planlens::graph {

namespace {

using layout::Rect;

/// A tree of bounding boxes over a growing sequence of rectangles; each level joins two boxes of the level below.
/// Queries skip distant boxes. Fast if consecutive rectangles are close together.
class Obstacles {
public:
    void add(const Rect& rect) {
        std::size_t at = m_count++;
        for (std::size_t level = 0;; ++level, at /= 2) {
            if (level == m_levels.size())
                m_levels.push_back(level == 0 ? std::vector<Rect>() : std::vector<Rect>{m_levels[level - 1].front()});
            std::vector<Rect>& rects = m_levels[level];
            if (at == rects.size())
                rects.push_back(rect);
            else
                rects[at] = rects[at].united(rect);
            if (rects.size() == 1)
                return;
        }
    }
    bool touch(const Rect& rect) const { return !m_levels.empty() && touch(rect, m_levels.size() - 1, 0); }

private:
    bool touch(const Rect& rect, std::size_t level, std::size_t at) const {
        if (at >= m_levels[level].size() || !m_levels[level][at].intersects(rect))
            return false;
        return level == 0 || touch(rect, level - 1, 2 * at) || touch(rect, level - 1, 2 * at + 1);
    }

    std::size_t m_count = 0;
    std::vector<std::vector<Rect>> m_levels; // the last level has one box
};

/// Sorts rectangles so that neighbors are close in the order in which Obstacles joins them.
void putNeighboursTogether(std::span<Rect> rects, Qt::Orientation along) {
    if (rects.size() < 3)
        return;
    const std::size_t half = std::bit_floor(rects.size() - 1);
    const auto isBefore = [along](const Rect& a, const Rect& b) {
        return along == Qt::Horizontal ? a.x < b.x : a.y < b.y;
    };
    std::nth_element(rects.begin(), rects.begin() + std::ptrdiff_t(half), rects.end(), isBefore);
    const Qt::Orientation across = along == Qt::Horizontal ? Qt::Vertical : Qt::Horizontal;
    putNeighboursTogether(rects.first(half), across);
    putNeighboursTogether(rects.subspan(half), across);
}

} // namespace

std::vector<Rect> rootFrames(std::vector<Rect> outside, std::vector<Rect> taken) {
    std::sort(outside.begin(), outside.end(),
              [](const Rect& a, const Rect& b) { return std::pair(a.x, a.y) < std::pair(b.x, b.y); });
    putNeighboursTogether(taken, Qt::Horizontal);
    Obstacles modules, before;
    for (const Rect& rect : taken)
        modules.add(rect);
    std::vector<Rect> frames;
    for (const Rect& rect : outside) {
        if (!frames.empty()) {
            const Rect joined = frames.back().united(rect);
            if (!modules.touch(joined) && !before.touch(joined)) {
                frames.back() = joined;
                continue;
            }
            before.add(frames.back());
        }
        frames.push_back(rect);
    }
    return frames;
}

} // namespace planlens::graph
