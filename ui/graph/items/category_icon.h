// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/icons/resource_category.h"

#include <QColor>
#include <QHash>
#include <QPainterPath>
#include <QPixmap>
#include <QRectF>

class QPainter;

namespace planlens::graph {

/// Returns the outline of an icon in a square of 24 × 24.
const QPainterPath& iconOutline(report::Category category);

/// Paints icons of categories. Each is drawn once for each color and size, so that frames with hundreds stay fast.
class CategoryIcons {
public:
    void paint(QPainter& painter, const QRectF& square, report::Category category, const QColor& color);

private:
    QHash<quint64, QPixmap> m_pictures; // by category, size and color
};

} // namespace planlens::graph
