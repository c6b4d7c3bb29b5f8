// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/items/category_icon.h"

#include "ui/theme/outline.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace planlens::graph {

const QPainterPath& iconOutline(report::Category category) {
    static const auto outlines = [] {
        std::array<QPainterPath, report::allCategories.size()> made;
        for (const report::Category each : report::allCategories)
            made[std::size_t(each)] = theme::outline(report::iconPath(each));
        return made;
    }();
    return outlines[std::size_t(category)];
}

void CategoryIcons::paint(QPainter& painter, const QRectF& square, report::Category category, const QColor& color) {
    const QTransform toDevice = painter.deviceTransform();
    const int pixels = std::clamp(int(std::lround(square.width() * toDevice.m11())), 1, 255);
    const quint64 key = quint64(color.rgba()) << 16 | quint64(pixels) << 8 | quint64(category);
    constexpr qsizetype most = 2000; // zooming passes through many sizes
    if (m_pictures.size() > most)
        m_pictures.clear();
    QPixmap& picture = m_pictures[key];
    if (picture.isNull()) {
        picture = QPixmap(pixels, pixels);
        picture.fill(Qt::transparent);
        QPainter drawing(&picture);
        drawing.setRenderHint(QPainter::Antialiasing);
        drawing.scale(pixels / theme::outlineSide, pixels / theme::outlineSide);
        // At least one pixel wide, so that small icons stay visible.
        drawing.setPen(
            QPen(color, std::max(2.0, theme::outlineSide / pixels), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        drawing.drawPath(iconOutline(category));
    }
    painter.drawPixmap(square, picture, QRectF(picture.rect()));
}

} // namespace planlens::graph
