// SPDX-License-Identifier: MPL-2.0
#include "ui/window/apply_workflow.h"

#include "core/plans/plan.h"
#include "core/providers/plugin/process/record.h"
#include "ui/basics/sliced_task.h"
#include "ui/basics/text.h"
#include "ui/controls/disabled_command.h"
#include "ui/dialogs/force_quit_dialog.h"
#include "ui/dialogs/unsaved_state.h"
#include "ui/models/review_marks.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/generated_page.h"
#include "ui/pages/drawer/order_page.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/config_watch.h"
#include "ui/session/planning_session.h"
#include "ui/session/session_result.h"
#include "ui/session/state_watch.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QPointer>
#include <QPushButton>
#include <QTabWidget>

#include <algorithm>
#include <utility>

namespace planlens::widgets {

using session::PlanningSession;

ApplyWorkflow::ApplyWorkflow(const Parts& parts, QWidget* window)
    : QObject(window)
    , m_parts(parts)
    , m_window(window)
    , m_watch(new session::ConfigWatch(this))
    , m_stateWatch(new session::StateWatch(this))
    , m_orderPage(new OrderPage(&m_parts.drawer))
    , m_applyPage(new ApplyPage(&m_parts.pages)) {
    m_applyPage->hide();
    m_parts.drawer.addPage(m_orderPage, tr("Order"), QStringLiteral("order"));
    connect(m_watch, &session::ConfigWatch::changedFiles, this, &ApplyWorkflow::handleChangedSources);
    connect(m_stateWatch, &session::StateWatch::changed, this, &ApplyWorkflow::handleChangedSources);
    connect(&m_parts.command, &QAction::triggered, this, &ApplyWorkflow::review);
    connect(&m_parts.pages, &QTabWidget::currentChanged, this,
            [this] { m_parts.button.setVisible(m_result && m_result->plan && !isReviewShown()); });
    connectPages();
}

ApplyWorkflow::~ApplyWorkflow() = default;

void ApplyWorkflow::connectPages() {
    PlanningSession& session = m_parts.session;
    connect(m_orderPage, &OrderPage::counted, this,
            [this](int count) { m_parts.drawer.setCount(m_orderPage, tr("Order"), count); });
    connect(m_orderPage, &OrderPage::addressChosen, this, &ApplyWorkflow::addressChosen);
    connect(m_applyPage, &ApplyPage::addressChosen, this, &ApplyWorkflow::addressChosen);
    connect(m_applyPage, &ApplyPage::placeChosen, this, &ApplyWorkflow::placeChosen);
    connect(m_applyPage, &ApplyPage::stopRequested, &session, &PlanningSession::cancel);
    connect(m_applyPage, &ApplyPage::counted, this, [this](int done, int known) {
        if (const int tab = m_parts.pages.indexOf(m_applyPage); tab >= 0)
            m_parts.pages.setTabText(tab, known > 0 ? tr("Apply %1 / %2").arg(done).arg(known) : tr("Apply"));
    });
    connect(m_applyPage, &ApplyPage::interruptRequested, &session, &PlanningSession::interrupt);
    connect(m_applyPage, &ApplyPage::killRequested, this, [this] { askToKill(AfterKill::Stay); });
    connect(m_applyPage, &ApplyPage::planRequested, this, &ApplyWorkflow::planRequested);
    connect(m_applyPage, &ApplyPage::statusesChanged, this, &ApplyWorkflow::statusesChanged);
    explainWhenDisabled(*m_window, m_parts.command, [this] { Q_EMIT messageShown(m_parts.button.toolTip()); });
    connect(&session, &PlanningSession::stateUnsaved, this, [this](const QByteArray& state) {
        m_parts.unsaved.take(state, m_result->request.folder);
        Q_EMIT unsavedChanged();
    });
    connect(&m_parts.unsaved, &UnsavedState::settled, this, &ApplyWorkflow::unsavedChanged);
    connect(&session, &PlanningSession::applyProgressed, m_applyPage, &ApplyPage::take);
    connect(&session, &PlanningSession::progressed, m_applyPage, &ApplyPage::setProgress);
}

void ApplyWorkflow::setResult(std::shared_ptr<const session::Result> result) {
    closeReview(); // it belongs to the previous plan
    m_result = std::move(result);
    m_approval = m_result->plan ? std::make_unique<const Approval>(approvalOf(*m_result)) : nullptr;
    m_orderPage->setResult(m_result);
    m_watch->watch(m_result->finished ? nullptr : m_result); // a saved plan contains its configuration
    m_stateWatch->watch(m_result);
}

void ApplyWorkflow::setShown(const std::optional<QSet<QString>>& shown) {
    m_orderPage->setFilter(shown);
}

void ApplyWorkflow::showMarks() {
    if (m_reviewPage)
        m_reviewPage->setReviewed(m_parts.marks.addresses());
}

QString ApplyWorkflow::blocker() const {
    if (m_parts.unsaved.isUnsaved())
        return tr("The state of the last apply exists only in this window. Save it before you apply anything else.");
    if (!m_outcome.isEmpty())
        return tr("%1 Plan again to see the remaining changes.").arg(m_outcome);
    if (m_result && m_result->isOutdated)
        return tr("This is an earlier plan. Plan again before approving.");
    if (m_stateWatch->hasChanged())
        return tr("The state has changed since this plan was made. Plan again before approving.");
    if (m_result && m_result->finished)
        return m_result->finished->notApplicable;
    const QStringList& changed = m_watch->changed();
    if (changed.isEmpty())
        return m_parts.drawer.generated().count() == 0
                   ? QString()
                   : tr("Configuration was generated for imported objects. Save it (page Generated) and plan again; "
                        "otherwise the next plan destroys them.");
    return changed.size() == 1
               ? tr("The configuration changed since this plan: %1. Plan again before approving.").arg(changed.first())
               : tr("The configuration changed since this plan: %1 and %n more. Plan again before approving.", nullptr,
                    int(changed.size() - 1))
                     .arg(changed.first());
}

bool ApplyWorkflow::hasChangedSources() const {
    return !m_watch->changed().isEmpty() || m_stateWatch->hasChanged();
}

void ApplyWorkflow::handleChangedSources() {
    if (m_reviewPage)
        m_reviewPage->setBlocker(blocker());
    Q_EMIT sourcesChanged();
}

void ApplyWorkflow::updateCommands() {
    const PlanningSession& session = m_parts.session;
    const bool hasPlan = m_result && m_result->plan;
    const bool canApply = !m_parts.slices.isRunning() && hasPlan && !session.isBusy() && !m_result->wasStopped &&
                          !m_result->hasErrors() && m_result->plan->quality == plans::Quality::Exact &&
                          m_result->plan->canApply() && blocker().isEmpty();
    QPushButton& button = m_parts.button;
    button.setVisible(hasPlan && !isReviewShown());
    button.setEnabled(canApply);
    m_parts.command.setEnabled(canApply);
    button.setToolTip(canApply               ? tr("Opens the review page (Ctrl+Return)")
                      : session.isApplying() ? tr("The plan is being applied")
                      : !hasPlan             ? tr("There is no plan to approve")
                      : session.isBusy()     ? tr("Wait until planning is finished")
                      : m_result->finished && !m_result->finished->notApplicable.isEmpty() ? blocker()
                      : m_result->hasErrors()                                              ? tr("Planning failed")
                      : m_result->plan->quality == plans::Quality::Estimate
                          ? tr("An estimate cannot be applied. Plan with the providers first.")
                      : !blocker().isEmpty() ? blocker()
                                             : tr("This plan changes nothing"));
}

void ApplyWorkflow::review() {
    if (!m_reviewPage && !m_parts.button.isEnabled())
        return;
    m_parts.drawer.setOpen(false);
    if (m_reviewPage)
        return m_parts.pages.setCurrentWidget(m_reviewPage);
    m_watch->check();
    m_reviewPage = new ReviewPage(*m_approval, Gates(m_result->request.folder), &m_parts.pages);
    m_reviewPage->setReviewed(m_parts.marks.addresses());
    m_reviewPage->setBlocker(blocker());
    connect(m_reviewPage, &ReviewPage::rejected, this, &ApplyWorkflow::closeReview);
    connect(m_reviewPage, &ReviewPage::accepted, this, &ApplyWorkflow::applyReviewed);
    connect(m_reviewPage, &ReviewPage::addressChosen, this, [this](const QString& address) {
        m_parts.pages.setCurrentIndex(0);
        Q_EMIT addressChosen(address);
    });
    m_parts.pages.addTab(m_reviewPage, tr("Review"));
    m_parts.pages.setCurrentWidget(m_reviewPage);
    m_reviewPage->focusNext();
    Q_EMIT reviewOpened();
}

void ApplyWorkflow::closeReview() {
    if (!m_reviewPage)
        return;
    m_parts.pages.setCurrentIndex(0);
    m_parts.pages.removeTab(m_parts.pages.indexOf(m_reviewPage));
    std::exchange(m_reviewPage, nullptr)->deleteLater();
    Q_EMIT reviewClosed();
}

/// Compares the configuration with the plan again, because a file may have changed a moment ago. The review stays if
/// one has, and says so.
void ApplyWorkflow::applyReviewed() {
    m_watch->check([this, review = QPointer<ReviewPage>(m_reviewPage)] {
        if (review && review == m_reviewPage && blocker().isEmpty())
            applyUnchanged();
    });
}

void ApplyWorkflow::applyUnchanged() {
    closeReview();
    m_applyPage->begin(*m_result, m_orderPage->operations());
    showApplyPage();
    Q_EMIT approved(m_result);
    m_stateWatch->watch(nullptr); // the apply changes it
    m_parts.session.apply(m_result);
}

void ApplyWorkflow::showApplyPage() {
    if (m_parts.pages.indexOf(m_applyPage) < 0)
        m_parts.pages.addTab(m_applyPage, tr("Apply"));
    m_parts.pages.setCurrentWidget(m_applyPage);
}

void ApplyWorkflow::showRecorded(const history::Run& run) {
    m_applyPage->showRecorded(run);
    showApplyPage();
}

bool ApplyWorkflow::isReviewShown() const {
    return m_reviewPage && m_parts.pages.currentWidget() == m_reviewPage;
}

void ApplyWorkflow::askToKill(AfterKill then) {
    if (m_forceQuitDialog)
        return;
    QStringList programs;
    for (const providers::plugin::Status& plugin : m_parts.session.plugins())
        if (plugin.isRunning() && plugin.calls > 0)
            programs.append(
                tr("%1 (process %2)").arg(qstring(plugin.provider.forDisplay()), QString::number(plugin.process)));
    m_forceQuitDialog = new ForceQuitDialog(
        m_applyPage->model().running(), programs,
        then == AfterKill::Close ? ForceQuitDialog::Then::Close : ForceQuitDialog::Then::Stay, m_window);
    m_forceQuitDialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_forceQuitDialog, &QDialog::finished, this, [this] { m_forceQuitDialog = nullptr; });
    connect(m_forceQuitDialog, &QDialog::accepted, this, [this, then] {
        if (then == AfterKill::Close)
            return Q_EMIT closeConfirmed();
        m_applyPage->setKilled();
        m_parts.session.kill();
    });
    m_forceQuitDialog->open();
}

