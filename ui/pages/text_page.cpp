// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/text_page.h"

#include "ui/models/changes/change_tree_model.h"
#include "ui/pages/text_diff_view.h"

#include <QAbstractProxyModel>
#include <QTabWidget>
#include <QTreeView>

namespace planlens::widgets {

TextPage::TextPage(QTreeView& tree, const QAbstractProxyModel& filter, const models::ChangeTreeModel& model,
                   QTabWidget& pages)
    : QObject(&tree)
    , m_filter(filter)
    , m_model(model)
    , m_pages(pages)
    , m_view(new TextDiffView(&pages)) {
    pages.addTab(m_view, tr("Text"));
    connect(tree.selectionModel(), &QItemSelectionModel::currentChanged, this, &TextPage::follow);
    connect(&model, &QAbstractItemModel::modelReset, this, [this] { follow({}); });
}

void TextPage::follow(const QModelIndex& current) {
    const QModelIndex row = current.isValid() ? m_filter.mapToSource(current.siblingAtColumn(0)) : QModelIndex();
    const auto texts = row.isValid() ? m_model.texts(row) : nullptr;
    if (!texts && m_view->isEmpty())
        return;
    m_view->setTexts(row.data(models::PathRole).toString(), texts);
    if (texts && m_pages.currentWidget() != m_view) {
        m_before = m_pages.currentWidget();
        m_pages.setCurrentWidget(m_view);
    } else if (!texts && m_pages.currentWidget() == m_view && m_before) {
        m_pages.setCurrentWidget(m_before);
    }
}

} // namespace planlens::widgets
