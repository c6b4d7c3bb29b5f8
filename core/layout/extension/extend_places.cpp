// SPDX-License-Identifier: MPL-2.0
// Finds free space for single elements.
#include "core/layout/extension/extender.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace planlens::layout {

/// Returns the obstacles for an element of a box: nodes, and frames that do not enclose it.
std::vector<Rect> Extender::obstaclesFor(int parent) const {
    std::vector<Rect> result;
    for (int i = 0; i < count(m_elements); ++i) {
        const Element& other = element(i);
        const bool isOtherFrame =
            i >= m_nodeCount && isFrame(i - m_nodeCount) && other.placed && !isWithin(parent, i - m_nodeCount);
        if (isOtherFrame || (other.shown && other.placed)) {
            result.push_back(other.rect);
        }
    }
    return result;
}

bool Extender::isFree(const Rect& rect, const std::vector<Rect>& obstacles, double gap) {
    const Rect wide{rect.x - gap, rect.y - gap, rect.width + 2 * gap, rect.height + 2 * gap};
    return std::none_of(obstacles.begin(), obstacles.end(), [&](const Rect& other) { return wide.intersects(other); });
}

double Extender::padBefore(bool along) const {
    const bool isTitleAlong = m_options.direction == Direction::TopToBottom;
    return m_options.boxPadding + (along == isTitleAlong ? m_options.titleHeight : 0);
}

double Extender::snapped(double x) const {
    return std::round(x / m_options.grid) * m_options.grid;
}

void Extender::putWhereThereIsRoom(int i) {
    const Element& made = element(i);
    double left = -std::numeric_limits<double>::infinity();
    double right = std::numeric_limits<double>::infinity();
    std::vector<double> middles;
    const auto meet = [&](int other, bool isBefore) {
        if (!element(other).placed) {
            return;
        }
        const Rect& rect = element(other).rect;
        middles.push_back(rect.center().y);
        if (isBefore) {
            left = std::max(left, rect.right() + m_options.layerGap / 2);
        } else {
            right = std::min(right, rect.x - m_options.layerGap / 2 - made.rect.width);
        }
    };
    for (const int other : at(m_before, i)) {
        meet(other, true);
    }
    for (const int other : at(m_after, i)) {
        meet(other, false);
    }
    const Rect around = made.parent >= 0 ? frame(made.parent).rect : allBounds();
    const double start = around.x + (made.parent >= 0 ? padBefore(true) : 0);
    double x = std::isfinite(left)    ? left + m_options.layerGap / 2
               : std::isfinite(right) ? right - m_options.layerGap / 2
                                      : start;
    if (made.parent >= 0) {
        x = std::max(x, start);
    }
    double y = around.bottom() + m_options.nodeGap;
    if (!middles.empty()) {
        std::sort(middles.begin(), middles.end());
        y = middles[(middles.size() - 1) / 2] - made.rect.height / 2;
    }
    placeOrFurther(i, snapped(x), snapped(y));
}

int Extender::addFrame(int box, int parent) {
    Element& added = m_elements.emplace_back();
    added.parent = parent;
    added.titleHeight = m_options.titleHeight;
    added.group = -1; // layout() does not use it as a guide
    m_boxOf.push_back(box);
    return frameCount() - 1;
}

