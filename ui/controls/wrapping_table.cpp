// SPDX-License-Identifier: MPL-2.0
#include "ui/controls/wrapping_table.h"

#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace planlens::widgets {

namespace {

constexpr int margin = 4; // at each side of a text

int charactersIn(int width) {
    return std::max(1, int((width - 2 * margin) / QFontMetricsF(theme::monospaceFont()).horizontalAdvance(u'M')));
}

/// Breaks a text into lines of at most this number of characters, if possible between words, or parts of an address or
/// an identifier.
QList<QStringView> linesOf(QStringView text, int length) {
    constexpr QStringView parts = u".-/:"; // end at these
    QList<QStringView> lines;
    while (text.size() > length) {
        // Prefers words that fill at least half of the line.
        qsizetype end = text.left(length + 1).lastIndexOf(u' ') + 1;
        if (end <= length / 2)
            for (end = length; end > length / 2 && text[end] != u'[' && !parts.contains(text[end - 1]);)
                --end;
        if (end <= length / 2)
            end = length;
        lines.append(text.left(end));
        text = text.mid(end);
    }
    lines.append(text);
    return lines;
}

/// Draws a text in lines, which are counted to know the heights of all rows.
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
        painter->setFont(empty.font);
        painter->setPen(color);
        const QFontMetrics metrics(theme::monospaceFont());
        const QList<QStringView> lines = linesOf(text, charactersIn(option.rect.width()));
        int y = option.rect.top() + (option.rect.height() - int(lines.size()) * metrics.lineSpacing()) / 2;
        for (const QStringView line : lines) {
            painter->drawText(option.rect.left() + margin, y + metrics.ascent(), line.toString());
            y += metrics.lineSpacing();
        }
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
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section) {
        if (std::ranges::find(m_columns, section) != std::end(m_columns))
            arrange();
    });
    connect(model(), &QAbstractItemModel::modelReset, this, &WrappingTable::arrange);
    connect(model(), &QAbstractItemModel::rowsInserted, this, &WrappingTable::arrange);
    connect(model(), &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex& from, const QModelIndex& to) { arrangeRows(from.row(), to.row()); });
    arrange();
}

int WrappingTable::widthOf(int characters) {
    return int(std::ceil(characters * QFontMetricsF(theme::monospaceFont()).horizontalAdvance(u'M'))) + 2 * margin + 1;
}

void WrappingTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    arrange();
}

void WrappingTable::showEvent(QShowEvent* event) {
    QTableView::showEvent(event);
    QTimer::singleShot(0, this, &WrappingTable::arrange); // its header stretches the last column only now
}

void WrappingTable::setEmptyText(const QString& text) {
    m_emptyText = text;
    viewport()->update();
}

void WrappingTable::setFittedHeight(int leastRows) {
    m_leastRows = leastRows;
    connect(verticalHeader(), &QHeaderView::sectionResized, this, &WrappingTable::fitHeight);
    fitHeight();
}

void WrappingTable::fitHeight() {
    const int head = horizontalHeader()->sizeHint().height() + theme::grid;
    const int rows = verticalHeader()->length();
    setMinimumHeight(head + std::min(rows, m_leastRows * theme::rowHeight));
    setMaximumHeight(head + rows);
}

QSize WrappingTable::sizeHint() const {
    const QSize size = QTableView::sizeHint();
    return m_leastRows > 0 ? QSize(size.width(), minimumHeight()) : size;
}

void WrappingTable::paintEvent(QPaintEvent* event) {
    QTableView::paintEvent(event);
    if (model()->rowCount() > 0)
        return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
}

void WrappingTable::arrange() {
    horizontalHeader()->setVisible(model()->rowCount() > 0 || m_emptyText.isEmpty());
    arrangeRows(0, model()->rowCount() - 1);
}

void WrappingTable::arrangeRows(int first, int last) {
    const int spacing = QFontMetrics(theme::monospaceFont()).lineSpacing();
    const int lengths[2] = {charactersIn(columnWidth(m_columns[0])), charactersIn(columnWidth(m_columns[1]))};
    for (int row = first; row <= last; ++row) {
        int lines = 1;
        for (const int i : {0, 1})
            if (!isColumnHidden(m_columns[i]))
                lines = std::max(lines,
                                 int(linesOf(model()->index(row, m_columns[i]).data().toString(), lengths[i]).size()));
        const int height = theme::rowHeight + (lines - 1) * spacing;
        if (rowHeight(row) != height)
            setRowHeight(row, height);
    }
}

} // namespace planlens::widgets
