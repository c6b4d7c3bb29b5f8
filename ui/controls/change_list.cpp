// SPDX-License-Identifier: MPL-2.0
#include "ui/controls/change_list.h"

#include "ui/models/roles.h"

#include <QApplication>

namespace planlens::widgets {

ChangeList::ChangeList(QWidget* parent)
    : QTreeView(parent) {
    connect(this, &QTreeView::expanded, this, [this](const QModelIndex& index) {
        if (!canUnfold(index))
            collapse(index);
    });
}

bool ChangeList::canUnfold(const QModelIndex& index) const {
    return m_unfoldsResources ||
           models::NodeType(index.data(models::NodeTypeRole).toInt()) != models::NodeType::Resource;
}

void ChangeList::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
    if (canUnfold(index))
        QTreeView::drawBranches(painter, rect, index);
}

void ChangeList::keyboardSearch(const QString& text) {
    const bool isNew = !m_sinceTyped.isValid() || m_sinceTyped.elapsed() > QApplication::keyboardInputInterval();
    m_sinceTyped.start();
    m_typed = isNew ? text : QString(m_typed + text);
    const QModelIndex first = model()->index(0, 0, rootIndex());
    const QModelIndex current = currentIndex().isValid() ? currentIndex().siblingAtColumn(0) : QModelIndex();
    // A longer text can match the same row; a new one starts at the next row.
    QModelIndex at = !current.isValid() ? first : isNew ? indexBelow(current) : current;
    const auto matches = [this](const QModelIndex& index) {
        return index.data(models::AddressRole).toString().contains(m_typed, Qt::CaseInsensitive);
    };
    for (; at.isValid(); at = indexBelow(at))
        if (matches(at))
            return setCurrentIndex(at);
    for (at = first; at.isValid() && at != current; at = indexBelow(at))
        if (matches(at))
            return setCurrentIndex(at);
}

/// Without the base class, which would make the first row the current one: nothing is selected yet.
void ChangeList::focusInEvent(QFocusEvent* event) {
    if (currentIndex().isValid())
        return QTreeView::focusInEvent(event);
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

} // namespace planlens::widgets
