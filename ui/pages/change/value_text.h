// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

class QColor;
class QFont;
class QPainter;
class QRect;

namespace planlens::widgets {

/// Returns the height in pixels of a value in a column of this width: one row, or a few lines.
int valueHeight(const QString& text, const QFont& font, int width);
/// Draws a value, wrapped between words, or anywhere in longer ones. The part that differs from `other` is highlighted.
/// Of longer values, only the part around the first difference is shown.
void drawValue(QPainter& painter, const QRect& rect, const QString& text, const QString& other, const QFont& font,
               const QColor& highlight);

} // namespace planlens::widgets
