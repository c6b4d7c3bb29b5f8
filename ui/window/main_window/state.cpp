// SPDX-License-Identifier: MPL-2.0
// Shows the state of a folder or file in place of the plan.
#include "ui/window/main_window.h"

#include "ui/bars/session_bar.h"
#include "ui/controls/change_list.h"
#include "ui/controls/command.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/pages/list/changes_pane.h"
#include "ui/pages/state_page.h"
#include "ui/session/session_result.h"
#include "ui/window/plan/plan_view.h"

#include <QAction>
#include <QShortcut>
#include <QStackedWidget>
#include <QTreeView>

namespace planlens::widgets {

void MainWindow::buildState() {
    m_statePage = new StatePage(m_views);
    m_views->addWidget(m_statePage);
    QAction* show = addCommand(*this, "show-state", tr("Show the state"), {Qt::CTRL | Qt::SHIFT | Qt::Key_S},
                               [this] { isStateShown() ? closeState() : showState(); });
    connect(m_sessionBar, &SessionBar::stateRequested, show, &QAction::trigger);
    connect(m_statePage, &StatePage::read, this, &MainWindow::stateShown);
    connect(m_statePage, &StatePage::left, this, &MainWindow::closeState);
    connect(m_statePage, &StatePage::readAgainRequested, this, [this] {
        if (m_result && m_result->state && m_request.planFile != session::standardInput)
            startPlanning(session::Reading::Anew);
        else
            readState();
    });
    connect(m_statePage, &StatePage::addressChosen, this, [this](const QString& address) {
        if (m_plan->changes().model().indexOf(address).isValid())
            m_plan->choose(address);
        else
            m_plan->setAddress(address);
    });
}

bool MainWindow::isStateShown() const {
    return m_views->currentWidget() == m_statePage;
}

bool MainWindow::mayHaveState() const {
    const bool isUnreadable = isFinishedPlan() && m_result && !m_result->plan && !m_result->state;
    return !m_request.folder.isEmpty() && !isUnreadable;
}

void MainWindow::showState() {
    if (!mayHaveState())
        return;
    m_views->setCurrentWidget(m_statePage);
    m_statePage->focusTree();
    updateActions();
    readState();
}

void MainWindow::readState() {
    if (m_result && m_result->state)
        return showStateFile();
    m_statePage->setReading();
    if (isBusyApplying())
        return; // it is read afterwards
    if (!isFinishedPlan())
        m_statePage->readFolder(m_request,
                                m_result && m_result->request.folder == m_request.folder ? m_result : nullptr);
    else if (m_result && m_result->plan)
        m_statePage->readPlan(m_result);
}

void MainWindow::showStateFile() {
    m_statePage->setBack(StatePage::Back::Nothing);
    m_statePage->setSnapshot(m_result->state);
    m_views->setCurrentWidget(m_statePage);
    Q_EMIT stateShown();
}

void MainWindow::closeState() {
    if (!isStateShown() || (m_result && m_result->state))
        return;
    m_statePage->stopReading();
    m_views->setCurrentIndex(0);
    m_plan->changes().list().setFocus(Qt::OtherFocusReason);
    updateActions();
}

void MainWindow::forgetState() {
    m_statePage->clear();
    m_views->setCurrentIndex(0);
}

} // namespace planlens::widgets
