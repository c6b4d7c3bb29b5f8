// SPDX-License-Identifier: MPL-2.0
// Approval, apply and its history record.
#include "ui/window/main_window.h"

#include "ui/bars/message_banner.h"
#include "ui/bars/session_bar.h"
#include "ui/bars/verdict_bar.h"
#include "ui/basics/recent_folders.h"
#include "ui/basics/settings.h"
#include "ui/controls/change_list.h"
#include "ui/controls/command.h"
#include "ui/dialogs/force_quit_dialog.h"
#include "ui/graph/graph_view.h"
#include "ui/history/approved_plan.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/pages/change/change_page.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/history_page.h"
#include "ui/pages/list/change_finder.h"
#include "ui/pages/list/changes_pane.h"
#include "ui/pages/message_page.h"
#include "ui/pages/start_page.h"
#include "ui/session/planning_session.h"
#include "ui/session/recording/history.h"
#include "ui/session/session_result.h"
#include "ui/window/apply_workflow.h"
#include "ui/window/plan/plan_regions.h"
#include "ui/window/plan/plan_view.h"
#include "ui/window/what_if.h"

#include <QAction>
#include <QTabWidget>
#include <QTime>
#include <QTimer>

#include <algorithm>
#include <tuple>
#include <utility>

namespace planlens::widgets {

using session::Reading;

void MainWindow::openHistory() {
    // Windows for snapshots and tests do not write history.
    const bool isKept = hasSettings();
    m_history =
        new history::History(isKept ? history::History::Access::ReadWrite : history::History::Access::ReadOnly, this);
    if (isKept)
        history::removeOldApprovedPlans();
    connect(m_history, &history::History::listed, &m_message->start(), &StartPage::showRuns);
    QTimer::singleShot(0, this, [this] { // unless something is opened at once
        if (path().isEmpty())
            for (const QString& folder : recentFolders())
                m_history->list(folder);
    });
}

void MainWindow::buildApproval(UnsavedState& unsaved, QPushButton& button) {
    m_apply =
        new ApplyWorkflow({*m_session, m_plan->regions().pages(), m_plan->drawer(), unsaved, m_plan->changes().marks(),
                           m_plan->slices(), button, *findCommand(*this, QLatin1String("approve"))},
                          this);
    connect(m_apply, &ApplyWorkflow::addressChosen, m_plan, &PlanView::choose);
    connect(m_apply, &ApplyWorkflow::messageShown, m_plan, &PlanView::messageShown);
    connect(m_apply, &ApplyWorkflow::placeChosen, this, &MainWindow::openPlace);
    connect(m_apply, &ApplyWorkflow::reviewOpened, this, &MainWindow::markChanged);
    connect(m_apply, &ApplyWorkflow::reviewClosed, this, [this] {
        m_plan->changes().list().setFocus();
        Q_EMIT markChanged();
    });
    connect(m_apply, &ApplyWorkflow::approved, this, [this] {
        showBanner({}, false, {});
        closeState();
        m_plan->beginApply();
    });
    connect(m_apply, &ApplyWorkflow::statusesChanged, m_plan, &PlanView::setStatuses);
    connect(m_apply, &ApplyWorkflow::sourcesChanged, this, &MainWindow::handleChangedSources);
    connect(m_apply, &ApplyWorkflow::planRequested, this, &MainWindow::planAgain);
    connect(m_apply, &ApplyWorkflow::closeConfirmed, this, &MainWindow::killAndClose);
    connect(m_apply, &ApplyWorkflow::unsavedChanged, this, &MainWindow::updateActions);
    connect(&m_plan->changes(), &ChangesPane::marksChanged, m_apply, &ApplyWorkflow::showMarks);
    connect(&m_plan->finder(), &ChangeFinder::shownChanged, m_apply, &ApplyWorkflow::setShown);
}

void MainWindow::buildHistoryPage() {
    DetailPanel& drawer = m_plan->drawer();
    auto* page = new HistoryPage(*m_history, &drawer);
    drawer.addPage(page, tr("History"), QStringLiteral("history"));
    connect(page, &HistoryPage::counted, this, [&drawer, page](int runs) { drawer.setUsed(page, runs > 0); });
    connect(m_history, &history::History::failed, this, [this, &drawer, page](const QString& why) {
        drawer.setUsed(page, true);
        Q_EMIT m_plan->messageShown(tr("This plan is not in the history: %1").arg(why));
    });
    connect(page, &HistoryPage::addressChosen, this, [this](const QString& address) { select(address); });
    connect(page, &HistoryPage::comparisonRequested, this, [this, &drawer](const history::Run& run) {
        m_whatIf->compareWithRun(run);
        drawer.showNamed(QStringLiteral("difference"));
    });
    connect(page, &HistoryPage::resultRequested, m_apply, &ApplyWorkflow::showRecorded);
    connect(this, &MainWindow::folderOpened, page, &HistoryPage::setFolder);
    connect(m_plan, &PlanView::resultShown, page,
            [page](const std::shared_ptr<const session::Result>& result) { page->setShown(*result); });
}

void MainWindow::updateApproval() {
    m_apply->setResult(m_result);
    m_plan->changes().updateMarks();
    if (!m_result->isOutdated)
        m_history->addPlan(m_result);
}

void MainWindow::approve() {
    m_apply->review();
}

ReviewPage* MainWindow::reviewPage() const {
    return m_apply->reviewPage();
}

ForceQuitDialog* MainWindow::forceQuitDialog() const {
    return m_apply->forceQuitDialog();
}

void MainWindow::handleChangedSources() {
    updateActions();
    if (m_session->isBusy() || (m_result && m_result->isOutdated))
        return; // the next result is watched again; the banner of a failed result is more important
    if (m_apply->hasChangedSources()) {
        showBanner(m_apply->blocker(), true, {});
        offerInBanner(tr("Plan again"), [this] { planAgain(); });
        m_banner->setTopic(MessageBanner::Topic::ChangedSources);
    } else if (m_banner->topic() == MessageBanner::Topic::ChangedSources) {
        showBanner({}, false, {});
    }
}

void MainWindow::planAgain() {
    if (isFinishedPlan())
        openFolder(m_request.folder, m_request.trust, m_request.added);
    else
        startPlanning(Reading::Anew);
}

void MainWindow::handleReport(const session::ApplyReport& report) {
    m_sessionBar->setActivity(SessionBar::Activity::None);
    ApplyPage& page = m_apply->applyPage();
    m_plan->run(std::vector<std::function<void()>>(std::size_t(page.pendingParts()), [&page] { page.showPart(); }));
    m_plan->run({[this] { m_plan->graph().endApply(); },
                 [this, report] {
                     m_apply->finish(report);
                     if (!m_apply->hasFailed() && report.hasStarted)
                         recordInResults();
                 },
                 [this, report] {
                     QVector<session::DiagnosticText> diagnostics = report.diagnostics;
                     // The apply repeats warnings about checks.
                     const auto textOf = [](const session::DiagnosticText& text) {
                         return std::tie(text.summary, text.detail, text.location, text.address);
                     };
                     for (const session::DiagnosticText& planned : m_result->diagnostics)
                         if (std::ranges::find(report.diagnostics, textOf(planned), textOf) == report.diagnostics.end())
                             diagnostics.append(planned);
                     m_plan->drawer().setDiagnostics(diagnostics, false);
                     m_plan->page().setOutcome(std::make_shared<const session::ApplyReport>(report));
                 },
                 [this, &page] { m_history->addApply(m_result, page.outcome(), page.recorder()); },
                 [this] { m_plan->page().show(m_plan->selection().address); }, // behind the page of the apply
                 [this, hasStarted = report.hasStarted] { showApplied(hasStarted); }});
}

/// The applied plan stays, with the outcome of each change. The page has a button that plans again.
void MainWindow::showApplied(bool hasStarted) {
    if (ForceQuitDialog* question = m_apply->forceQuitDialog())
        question->reject();
    if (m_closing == Closing::AtOnce) {
        close();
        return;
    }
    m_closing = Closing::No; // show the result of the apply first
    if (hasStarted && !m_apply->hasFailed())
        m_request.replace.clear();
    m_whatIf->forget();
    showBanner(m_apply->outcome(), m_apply->hasFailed(), QStringLiteral("apply"));
    if (hasStarted) {
        const QString time = QTime::currentTime().toString(QStringLiteral("HH:mm"));
        m_plan->bar().setPending(VerdictBar::Pending::No,
                                 m_apply->hasFailed() ? tr("Apply ended %1").arg(time) : tr("Applied %1").arg(time));
    }
    showStatus();
    updateActions();
    Q_EMIT settled();
}

} // namespace planlens::widgets
