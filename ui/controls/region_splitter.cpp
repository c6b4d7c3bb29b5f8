// SPDX-License-Identifier: MPL-2.0
#include "ui/controls/region_splitter.h"

#include <algorithm>

namespace planlens::widgets {

RegionSplitter::RegionSplitter(QWidget* parent)
    : QSplitter(Qt::Vertical, parent) {
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_isMoved = true; });
}

void RegionSplitter::resizeEvent(QResizeEvent* event) {
    constexpr int upperNeeds = 340, leastLower = 120;
    if (!m_isMoved) {
        const bool isLow = orientation() == Qt::Vertical;
        const int whole = isLow ? height() : width();
        const int second = isLow ? std::min(whole * 2 / 5, std::max(leastLower, whole - upperNeeds)) : whole * 9 / 20;
        setSizes({whole - second, second});
    }
    QSplitter::resizeEvent(event);
}

} // namespace planlens::widgets
