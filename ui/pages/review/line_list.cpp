// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/review/line_list.h"

#include "ui/basics/plain_text.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QPainter>
#include <QRegularExpression>
#include <QStyledItemDelegate>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace planlens::widgets {

namespace {

constexpr int margin = 3;
constexpr int addressRole = Qt::UserRole; // the start of the address in the text; none: -1

/// Draws addresses in the monospaced font and the text before them in that of the list.
class LineDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QTextLayout layout;
        layOut(layout, option, index, option.rect.width());
        painter->setPen(option.palette.color(QPalette::Text));
        layout.draw(painter, option.rect.topLeft() + QPointF(margin, 0));
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const auto& list = static_cast<const QListWidget&>(*option.widget);
        QTextLayout layout;
        layOut(layout, option, index, list.viewport()->width());
        return {margin, int(std::ceil(layout.boundingRect().height()))};
    }

private:
    static void layOut(QTextLayout& layout, const QStyleOptionViewItem& option, const QModelIndex& index, int width) {
        layout.setText(index.data().toString());
        layout.setFont(option.font);
        if (const int start = index.data(addressRole).toInt(); start >= 0) {
            QTextLayout::FormatRange address;
            address.start = start;
            address.length = int(layout.text().size()) - start;
            address.format.setFont(theme::monospaceFont());
            layout.setFormats({address});
        }
        QTextOption wrapping;
        wrapping.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(wrapping);
        layout.beginLayout();
        qreal y = 0;
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(std::max(1, width - 2 * margin));
            line.setPosition({0, y});
            y += line.height();
        }
        layout.endLayout();
    }
};

/// Returns the start of the address at the end of a line; -1 if there is none, as in "102 objects".
qsizetype addressIn(const QString& line) {
    static const QRegularExpression address(QStringLiteral("(?:^\\S |– )([A-Za-z_][\\w-]*(?:\\[|\\.).*)$"));
    const QRegularExpressionMatch match = address.match(line);
    return match.hasMatch() ? match.capturedStart(1) : -1;
}

} // namespace

LineList::LineList(QWidget* parent)
    : QListWidget(parent) {
    setSelectionMode(QAbstractItemView::NoSelection);
    setItemDelegate(new LineDelegate(this));
    setResizeMode(QListView::Adjust);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
}

void LineList::setLines(const QStringList& lines) {
    for (const QString& line : lines) {
        const qsizetype start = addressIn(line);
        auto* item = new QListWidgetItem(this);
        item->setText(start < 0 ? line : QString(line.left(start) % breakableAddress(line.mid(start))));
        item->setData(addressRole, int(start));
        item->setData(Qt::AccessibleTextRole, line);
    }
}

void LineList::resizeEvent(QResizeEvent* event) {
    QListWidget::resizeEvent(event);
    doItemsLayout();
    int wanted = theme::grid / 2;
    for (int row = 0; row < count(); ++row)
        wanted += visualItemRect(item(row)).height();
    constexpr int mostLines = 6; // more need scrolling
    setFixedHeight(std::min(wanted, mostLines * fontMetrics().lineSpacing() + theme::grid));
    scheduleDelayedItemsLayout(); // a scroll bar may take some of the width
}

} // namespace planlens::widgets
