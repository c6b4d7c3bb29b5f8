// SPDX-License-Identifier: MPL-2.0
// Planning overrides in the window: undo, estimated impact, comparison of plans.
#include "ui/window/what_if.h"
#include "core/configs/config.h"
#include "ui/bars/message_banner.h"
#include "ui/bars/partial_banner.h"
#include "ui/bars/session_bar.h"
#include "ui/dialogs/variables_dialog.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/difference_page.h"
#include "ui/pages/list/changes_pane.h"
#include "ui/session/planning_session.h"
#include "ui/session/session_result.h"
#include "ui/session/worker/questions.h"
#include "ui/theme/command_icon.h"
#include "ui/window/main_window.h"
#include "ui/window/plan/plan_view.h"
#include "ui/window/planning_overrides.h"

#include <QAction>
#include <QBoxLayout>
#include <QMenu>
#include <QStatusBar>
#include <QToolButton>
#include <QTreeView>

namespace planlens::widgets {

void MainWindow::buildWhatIf() {
    using Kind = PlanningOverrides::Kind;
    m_whatIf = new WhatIf(*m_history, m_plan->changes().undoStack(), this);
    DetailPanel& drawer = m_plan->drawer();
    drawer.addPage(&m_whatIf->page(), tr("Difference"), QStringLiteral("difference"));
    connect(&m_whatIf->page(), &DifferencePage::counted, this, [this, &drawer](int count) {
        drawer.setTabText(drawer.indexOf(&m_whatIf->page()),
                          count > 0 ? tr("Difference (%L1)").arg(count) : tr("Difference"));
        drawer.setUsed(&m_whatIf->page(), m_whatIf->page().hasDifference());
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
        startPlanning(isReadAnew ? session::Reading::Anew : session::Reading::AsBefore);
    });
    connect(&m_plan->overrides(), &PlanningOverrides::previewRequested, m_whatIf, &WhatIf::preview);
    connect(&m_plan->overrides(), &PlanningOverrides::messageShown, this,
            [this](const QString& text) { statusBar()->showMessage(text, 8000); });
    connect(m_whatIf, &WhatIf::estimated, this, [this](const QSet<QString>& addresses) {
        m_plan->setEstimate(addresses);
        showStatus();
    });
    connect(m_whatIf, &WhatIf::addressChosen, m_plan, &PlanView::choose);
    connect(m_whatIf, &WhatIf::discarded, m_session, &session::PlanningSession::discard);
    connect(m_whatIf, &WhatIf::messageShown, this,
            [this](const QString& text) { statusBar()->showMessage(text, 8000); });

    connect(m_sessionBar, &SessionBar::otherValuesRequested, this, &MainWindow::tryOtherValues);
    auto* menu = new QMenu(this);
    menu->addActions({m_whatIf->undoAction(), m_whatIf->redoAction()});
    menu->addSeparator();
    for (const auto kind : {Kind::Replace, Kind::Exclude, Kind::Target})
        menu->addAction(&m_plan->overrides().action(kind));
    menu->addAction(m_whatIf->everythingAction());
    menu->addSeparator();
    menu->addMenu(m_whatIf->compareMenu());
    menu->addAction(m_whatIf->copyCommandAction());
    m_plan->overrides().previewIn(*menu);
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
    button->lower(); // after the status and before the other buttons for assistive technology
    m_status->lower();
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
        startPlanning(session::Reading::AsBefore);
    });
    dialog->open();
}

} // namespace planlens::widgets
