// SPDX-License-Identifier: MPL-2.0
// Several selected changes, and copying changes.
#include "ui/controls/change_list.h"
#include "ui/models/changes/change_filter_model.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/changes/copied_changes.h"
#include "ui/pages/change/change_page.h"
#include "ui/session/session_result.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QTreeView>

#include <algorithm>
#include <tuple>
#include <utility>

namespace planlens::widgets {

namespace {

bool isType(const QModelIndex& index, models::NodeType type) {
    return models::NodeType(index.data(models::NodeTypeRole).toInt()) == type;
}

} // namespace

void MainWindow::buildCopying() {
    m_actions.copyText = addCommand("copy-text", tr("Copy as text"), {Qt::CTRL | Qt::ALT | Qt::Key_C},
                                    [this] { copySelection(models::copiedText); });
    m_actions.copyHcl = addCommand("copy-hcl", tr("Copy as HCL"), {}, [this] { copySelection(models::copiedHcl); });
    m_actions.copyJson = addCommand("copy-json", tr("Copy as JSON"), {}, [this] { copySelection(models::copiedJson); });
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, &MainWindow::handleSelection);
}

/// Several rows, or a group of identical changes, are selected together. A single row is the current one.
void MainWindow::handleSelection() {
    if (m_isSelecting)
        return;
    QModelIndexList rows = m_tree->selectionModel()->selectedRows();
    if (rows.size() == 1 && !isType(rows.first(), models::NodeType::Same))
        return;
    std::ranges::sort(rows, {}, [this](const QModelIndex& row) {
        const QModelIndex parent = row.parent();
        return std::tuple(parent.isValid() ? parent.parent().row() : -1, parent.isValid() ? parent.row() : row.row(),
                          parent.isValid() ? row.row() : -1);
    });
    QStringList addresses;
    const auto add = [&](const QModelIndex& row) {
        if (isType(row, models::NodeType::Resource))
            addresses.append(row.data(models::AddressRole).toString());
    };
    for (const QModelIndex& row : std::as_const(rows)) {
        add(row);
        if (isType(row, models::NodeType::Same))
            for (int i = 0; i < m_filter->rowCount(row); ++i)
                add(m_filter->index(i, 0, row));
    }
    addresses.removeDuplicates();
    if (addresses.size() < 2)
        return;
    m_selectedInstances = addresses;
    m_change->showSeveral(addresses);
    updateActions();
}

void MainWindow::copySelection(QString (*form)(const plans::Plan&, const models::ChangePointers&,
                                               const masking::Secrets&)) {
    if (!m_result || !m_result->plan)
        return;
    models::ChangePointers changes;
    for (const QString& address : m_selectedInstances)
        if (const plans::ResourceInstanceChange* change = m_model->changeOf(address))
            changes.push_back(change);
    if (!changes.empty())
        QApplication::clipboard()->setText(form(*m_result->plan, changes, m_result->secrets()));
}

} // namespace planlens::widgets