namespace {

/// Describes an apply in one sentence, for the page, the banner and the log. After a failure, the counts come first.
QString outcomeText(const session::ApplyReport& report, bool wasStopped, const models::ApplyModel::Ends& ends) {
    QStringList parts;
    const auto add = [&](int count, const QString& text) {
        if (count > 0)
            parts.append(text);
    };
    add(ends.failed, ApplyWorkflow::tr("%n failed", nullptr, ends.failed));
    add(ends.done, ApplyWorkflow::tr("%n done", nullptr, ends.done));
    add(ends.notBegun, ApplyWorkflow::tr("%n not started", nullptr, ends.notBegun));
    const QString counts = parts.join(QStringLiteral(", "));
    parts.clear();
    add(report.imported, ApplyWorkflow::tr("%n imported", nullptr, report.imported));
    add(report.added, ApplyWorkflow::tr("%n added", nullptr, report.added));
    add(report.changed, ApplyWorkflow::tr("%n changed", nullptr, report.changed));
    add(report.destroyed, ApplyWorkflow::tr("%n destroyed", nullptr, report.destroyed));
    add(report.forgotten, ApplyWorkflow::tr("%n forgotten", nullptr, report.forgotten));
    const QString done = parts.isEmpty() ? ApplyWorkflow::tr("nothing changed") : parts.join(QStringLiteral(", "));
    if (!report.hasStarted) {
        const auto error = std::ranges::find_if(report.diagnostics, &session::DiagnosticText::isError);
        return error == report.diagnostics.end() ? ApplyWorkflow::tr("Nothing was applied.")
                                                 : ApplyWorkflow::tr("Nothing was applied: %1.").arg(error->summary);
    }
    if (wasStopped)
        return ApplyWorkflow::tr("Stopped by you: %1 – %2. State serial %3.").arg(counts, done).arg(report.stateSerial);
    if (report.hasFailed)
        return ApplyWorkflow::tr("Apply failed: %1 – %2. State serial %3.").arg(counts, done).arg(report.stateSerial);
    return ApplyWorkflow::tr("Applied: %1. State serial %2.").arg(done).arg(report.stateSerial);
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

void ApplyWorkflow::finish(const session::ApplyReport& report) {
    // After Stop, an apply that ended early counts as stopped by the user.
    const bool wasStopped = report.wasStopped || (report.hasFailed && m_applyPage->isStopping());
    m_hasFailed = report.hasFailed || wasStopped;
    m_outcome = outcomeText(report, wasStopped, m_applyPage->model().ends());
    noteOutcome(m_parts.session, report, m_outcome, m_hasFailed);
    m_applyPage->finish(report, m_outcome);
    m_parts.drawer.setAppliedOutputs(report.outputs);
}

bool ApplyWorkflow::leaveOutcome() {
    if (m_outcome.isEmpty())
        return false;
    m_outcome.clear();
    if (m_parts.pages.currentWidget() == m_applyPage)
        m_parts.pages.setCurrentIndex(0); // the result stays in its tab
    return true;
}

} // namespace planlens::widgets
