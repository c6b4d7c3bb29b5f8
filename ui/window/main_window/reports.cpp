// SPDX-License-Identifier: MPL-2.0
// Exports, findings, and revealing sensitive values.
#include "ui/window/main_window.h"

#include "core/plans/plan.h"
#include "ui/basics/secrets.h"
#include "ui/basics/text.h"
#include "ui/controls/change_list.h"
#include "ui/controls/reveal_popup.h"
#include "ui/graph/graph_view.h"
#include "ui/models/attribute_rows.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/finding_rows.h"
#include "ui/models/roles.h"
#include "ui/pages/change/change_delegate.h"
#include "ui/pages/change/change_page.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/move_hints.h"
#include "ui/session/session_result.h"
#include "ui/window/export_menu.h"

#include <QAction>
#include <QStatusBar>
#include <QTreeView>

#include <algorithm>

namespace planlens::widgets {

namespace {

/// Returns the unmasked value at a path in row syntax; null if there is none.
QString clearText(const values::Value& object, const QString& path) {
    QString found;
    values::walk(object.unmarkedDeep(), [&](const values::Path& at, const values::Value& value) {
        QString name = qstring(at.toString());
        if (name.startsWith(u'.'))
            name.remove(0, 1);
        if (name == path && !value.isNull())
            found = models::valueText(value);
        return found.isNull() && (name.isEmpty() || path.startsWith(name));
    });
    return found;
}

} // namespace

void MainWindow::buildReports() {
    m_export = new ExportMenu(this);
    statusBar()->addPermanentWidget(m_export);
    connect(m_export, &ExportMenu::exported, this, [this](const QString& file) {
        showBanner(tr("Written to %1. Sensitive values are masked.").arg(file), false, {});
    });
    connect(m_export, &ExportMenu::failed, this, [this](const QString& reason) { showBanner(reason, true, {}); });
    m_actions.revealValue =
        addCommand("reveal-value", tr("Reveal value for %n second(s)", nullptr, RevealPopup::seconds),
                   {Qt::CTRL | Qt::SHIFT | Qt::Key_V}, [this] { revealValue(); });
    const MoveHints& moves = m_details->moveHints();
    addActions({moves.copyAction(), moves.copyAllAction()});
    connect(m_details, &DetailPanel::messageShown, this,
            [this](const QString& text) { statusBar()->showMessage(text, 8000); });
}

void MainWindow::showFindings() {
    m_graph->setFindings(models::foundByAddress(m_result->findings));
    m_model->setFindings(models::foundByAddress(m_result->findings));
    m_delegate->setFindings(models::foundByAddress(m_result->findings));
    m_details->setFindings(m_result->findings);
    m_details->setLikelyMoves(m_result->likelyMoves);
    m_change->setOverrides(isFinishedPlan() ? ChangePage::Overrides::None : ChangePage::Overrides::Allowed);
    m_export->setResult(m_result);
}

void MainWindow::revealValue() {
    const QModelIndex index = currentRow();
    const QTreeView& tree = m_change->currentRow().isValid() ? m_change->attributes() : *m_tree;
    const bool isHidden =
        index.siblingAtColumn(models::ChangeTreeModel::ChangeColumn).data(models::SensitiveRole).toBool() || [&] {
            const QString mask = models::secretMask();
            return index.siblingAtColumn(models::ChangeTreeModel::BeforeColumn).data().toString() == mask ||
                   index.siblingAtColumn(models::ChangeTreeModel::AfterColumn).data().toString() == mask;
        }();
    const auto address = addrs::readAbsResourceInstance(index.data(models::AddressRole).toString().toStdString());
    if (!isHidden || !address || !m_result || !m_result->plan)
        return;
    QModelIndex instance = index.siblingAtColumn(models::ChangeTreeModel::ChangeColumn);
    while (instance.parent().isValid() &&
           models::NodeType(instance.data(models::NodeTypeRole).toInt()) != models::NodeType::Resource)
        instance = instance.parent();
    const plans::ResourceInstanceChange* change =
        m_result->plan->changes.resource(*address, stdString(instance.data(models::DeposedRole).toString()));
    const QString path = index.siblingAtColumn(models::ChangeTreeModel::ChangeColumn).data(models::PathRole).toString();
    if (!change || path.isEmpty())
        return;
    const QString before = clearText(change->change.before, path), after = clearText(change->change.after, path);
    if (before.isNull() && after.isNull())
        return;
    delete m_revealed;
    m_revealed = new RevealPopup(path, before, after, this);
    m_revealed->move(tree.viewport()->mapToGlobal(tree.visualRect(index).bottomLeft()));
    m_revealed->show();
}

} // namespace planlens::widgets
