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

/// The page for the text selected in the tree of changes. It is shown while a text is selected; afterwards the previous
/// page is shown again.
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
    QPointer<QWidget> m_before; // the page to return to
};

} // namespace planlens::widgets
