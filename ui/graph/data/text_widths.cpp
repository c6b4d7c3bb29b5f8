// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/data/text_widths.h"

#include <QFontMetricsF>

namespace planlens::graph {

TextWidths::TextWidths(double width)
    : m_average(width) {
    m_ascii.fill(width);
}

TextWidths::TextWidths(const QFont& font) {
    const QFontMetricsF metrics(font);
    m_average = metrics.horizontalAdvance(QChar(u'n'));
    for (std::size_t i = 0; i < m_ascii.size(); ++i)
        m_ascii[i] = i < 32 ? 0 : metrics.horizontalAdvance(QChar(char16_t(i)));
}

double TextWidths::of(QStringView text) const {
    double width = 0;
    for (const QChar character : text)
        width += character.unicode() < m_ascii.size() ? m_ascii[character.unicode()] : m_average;
    return width;
}

} // namespace planlens::graph
