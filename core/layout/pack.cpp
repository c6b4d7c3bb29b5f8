// SPDX-License-Identifier: MPL-2.0
#include "core/layout/pack.h"

#include "core/layout/adjacency.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace planlens::layout {

namespace {

class Packer {
public:
    Packer(const std::vector<PackItem>& items, const PackOptions& options)
        : m_items(items)
        , m_options(options)
        , m_places(items.size()) {
        for (int i = 0; i < count(items); ++i) {
            (at(items, i).single ? m_singles : m_large).push_back(i);
            if (at(items, i).single) {
                m_cell.length = std::max(m_cell.length, at(items, i).extent.length);
                m_cell.breadth = std::max(m_cell.breadth, at(items, i).extent.breadth);
            }
        }
        m_cell = {snapped(m_cell.length + options.singleGap), snapped(m_cell.breadth + options.singleGap)};
        std::stable_sort(m_large.begin(), m_large.end(),
                         [&](int a, int b) { return at(items, a).extent.breadth > at(items, b).extent.breadth; });
    }

    std::vector<Point> run() {
        const bool anyBefore =
            std::any_of(m_items.begin(), m_items.end(), [](const PackItem& item) { return item.before.has_value(); });
        if (anyBefore) {
            packAround();
        } else {
            packAnew();
        }
        return std::move(m_places);
    }

private:
    double snapped(double size) const { return std::ceil(size / m_options.grid - 1e-9) * m_options.grid; }
    const Extent& extent(int i) const { return at(m_items, i).extent; }
    Rect rectOf(int i) const { return {at(m_places, i).x, at(m_places, i).y, extent(i).length, extent(i).breadth}; }

    void packAnew() {
        double area = static_cast<double>(m_singles.size()) * m_cell.length * m_cell.breadth;
        double widest = m_options.leastLength;
        for (const int i : m_large) {
            area += (extent(i).length + m_options.gap) * (extent(i).breadth + m_options.gap);
            widest = std::max(widest, extent(i).length);
        }
        // Rows leave gaps at their ends, so the best length is found by trial.
        const double ideal = std::sqrt(area * m_options.aspectRatio);
        double bestLength = std::max(widest, ideal);
        double bestError = std::numeric_limits<double>::max();
        for (int step = -4; step <= 12; ++step) {
            const double length = std::max(widest, ideal * (1 + step * 0.05));
            const Extent size = packRows(length);
            const double used = std::max(size.length, m_options.leastLength);
            const double error = std::abs(std::log(used / std::max(1.0, size.breadth) / m_options.aspectRatio));
            if (error < bestError - 1e-9) {
                bestError = error;
                bestLength = length;
            }
        }
        packRows(bestLength);
    }

    /// Packs large parts in rows of at most this length, then the single vertices in a grid: beside the last row if
    /// that does not make it broader, otherwise below it.
    Extent packRows(double length) {
        double x = 0;
        double y = 0;
        double rowBreadth = 0;
        Extent size;
        for (const int i : m_large) {
            if (x > 0 && x + extent(i).length > length) {
                x = 0;
                y = snapped(y + rowBreadth + m_options.gap);
                rowBreadth = 0;
            }
            at(m_places, i) = {x, y};
            size.length = std::max(size.length, x + extent(i).length);
            x = snapped(x + extent(i).length + m_options.gap);
            rowBreadth = std::max(rowBreadth, extent(i).breadth);
            size.breadth = std::max(size.breadth, y + extent(i).breadth);
        }
        if (m_singles.empty()) {
            return size;
        }
        const auto columnsIn = [&](double space) {
            return static_cast<int>((space + m_options.singleGap) / m_cell.length);
        };
        int columns = columnsIn(length - x);
        const bool fitsBeside =
            x > 0 && columns > 0 &&
            (count(m_singles) + columns - 1) / columns * m_cell.breadth - m_options.singleGap <= rowBreadth;
        if (!fitsBeside) {
            x = 0;
            y = m_large.empty() ? 0 : snapped(size.breadth + m_options.gap);
            columns = std::max(1, columnsIn(length));
        }
        for (int k = 0; k < count(m_singles); ++k) {
            Point& place = at(m_places, at(m_singles, k));
            place = {x + (k % columns) * m_cell.length, y + (k / columns) * m_cell.breadth};
            size.length = std::max(size.length, place.x + extent(at(m_singles, k)).length);
            size.breadth = std::max(size.breadth, place.y + extent(at(m_singles, k)).breadth);
        }
        return size;
    }

