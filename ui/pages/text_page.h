// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QObject>
#include <QPointer>

class QAbstractProxyModel;
class QModelIndex;
class QTabWidget;
class QTreeView;

namespace planlens::models {
class ChangeTreeModel;
}

namespace planlens::widgets {

class TextDiffView;

/// The page that shows the text which is selected in the tree of changes. It comes to the front while one is, and gives
/// way to the page before when none is any more.
class TextPage final : public QObject {
    Q_OBJECT
public:
    TextPage(QTreeView& tree, const QAbstractProxyModel& filter, const models::ChangeTreeModel& model,
             QTabWidget& pages);

private:
    void follow(const QModelIndex& current);

    const QAbstractProxyModel& m_filter;
    const models::ChangeTreeModel& m_model;
    QTabWidget& m_pages;
    TextDiffView* m_view;
    QPointer<QWidget> m_before; // the page that was shown
};

} // namespace planlens::widgets
