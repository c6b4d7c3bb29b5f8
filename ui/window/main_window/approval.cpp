// SPDX-License-Identifier: MPL-2.0
// Approval, apply and its history record.
#include "ui/window/main_window.h"

#include "ui/bars/session_bar.h"
#include "ui/basics/recent_folders.h"
#include "ui/basics/settings.h"
#include "ui/controls/change_list.h"
#include "ui/controls/region_splitter.h"
#include "ui/dialogs/force_quit_dialog.h"
#include "ui/dialogs/unsaved_state.h"
#include "ui/graph/graph_view.h"
#include "ui/history/approved_plan.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/review_marks.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/pages/change/change_page.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/generated_page.h"
#include "ui/pages/drawer/history_page.h"
#include "ui/pages/drawer/order_page.h"
#include "ui/pages/message_page.h"
#include "ui/pages/review/review_page.h"
#include "ui/pages/start_page.h"
#include "ui/session/config_watch.h"
#include "ui/session/planning_session.h"
#include "ui/session/recording/history.h"
#include "ui/session/session_result.h"
#include "ui/window/what_if.h"

#include <QAction>
#include <QGraphicsScene>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
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

void MainWindow::buildApproval() {
    m_watch = new session::ConfigWatch(this);
    connect(m_watch, &session::ConfigWatch::changedFiles, this, &MainWindow::handleChangedFiles);

    m_orderPage = new OrderPage(m_details);
    m_applyPage = new ApplyPage(m_pages);
    m_applyPage->hide();
    m_historyPage = new HistoryPage(*m_history, m_details);
    m_details->addPage(m_orderPage, tr("Order"), QStringLiteral("order"));
    m_details->addPage(m_historyPage, tr("History"), QStringLiteral("history"));
    connect(m_orderPage, &OrderPage::counted, this,
            [this](int count) { m_details->setCount(m_orderPage, tr("Order"), count); });
    connect(m_historyPage, &HistoryPage::counted, this,
            [this](int runs) { m_details->setUsed(m_historyPage, runs > 0); });
    const auto choose = [this](const QString& address) { setSelected(address, Origin::Elsewhere); };
    connect(m_orderPage, &OrderPage::addressChosen, this, choose);
    connect(m_applyPage, &ApplyPage::addressChosen, this, choose);
    connect(m_applyPage, &ApplyPage::placeChosen, this, &MainWindow::openPlace);
    connect(m_historyPage, &HistoryPage::addressChosen, this, [this](const QString& address) { select(address); });
    connect(m_historyPage, &HistoryPage::comparisonRequested, this, [this](const history::Run& run) {
        m_whatIf->compareWithRun(run);
        m_details->showNamed(QStringLiteral("difference"));
    });
    connect(m_historyPage, &HistoryPage::resultRequested, this, [this](const history::Run& run) {
        m_applyPage->showRecorded(run);
        showApplyPage();
    });
    connect(m_applyPage, &ApplyPage::stopRequested, m_session, &session::PlanningSession::cancel);
    connect(m_applyPage, &ApplyPage::counted, this, [this](int done, int known) {
        if (const int tab = m_pages->indexOf(m_applyPage); tab >= 0)
            m_pages->setTabText(tab, known > 0 ? tr("Apply %1 / %2").arg(done).arg(known) : tr("Apply"));
    });
    connect(m_applyPage, &ApplyPage::interruptRequested, m_session, &session::PlanningSession::interrupt);
    connect(m_applyPage, &ApplyPage::killRequested, this, [this] { askToKill(Closing::No); });
    connect(m_applyPage, &ApplyPage::planRequested, this, &MainWindow::planAgain);
    connect(m_applyPage, &ApplyPage::statusesChanged, this, [this](const QVector<models::InstanceStatus>& statuses) {
        m_model->setStatuses(statuses);
        if (statuses.size() > 20)
            m_graph->scene()->update(); // the scene would take long to note each item
        for (const models::InstanceStatus& status : statuses)
            m_graph->setStatus(status.address, status.status, status.note);
    });
    connect(m_session, &session::PlanningSession::stateUnsaved, this, [this](const QByteArray& state) {
        m_unsaved->take(state, m_request.folder);
        Q_EMIT markChanged();
    });
    connect(m_unsaved, &UnsavedState::settled, this, &MainWindow::updateActions);
    connect(m_session, &session::PlanningSession::applyProgressed, m_applyPage, &ApplyPage::take);
    connect(m_session, &session::PlanningSession::progressed, m_applyPage, &ApplyPage::setProgress);
}

void MainWindow::updateApproval() {
    closeReview(); // it belongs to the previous plan
    m_approval = m_result->plan ? std::make_shared<const Approval>(approvalOf(*m_result)) : nullptr;
    m_reviewed->setPlan(m_result->plan);
    showReviewed();
    m_orderPage->setResult(m_result);
    m_historyPage->setShown(*m_result);
    m_watch->watch(m_result->finished ? nullptr : m_result); // a saved plan contains its configuration
    if (!m_result->isOutdated)
        m_history->addPlan(m_result);
}

