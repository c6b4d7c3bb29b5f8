// SPDX-License-Identifier: MPL-2.0
#include "ui/controls/wrapping_table.h"

#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cmath>

namespace planlens::widgets {

namespace {

constexpr int margin = 4; // at each side of a text

int charactersIn(int width) {
    return std::max(1, int((width - 2 * margin) / QFontMetricsF(theme::monospaceFont()).horizontalAdvance(u'M')));
}

int linesOf(const QString& text, int length) {
    return (int(text.size()) + length - 1) / length;
}

/// Draws a text in lines of the same number of characters, which are counted to know the heights of all rows.
class WrappingDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyleOptionViewItem empty = option;
        initStyleOption(&empty, index);
        const bool isSelected = option.state & QStyle::State_Selected;
        const QColor color = empty.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text);
        const QString text = empty.text;
        empty.text.clear();
        const QStyle* style = option.widget->style();
        style->drawControl(QStyle::CE_ItemViewItem, &empty, painter, option.widget);
        painter->save();
        painter->setFont(theme::monospaceFont());
        painter->setPen(color);
        const QFontMetrics metrics(theme::monospaceFont());
        const int length = charactersIn(option.rect.width());
        const int lines = linesOf(text, length);
        int y = option.rect.top() + (option.rect.height() - lines * metrics.lineSpacing()) / 2;
        for (int line = 0; line < lines; ++line, y += metrics.lineSpacing())
            painter->drawText(option.rect.left() + margin, y + metrics.ascent(), text.mid(line * length, length));
        painter->restore();
    }
};

} // namespace

void WrappingTable::setWrapped(int first, int second) {
    m_columns[0] = first;
    m_columns[1] = second;
    auto* delegate = new WrappingDelegate(this);
    for (const int column : m_columns)
        setItemDelegateForColumn(column, delegate);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, &WrappingTable::arrange);
    connect(model(), &QAbstractItemModel::modelReset, this, &WrappingTable::arrange);
    arrange();
}

int WrappingTable::widthOf(int characters) {
    return int(std::ceil(characters * QFontMetricsF(theme::monospaceFont()).horizontalAdvance(u'M'))) + 2 * margin + 1;
}

void WrappingTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    arrange();
}

void WrappingTable::arrange() {
    const int spacing = QFontMetrics(theme::monospaceFont()).lineSpacing();
    const int lengths[2] = {charactersIn(columnWidth(m_columns[0])), charactersIn(columnWidth(m_columns[1]))};
    for (int row = 0; row < model()->rowCount(); ++row) {
        int lines = 1;
        for (const int i : {0, 1})
            lines = std::max(lines, linesOf(model()->index(row, m_columns[i]).data().toString(), lengths[i]));
        const int height = theme::rowHeight + (lines - 1) * spacing;
        if (rowHeight(row) != height)
            setRowHeight(row, height);
    }
}

} // namespace planlens::widgets