    /// The rectangles placed so far, in horizontal strips for fast collision tests.
    class Occupied {
    public:
        void add(const Rect& rect) {
            for (int strip = stripOf(rect.y); strip <= stripOf(rect.bottom()); ++strip) {
                m_strips[strip].push_back(rect);
            }
            m_bounds = m_any ? m_bounds.united(rect) : rect;
            m_any = true;
        }
        const Rect* collision(const Rect& rect) const {
            for (auto it = m_strips.lower_bound(stripOf(rect.y));
                 it != m_strips.end() && it->first <= stripOf(rect.bottom()); ++it) {
                for (const Rect& other : it->second) {
                    if (other.intersects(rect)) {
                        return &other;
                    }
                }
            }
            return nullptr;
        }
        const Rect& bounds() const { return m_bounds; }

    private:
        static int stripOf(double y) { return static_cast<int>(std::floor(y / 256)); }
        std::map<int, std::vector<Rect>> m_strips;
        Rect m_bounds;
        bool m_any = false;
    };

    void packAround() {
        Occupied occupied;
        std::vector<int> known;
        std::vector<int> fresh;
        for (const auto* list : {&m_large, &m_singles}) {
            for (const int i : *list) {
                (at(m_items, i).before ? known : fresh).push_back(i);
            }
        }
        std::stable_sort(known.begin(), known.end(), [this](int a, int b) {
            return std::pair(at(m_items, a).before->y, at(m_items, a).before->x) <
                   std::pair(at(m_items, b).before->y, at(m_items, b).before->x);
        });
        for (const int i : known) {
            at(m_places, i) = *at(m_items, i).before;
            while (const Rect* other = occupied.collision(rectOf(i))) { // one of them has grown
                at(m_places, i).y = snapped(other->bottom() + m_options.singleGap);
            }
            occupied.add(rectOf(i));
        }
        placeSinglesAround(occupied, fresh);
        for (const int i : fresh) {
            if (!at(m_items, i).single) {
                at(m_places, i) = {occupied.bounds().x, snapped(occupied.bounds().bottom() + m_options.gap)};
                occupied.add(rectOf(i));
            }
        }
    }

    /// New single vertices extend the existing grid row by row.
    void placeSinglesAround(Occupied& occupied, const std::vector<int>& fresh) {
        Rect grid;
        bool any = false;
        for (const int i : m_singles) {
            if (at(m_items, i).before) {
                grid = any ? grid.united(rectOf(i)) : rectOf(i);
                any = true;
            }
        }
        if (!any) {
            grid = {occupied.bounds().x, snapped(occupied.bounds().bottom() + m_options.gap), 0, 0};
        }
        const double length = std::max({grid.width, occupied.bounds().right() - grid.x, m_options.leastLength});
        const int columns = std::max(1, static_cast<int>((length + m_options.singleGap) / m_cell.length));
        int cell = 0;
        for (const int i : fresh) {
            if (!at(m_items, i).single) {
                continue;
            }
            do {
                at(m_places, i) = {grid.x + (cell % columns) * m_cell.length,
                                   grid.y + (cell / columns) * m_cell.breadth};
                ++cell;
            } while (occupied.collision(rectOf(i)) != nullptr);
            occupied.add(rectOf(i));
        }
    }

    const std::vector<PackItem>& m_items;
    const PackOptions& m_options;
    std::vector<Point> m_places;
    std::vector<int> m_singles;
    std::vector<int> m_large;
    Extent m_cell;
};

} // namespace

std::vector<Point> pack(const std::vector<PackItem>& items, const PackOptions& options) {
    return Packer(items, options).run();
}

} // namespace planlens::layout
