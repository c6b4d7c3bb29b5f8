// SPDX-License-Identifier: MPL-2.0
// Planning overrides in the window: undo, estimated impact, comparison of plans.
#include "ui/window/what_if.h"
#include "ui/bars/message_banner.h"
#include "ui/bars/partial_banner.h"
#include "ui/bars/session_bar.h"
#include "ui/controls/change_list.h"
#include "ui/dialogs/variables_dialog.h"
#include "ui/graph/graph_view.h"
#include "ui/pages/change/change_delegate.h"
#include "ui/pages/change/change_page.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/difference_page.h"
#include "ui/session/planning_session.h"
#include "ui/session/session_result.h"
#include "ui/session/worker/questions.h"
#include "ui/theme/command_icon.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QBoxLayout>
#include <QMenu>
#include <QStatusBar>
#include <QToolButton>
#include <QTreeView>

namespace planlens::widgets {

void MainWindow::buildWhatIf() {
    m_whatIf = new WhatIf(*m_history, this);
    m_details->addTab(&m_whatIf->page(), tr("Difference"));
    connect(&m_whatIf->page(), &DifferencePage::counted, this, [this](int count) {
        m_details->setTabText(m_details->indexOf(&m_whatIf->page()),
                              count > 0 ? tr("Difference (%L1)").arg(count) : tr("Difference"));
    });
    if (auto* column = qobject_cast<QBoxLayout*>(m_banner->parentWidget()->layout()))
        column->insertWidget(column->indexOf(m_banner) + 1, &m_whatIf->banner());
    connect(m_whatIf, &WhatIf::requested, this, [this](const session::Request& request) {
        const bool isReadAnew = request.workspace != m_request.workspace || request.variables != m_request.variables ||
                                request.variableFiles != m_request.variableFiles;
        m_request = request;
        m_sessionBar->setMode(request.mode);
        m_sessionBar->setReadsState(request.reading == session::Reading::None ? SessionBar::Refresh::No
                                                                              : SessionBar::Refresh::Yes);
        plan(isReadAnew ? session::Reading::Anew : session::Reading::AsBefore);
    });
    connect(m_whatIf, &WhatIf::estimated, this, [this](const QSet<QString>& addresses) {
        m_delegate->setEstimate(addresses);
        m_change->delegate().setEstimate(addresses);
        m_tree->viewport()->update();
        m_graph->setEstimate(addresses);
        m_estimated = int(addresses.size());
        showStatus();
    });
    connect(m_whatIf, &WhatIf::addressChosen, this,
            [this](const QString& address) { setSelected(address, Origin::Elsewhere); });
    connect(m_whatIf, &WhatIf::discarded, m_session, &session::PlanningSession::discard);
    connect(m_whatIf, &WhatIf::messageShown, this,
            [this](const QString& text) { statusBar()->showMessage(text, 8000); });

    connect(m_sessionBar, &SessionBar::otherValuesRequested, this, &MainWindow::tryOtherValues);
    auto* menu = new QMenu(this);
    menu->addActions({m_whatIf->undoAction(), m_whatIf->redoAction()});
    menu->addSeparator();
    menu->addActions({m_actions.replace, m_actions.exclude, m_actions.target, m_whatIf->everythingAction()});
    menu->addSeparator();
    menu->addMenu(m_whatIf->compareMenu());
    menu->addAction(m_whatIf->copyCommandAction());
    addActions(
        {m_whatIf->undoAction(), m_whatIf->redoAction(), m_whatIf->everythingAction(), m_whatIf->copyCommandAction()});
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("what-if"));
    button->setIcon(theme::commandIcon(QLatin1String("what-if"), theme::IconPlace::Button));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setText(tr("What if ▾"));
    button->setAccessibleName(tr("What if"));
    button->setToolTip(tr("Undo, redo and compare planning options"));
    button->setProperty("flat", QStringLiteral("menu"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    statusBar()->insertPermanentWidget(1, button);
    button->hide();
    connect(this, &MainWindow::markChanged, button,
            [this, button] { button->setVisible(m_result && m_result->plan && !isFinishedPlan()); });
}

void MainWindow::tryOtherValues() {
    if (!m_result || !m_result->config || !m_result->config->root || m_session->isApplying())
        return;
    auto* dialog =
        new VariablesDialog(session::allVariables(m_result->config->root->module, m_result->variables, m_request), this,
                            VariablesDialog::Purpose::TryOthers);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const QHash<QString, QString> values = dialog->changedValues();
        if (values.isEmpty())
            return;
        m_request.variables.insert(values);
        plan(session::Reading::AsBefore);
    });
    dialog->open();
}

} // namespace planlens::widgets
