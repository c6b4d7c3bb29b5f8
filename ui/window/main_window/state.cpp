// SPDX-License-Identifier: MPL-2.0
// Shows the state of a folder or file in place of the plan.
#include "ui/window/main_window.h"

#include "ui/bars/session_bar.h"
#include "ui/basics/state_snapshot.h"
#include "ui/controls/change_list.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/pages/state_page.h"
#include "ui/session/reading/state_reader.h"
#include "ui/session/session_result.h"

#include <QAction>
#include <QShortcut>
#include <QStackedWidget>
#include <QTreeView>

namespace planlens::widgets {

void MainWindow::buildState() {
    m_stateReader = new session::StateReader(this);
    m_statePage = new StatePage(m_views);
    m_views->addWidget(m_statePage);
    m_actions.showState = addCommand("show-state", tr("Show the state"), {Qt::CTRL | Qt::SHIFT | Qt::Key_S},
                                     [this] { isStateShown() ? closeState() : showState(); });
    connect(m_sessionBar, &SessionBar::stateRequested, m_actions.showState, &QAction::trigger);
    connect(m_stateReader, &session::StateReader::finished, this, &MainWindow::handleState);
    connect(m_statePage, &StatePage::left, this, &MainWindow::closeState);
    connect(m_statePage, &StatePage::readAgainRequested, this, [this] {
        if (m_result && m_result->state && m_request.planFile != session::standardInput)
            plan(session::Reading::Anew);
        else
            readState();
    });
    connect(m_statePage, &StatePage::addressChosen, this, [this](const QString& address) {
        if (m_model->indexOf(address).isValid())
            setSelected(address, Origin::Elsewhere);
        else
            m_selected = address; // so that it can be copied
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
        return handleState(m_result->state);
    m_statePage->setReading();
    if (isBusyApplying())
        return; // it is read afterwards
    if (!isFinishedPlan())
        m_stateReader->readFolder(m_request,
                                  m_result && m_result->request.folder == m_request.folder ? m_result : nullptr);
    else if (m_result && m_result->plan)
        m_stateReader->readPlan(m_result);
}

void MainWindow::handleState(std::shared_ptr<const session::StateSnapshot> snapshot) {
    const bool isAlone = m_result && m_result->state == snapshot;
    m_statePage->setBack(isAlone ? StatePage::Back::Nothing : StatePage::Back::Plan);
    m_statePage->setSnapshot(std::move(snapshot));
    if (isAlone)
        m_views->setCurrentWidget(m_statePage);
    Q_EMIT stateShown();
}

void MainWindow::closeState() {
    if (!isStateShown() || (m_result && m_result->state))
        return;
    m_stateReader->forget();
    m_views->setCurrentIndex(0);
    m_tree->setFocus(Qt::OtherFocusReason);
    updateActions();
}

void MainWindow::forgetState() {
    m_stateReader->forget();
    m_statePage->clear();
    m_views->setCurrentIndex(0);
}

} // namespace planlens::widgets