/// Places an element in its box if that has space or can grow, otherwise in an additional frame of the box, as near as
/// possible.
void Extender::placeOrFurther(int i, double x, double y) {
    if (place(i, x, y)) {
        return;
    }
    const int holder = element(i).parent;
    const auto putAt = [&](double left, double top) {
        Element& put = element(i);
        put.rect.x = left;
        put.rect.y = top;
        put.placed = true;
        put.group = -1;
    };
    if (holder < 0) {
        const Rect all = allBounds();
        return putAt(snapped(all.x), snapped(all.bottom() + m_options.boxGap));
    }
    const int box = at(m_boxOf, holder);
    for (int f = m_boxCount; f < frameCount(); ++f) {
        if (f != holder && at(m_boxOf, f) == box && frame(f).placed) {
            element(i).parent = f;
            if (place(i, snapped(frame(f).rect.x + padBefore(true)),
                      snapped(frame(f).rect.bottom() + m_options.nodeGap))) {
                return;
            }
        }
    }
    const int added = addFrame(box, frame(holder).parent);
    Rect around = element(i).rect;
    around.width += padBefore(true) + m_options.boxPadding;
    around.height += padBefore(false) + m_options.boxPadding;
    Rect onScreen = turn(around);
    onScreen.width = std::max(onScreen.width, at(m_input.boxes, box).titleWidth);
    frame(added).rect = turn(onScreen);
    placeOrFurther(m_nodeCount + added, snapped(x - padBefore(true)), snapped(y - padBefore(false)));
    element(i).parent = added;
    putAt(frame(added).rect.x + padBefore(true), frame(added).rect.y + padBefore(false));
}

/// Finds the free position nearest to the preferred one; a distance in columns counts double. Surrounding boxes grow if
/// they can.
bool Extender::place(int i, double x, double y) {
    const double step = m_options.grid;
    const int most = 400;
    std::vector<Rect> obstacles = obstaclesFor(element(i).parent);
    const double reach = 5 * (element(i).rect.width + m_options.layerGap);
    const Rect searched{x - reach, y - most * step - 100, 2 * reach, 2 * (most * step + 100) + element(i).rect.height};
    std::erase_if(obstacles, [&](const Rect& rect) { return !rect.intersects(searched); });
    double bestCost = std::numeric_limits<double>::infinity();
    Rect best;
    for (int column = 0; column < 9; ++column) {
        const double offset =
            (column % 2 ? 1 : -1) * ((column + 1) / 2) * snapped(element(i).rect.width + m_options.layerGap / 2);
        for (int k = 0; k <= 2 * most; ++k) {
            const double dy = (k % 2 ? 1 : -1) * ((k + 1) / 2) * step;
            const double cost = 2 * std::abs(offset) + std::abs(dy);
            if (cost >= bestCost) {
                break;
            }
            Rect rect = element(i).rect;
            rect.x = x + offset;
            rect.y = y + dy;
            if (isFree(rect, obstacles, m_options.nodeGap) && growAround(i, rect, Growing::Tried)) {
                best = rect;
                bestCost = cost;
                break;
            }
        }
    }
    if (!std::isfinite(bestCost)) {
        return false;
    }
    growAround(i, best, Growing::Done);
    element(i).rect = best;
    element(i).placed = true;
    element(i).group = -1; // layout() does not use it as a guide
    return true;
}

bool Extender::growAround(int i, Rect rect, Growing growing) {
    for (int box = element(i).parent; box >= 0; box = frame(box).parent) {
        const Rect needed{rect.x - padBefore(true), rect.y - padBefore(false),
                          rect.width + padBefore(true) + m_options.boxPadding,
                          rect.height + padBefore(false) + m_options.boxPadding};
        Rect& held = frame(box).rect;
        if (held.contains(needed)) {
            return true;
        }
        rect = held.united(needed);
        if (growing == Growing::Done) {
            held = rect;
            continue;
        }
        for (int other = 0; other < count(m_elements); ++other) {
            const Element& e = element(other);
            const bool isOtherFrame = other >= m_nodeCount && isFrame(other - m_nodeCount) && e.placed &&
                                      !isWithin(box, other - m_nodeCount) && !isWithin(other - m_nodeCount, box);
            const bool isOther = e.shown && e.placed && !isWithin(e.parent, box);
            const double gap = m_options.boxGap / 2;
            if ((isOtherFrame || isOther) &&
                Rect{rect.x - gap, rect.y - gap, rect.width + 2 * gap, rect.height + 2 * gap}.intersects(e.rect)) {
                return false;
            }
        }
    }
    return true;
}

Rect Extender::allBounds() const {
    Rect all;
    bool any = false;
    for (int i = 0; i < count(m_elements); ++i) {
        if (element(i).placed) {
            all = any ? all.united(element(i).rect) : element(i).rect;
            any = true;
        }
    }
    return all;
}

} // namespace planlens::layout
