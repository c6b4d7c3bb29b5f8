// SPDX-License-Identifier: MPL-2.0
#include "ui/controls/region_maximizer.h"

#include "ui/controls/pane.h"

#include <QEvent>
#include <QLabel>

#include <algorithm>
#include <utility>

namespace planlens::widgets {

RegionMaximizer::RegionMaximizer(QVector<QWidget*> regions, QWidget* parent)
    : QObject(parent)
    , m_regions(std::move(regions)) {
    for (QWidget* region : std::as_const(m_regions))
        for (QLabel* title : region->findChildren<QLabel*>(paneTitleName()))
            title->installEventFilter(this);
}

void RegionMaximizer::toggle(const QWidget* inRegion) {
    if (isMaximized())
        return restore();
    const auto contains = [inRegion](const QWidget* region) {
        return inRegion && (region == inRegion || region->isAncestorOf(inRegion));
    };
    if (std::ranges::none_of(m_regions, contains))
        return;
    for (QWidget* region : std::as_const(m_regions))
        if (!contains(region) && !region->isHidden()) {
            region->hide();
            m_hidden.append(region);
        }
}

void RegionMaximizer::restore() {
    for (QWidget* region : std::exchange(m_hidden, {}))
        region->show();
}

bool RegionMaximizer::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::MouseButtonDblClick)
        return false;
    toggle(qobject_cast<QWidget*>(watched));
    return true;
}

} // namespace planlens::widgets