QString MainWindow::approvalBlocker() const {
    if (m_unsaved->isUnsaved())
        return tr("The state of the last apply exists only in this window. Save it before you apply anything else.");
    if (!m_applied.isEmpty())
        return tr("%1 Plan again to see the remaining changes.").arg(m_applied);
    if (m_result && m_result->finished)
        return m_result->finished->notApplicable;
    const QStringList& changed = m_watch->changed();
    if (changed.isEmpty())
        return m_details->generated().count() == 0
                   ? QString()
                   : tr("Configuration was generated for imported objects. Save it (page Generated) and plan again; "
                        "otherwise the next plan destroys them.");
    return changed.size() == 1
               ? tr("The configuration changed since this plan: %1. Plan again before approving.").arg(changed.first())
               : tr("The configuration changed since this plan: %1 and %n more. Plan again before approving.", nullptr,
                    int(changed.size() - 1))
                     .arg(changed.first());
}

void MainWindow::handleChangedFiles(const QStringList& names) {
    const QString text = approvalBlocker();
    if (m_reviewPage)
        m_reviewPage->setBlocker(text);
    updateActions();
    if (m_session->isBusy() || (m_result && m_result->isOutdated))
        return; // the next result is watched again; the banner of a failed result is more important
    if (!names.isEmpty()) {
        showBanner(text, true, {});
        offerInBanner(tr("Plan again"), [this] { plan(Reading::Anew); });
        m_isFileChangeShown = true;
    } else if (m_isFileChangeShown) {
        showBanner({}, false, {});
        m_isFileChangeShown = false;
    }
}

void MainWindow::approve() {
    if (!m_reviewPage && !m_approve->isEnabled())
        return;
    m_details->setOpen(false);
    if (m_reviewPage)
        return m_pages->setCurrentWidget(m_reviewPage);
    m_watch->check();
    m_reviewPage = new ReviewPage(*m_approval, Gates(m_request.folder), m_pages);
    m_reviewPage->setReviewed(m_reviewed->addresses());
    m_reviewPage->setBlocker(approvalBlocker());
    connect(m_reviewPage, &ReviewPage::rejected, this, &MainWindow::closeReview);
    connect(m_reviewPage, &ReviewPage::accepted, this, &MainWindow::applyReviewed);
    connect(m_reviewPage, &ReviewPage::addressChosen, this, [this](const QString& address) {
        m_pages->setCurrentIndex(0);
        setSelected(address, Origin::Elsewhere);
    });
    m_pages->addTab(m_reviewPage, tr("Review"));
    m_pages->setCurrentWidget(m_reviewPage);
    m_reviewPage->focusNext();
    Q_EMIT markChanged();
}

void MainWindow::closeReview() {
    if (!m_reviewPage)
        return;
    m_pages->setCurrentIndex(0);
    m_pages->removeTab(m_pages->indexOf(m_reviewPage));
    std::exchange(m_reviewPage, nullptr)->deleteLater();
    m_tree->setFocus();
    Q_EMIT markChanged();
}

/// Compares the configuration with the plan again, because a file may have changed a moment ago. The review stays if
/// one has, and says so.
void MainWindow::applyReviewed() {
    m_watch->check([this, review = QPointer<ReviewPage>(m_reviewPage)] {
        if (review && review == m_reviewPage && approvalBlocker().isEmpty())
            applyUnchanged();
    });
}

void MainWindow::applyUnchanged() {
    closeReview();
    showBanner({}, false, {});
    closeState();
    m_applyPage->begin(*m_result, m_orderPage->operations());
    showApplyPage();
    m_model->setStatusOfAll(models::ApplyStatus::Waiting);
    m_graph->beginApply();
    m_session->apply(m_result);
}

void MainWindow::planAgain() {
    if (isFinishedPlan())
        openFolder(m_request.folder, m_request.trust, m_request.added);
    else
        plan(Reading::Anew);
}

void MainWindow::showApplyPage() {
    if (m_pages->indexOf(m_applyPage) < 0)
        m_pages->addTab(m_applyPage, tr("Apply"));
    m_pages->setCurrentWidget(m_applyPage);
}

bool MainWindow::isReviewShown() const {
    return m_reviewPage && m_pages->currentWidget() == m_reviewPage;
}

/// A review takes the space of the graph, and has a button that applies. In a low window, the open drawer takes the
/// space of the graph below the page.
void MainWindow::showGraphBesidePage() {
    constexpr int roomForBoth = 560;
    QWidget& graph = *m_regions->widget(1);
    const bool isReview = isReviewShown();
    const bool isCrowded = m_details->isOpen() && m_regions->orientation() == Qt::Vertical &&
                           m_rows->height() - m_rows->sizes().value(1) < roomForBoth;
    if (isReview || isCrowded) {
        m_isGraphHiddenByPage = m_isGraphHiddenByPage || !graph.isHidden();
        graph.hide();
    } else if (std::exchange(m_isGraphHiddenByPage, false)) {
        graph.show();
    }
    m_approve->setVisible(m_result && m_result->plan && !isReview);
}

