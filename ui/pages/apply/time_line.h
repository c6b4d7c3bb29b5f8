// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QStyledItemDelegate>

namespace planlens::widgets {

/// Draws the time line column of models::ApplyModel: for each operation, a thin line while it waits and a bar from its
/// start to its end. The width of the column is the time since the start of the apply.
class TimeLineDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Returns the bar of the operation in a row; empty if it has not started.
    static QRect bar(const QRect& cell, const QModelIndex& index);
};

} // namespace planlens::widgets
