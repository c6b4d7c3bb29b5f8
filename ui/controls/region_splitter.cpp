// SPDX-License-Identifier: MPL-2.0
#include "ui/controls/region_splitter.h"

#include <algorithm>
#include <utility>

namespace planlens::widgets {

RegionSplitter::RegionSplitter(QWidget* parent)
    : QSplitter(Qt::Vertical, parent) {
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_isMoved = true; });
}

QByteArray RegionSplitter::movedState() const {
    return !m_isMoved ? QByteArray() : m_isFolded ? m_openState : saveState();
}

void RegionSplitter::restoreMoved(const QByteArray& state) {
    m_isMoved = restoreState(state);
    m_openState = state;
}

void RegionSplitter::setFolded(bool isFolded) {
    if (std::exchange(m_isFolded, isFolded) == isFolded)
        return;
    if (isFolded)
        m_openState = saveState();
    else if (m_isMoved)
        restoreState(m_openState);
    else
        share();
}

void RegionSplitter::share() {
    constexpr int upperNeeds = 380, leastLower = 180;
    const bool isLow = orientation() == Qt::Vertical;
    const int whole = isLow ? height() : width();
    const int second = isLow ? std::min(whole * 2 / 5, std::max(leastLower, whole - upperNeeds)) : whole * 9 / 20;
    setSizes({whole - second, second}); // a folded region only gets the height of its title
}

void RegionSplitter::resizeEvent(QResizeEvent* event) {
    if (!m_isMoved)
        share();
    QSplitter::resizeEvent(event);
}

} // namespace planlens::widgets
