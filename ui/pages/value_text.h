// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

class QColor;
class QFont;
class QPainter;
class QRect;

namespace planlens::widgets {

/// The height in pixels that a value needs in a column of this width: one row, or a few lines.
int valueHeight(const QString& text, const QFont& font, int width);
/// Draws a value, which is wrapped at any character. The part that differs from `other` is highlighted. Of longer
/// values, the surroundings of the first difference are shown.
void drawValue(QPainter& painter, const QRect& rect, const QString& text, const QString& other, const QFont& font,
               const QColor& highlight);

} // namespace planlens::widgets