namespace {

/// Describes an apply in one sentence, for the page, the banner and the log. After a failure, the counts come first.
QString outcomeText(const session::ApplyReport& report, bool wasStopped, const models::ApplyModel::Ends& ends) {
    QStringList parts;
    const auto add = [&](int count, const QString& text) {
        if (count > 0)
            parts.append(text);
    };
    add(ends.failed, MainWindow::tr("%n failed", nullptr, ends.failed));
    add(ends.done, MainWindow::tr("%n done", nullptr, ends.done));
    add(ends.notBegun, MainWindow::tr("%n not started", nullptr, ends.notBegun));
    const QString counts = parts.join(QStringLiteral(", "));
    parts.clear();
    add(report.imported, MainWindow::tr("%n imported", nullptr, report.imported));
    add(report.added, MainWindow::tr("%n added", nullptr, report.added));
    add(report.changed, MainWindow::tr("%n changed", nullptr, report.changed));
    add(report.destroyed, MainWindow::tr("%n destroyed", nullptr, report.destroyed));
    add(report.forgotten, MainWindow::tr("%n forgotten", nullptr, report.forgotten));
    const QString done = parts.isEmpty() ? MainWindow::tr("nothing changed") : parts.join(QStringLiteral(", "));
    if (!report.hasStarted) {
        const auto error = std::ranges::find_if(report.diagnostics, &session::DiagnosticText::isError);
        return error == report.diagnostics.end() ? MainWindow::tr("Nothing was applied.")
                                                 : MainWindow::tr("Nothing was applied: %1.").arg(error->summary);
    }
    if (wasStopped)
        return MainWindow::tr("Stopped by you: %1 – %2. State serial %3.").arg(counts, done).arg(report.stateSerial);
    if (report.hasFailed)
        return MainWindow::tr("Apply failed: %1 – %2. State serial %3.").arg(counts, done).arg(report.stateSerial);
    return MainWindow::tr("Applied: %1. State serial %2.").arg(done).arg(report.stateSerial);
}

void noteOutcome(session::PlanningSession& session, const session::ApplyReport& report, const QString& sentence,
                 bool hasFailed) {
    for (const session::DiagnosticText& text : report.diagnostics)
        session.note(text.isError ? session::LogLevel::Error : session::LogLevel::Warning, QStringLiteral("Planlens"),
                     text.detail.isEmpty() ? text.summary : QString(text.summary % u'\n' % text.detail));
    session.note(hasFailed ? session::LogLevel::Warning : session::LogLevel::Info, QStringLiteral("Planlens"),
                 sentence);
}

} // namespace

void MainWindow::handleReport(const session::ApplyReport& report) {
    m_sessionBar->setActivity(SessionBar::Activity::None);
    runSliced(std::vector<std::function<void()>>(std::size_t(m_applyPage->pendingParts()),
                                                 [this] { m_applyPage->showPart(); }));
    runSliced({[this] { m_graph->endApply(); },
               [this, report] {
                   // After Stop, an apply that ended early counts as stopped by the user.
                   const bool wasStopped = report.wasStopped || (report.hasFailed && m_applyPage->isStopping());
                   m_hasApplyFailed = report.hasFailed || wasStopped;
                   m_applied = outcomeText(report, wasStopped, m_applyPage->model().ends());
                   noteOutcome(*m_session, report, m_applied, m_hasApplyFailed);
                   if (!m_hasApplyFailed && report.hasStarted)
                       recordInResults();
                   m_applyPage->finish(report, m_applied);
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
                   m_details->setDiagnostics(diagnostics, false);
                   m_change->setOutcome(std::make_shared<const session::ApplyReport>(report));
               },
               [this] { m_history->addApply(m_result, m_applyPage->outcome(), m_applyPage->recorder()); },
               [this] { m_change->show(m_selected); }, // behind the page of the apply
               [this, hasStarted = report.hasStarted] {
                   if (m_forceQuitDialog)
                       m_forceQuitDialog->reject();
                   if (m_closing == Closing::AtOnce) {
                       close();
                       return;
                   }
                   m_closing = Closing::No; // show the result of the apply first
                   if (hasStarted && !m_hasApplyFailed)
                       m_request.replace.clear();
                   m_whatIf->forget();
                   // The applied plan stays, with the outcome of each change. The page has a button that plans again.
                   showBanner(m_applied, m_hasApplyFailed, QStringLiteral("apply"));
                   showStatus();
                   updateActions();
                   Q_EMIT settled();
               }});
}

} // namespace planlens::widgets
