// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/graph/node_item.h"

#include <QColor>
#include <QRectF>
#include <QString>

class QFontMetricsF;
class QPainter;

/// What nodes and modules are drawn with alike.
namespace planlens::graph {

inline QRectF rectOf(const layout::Rect& rect) {
    return {rect.x, rect.y, rect.width, rect.height};
}
/// "2± 5~"
QString mixText(const Counts& counts);
/// A name that may end with a key, cut to the room there is. Brothers differ in both: the key stays whole where it
/// leaves a third of the room for the name, and otherwise both ends of all stay.
QString elidedName(const QString& name, const QFontMetricsF& metrics, double width);
/// The title of a module's box after its sign of being folded, which stays.
QString moduleTitle(const QString& sign, const QString& label, const QFontMetricsF& metrics, double width);
/// A flag in the upper right corner of what has findings.
void paintFlag(QPainter& painter, const QPointF& corner, double side, const QColor& color, const QColor& ground);
/// A name in what is too small for letters of the picture: in letters of the screen, as large as there is room, or not
/// at all.
void paintNameFromAfar(QPainter& painter, const QRectF& rect, double scale, QFont font, const QColor& color,
                       const QString& name);
/// Where modules are cards, what is in none of them is framed, and named as the field does.
void paintRootFrames(QPainter& painter, const std::vector<layout::Rect>& frames, const Look& look);
double opacityOf(Emphasis emphasis);
QColor mixed(const QColor& a, const QColor& b, double share);
bool isInCone(Reach reach);
/// A bar on the side that faces the selection.
void paintReach(QPainter& painter, const QRectF& rect, Reach reach, layout::Direction direction, const QColor& color);

} // namespace planlens::graph
