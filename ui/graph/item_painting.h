// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/graph/node_item.h"

#include <QColor>
#include <QRectF>
#include <QString>

class QFontMetricsF;
class QPainter;

/// Painting shared by nodes and modules.
namespace planlens::graph {

inline QRectF rectOf(const layout::Rect& rect) {
    return {rect.x, rect.y, rect.width, rect.height};
}
/// Elides a name that may end with an instance key. The key stays whole if it leaves a third of the space to the name;
/// otherwise the beginning and the end are kept, so that sibling names stay distinguishable.
QString elidedName(const QString& name, const QFontMetricsF& metrics, double width);
/// Returns the title of a module box; the fold symbol at its start is never elided.
QString moduleTitle(const QString& sign, const QString& label, const QFontMetricsF& metrics, double width);
/// Paints a flag into the upper right corner of an element with findings.
void paintFlag(QPainter& painter, const QPointF& corner, double side, const QColor& color, const QColor& ground);
/// Paints a name when the scale is too small for the scene's font: in a screen font as large as space allows, or not at
/// all.
void paintNameFromAfar(QPainter& painter, const QRectF& rect, double scale, QFont font, const QColor& color,
                       const QString& name, const QString& type = {});
/// Frames the resources outside of modules when modules are cards, with a label.
void paintRootFrames(QPainter& painter, const std::vector<layout::Rect>& frames, const Look& look);
double opacityOf(Emphasis emphasis);
QColor mixed(const QColor& a, const QColor& b, double share);
bool isInCone(Reach reach);
/// Returns the background of an element. The apply status takes precedence over a match, and a match over the
/// selection.
QColor fillOf(NodeStatus status, int matches, Reach reach, theme::Scheme scheme);
/// Paints a bar on the side that faces the selection.
void paintReach(QPainter& painter, const QRectF& rect, Reach reach, layout::Direction direction, const QColor& color);

} // namespace planlens::graph
