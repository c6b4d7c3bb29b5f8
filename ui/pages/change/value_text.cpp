// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/change/value_text.h"

#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>
#include <QRect>
#include <QRegularExpression>
#include <QTextLayout>

#include <algorithm>

namespace planlens::widgets {

namespace {

constexpr int mostLines = 6;

struct Range {
    qsizetype start = 0, length = 0;
};

/// Returns the whole number, boolean or null that a range is a part of; the range itself if it is in other text.
Range wholeToken(const QString& text, Range range) {
    static const QRegularExpression token(QStringLiteral("^(true|false|null|-?[0-9]+([.][0-9]+)?)$"));
    const auto isWord = [&](qsizetype at) {
        return text[at].isLetterOrNumber() || text[at] == u'_' || text[at] == u'.' || text[at] == u'-';
    };
    qsizetype start = range.start, end = range.start + range.length;
    while (start > 0 && isWord(start - 1))
        --start;
    while (end < text.size() && isWord(end))
        ++end;
    return token.match(text.mid(start, end - start)).hasMatch() ? Range{start, end - start} : range;
}

/// Returns the part of a text between the common prefix and the common suffix, with whole numbers and words such as
/// true; empty if nothing is common.
Range difference(const QString& text, const QString& other) {
    const auto [mine, its] = std::mismatch(text.begin(), text.end(), other.begin(), other.end());
    const qsizetype start = mine - text.begin();
    qsizetype end = 0;
    const qsizetype most = std::min(text.size(), other.size()) - start;
    while (end < most && text[text.size() - 1 - end] == other[other.size() - 1 - end])
        ++end;
    if (start + end == 0)
        return {};
    const Range whole = wholeToken(text, {start, text.size() - start - end});
    return whole.length == text.size() ? Range() : whole;
}

/// Breaks the text into lines and returns their height.
int breakLines(QTextLayout& layout, int width) {
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    double y = 0;
    for (int lines = 0; lines < mostLines; ++lines) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(width);
        line.setPosition({0, y});
        y += line.height();
    }
    layout.endLayout();
    return int(y);
}

} // namespace

int valueHeight(const QString& text, const QFont& font, int width) {
    const QFontMetrics metrics(font);
    // Texts of values have no line breaks.
    if (width <= 0 || metrics.horizontalAdvance(text.left(width)) <= width)
        return theme::rowHeight;
    QTextLayout layout(text.left(qsizetype(mostLines) * width), font); // a character is at least a pixel wide
    return theme::rowHeight - metrics.lineSpacing() + breakLines(layout, width);
}

void drawValue(QPainter& painter, const QRect& rect, const QString& text, const QString& other, const QFont& font,
               const QColor& highlight) {
    constexpr qsizetype context = 8;
    const QFontMetrics metrics(font);
    Range differing = difference(text, other);
    QString shown = text;
    const qsizetype lines = std::clamp((rect.height() + 2) / metrics.lineSpacing(), 1, mostLines);
    const qsizetype most = lines * std::max(1, rect.width() / metrics.averageCharWidth());
    if (shown.size() > most) {
        const qsizetype skipped = differing.length > 0 && differing.start + differing.length > most
                                      ? std::max<qsizetype>(0, differing.start - context)
                                      : 0;
        shown = shown.mid(skipped);
        if (skipped > 0)
            shown[0] = QChar(0x2026);
        differing.start -= skipped;
        if (shown.size() > most) {
            shown.truncate(std::max<qsizetype>(1, most));
            shown.back() = QChar(0x2026);
        }
    }
    QTextLayout layout(shown, font);
    breakLines(layout, rect.width());
    // Fewer characters than estimated may fit into a line.
    if (const QTextLine last = layout.lineAt(int(std::min<qsizetype>(lines, layout.lineCount())) - 1);
        last.isValid() && last.textStart() + last.textLength() < shown.size()) {
        shown.truncate(last.textStart() + last.textLength());
        shown.back() = QChar(0x2026);
        layout.setText(shown);
        breakLines(layout, rect.width());
    }
    QVector<QTextLayout::FormatRange> formats;
    if (differing.length > 0 && differing.start < shown.size()) {
        QTextCharFormat format;
        format.setBackground(highlight);
        formats.append({int(differing.start), int(std::min(differing.length, shown.size() - differing.start)), format});
    }
    layout.draw(&painter, {double(rect.left()), rect.top() + (theme::rowHeight - metrics.lineSpacing()) / 2.0}, formats,
                rect);
}

} // namespace planlens::widgets
