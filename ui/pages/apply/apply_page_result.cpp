// SPDX-License-Identifier: MPL-2.0
// The end of an apply.
#include "core/plans/plan.h"
#include "ui/basics/change_key.h"
#include "ui/basics/text.h"
#include "ui/language/words.h"
#include "ui/pages/apply/applied_html.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/theme/action_style.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTextBrowser>

#include <utility>

namespace planlens::widgets {

using models::ApplyModel;
using models::ApplyStatus;
using theme::ActionKind;

void ApplyPage::finish(const session::ApplyReport& report, const QString& sentence) {
    if (!isApplying())
        return;
    showRest();
    m_tick.stop();
    m_run.milliseconds = m_clock.elapsed();
    m_run.serial = report.stateSerial;
    m_run.message = sentence;
    m_report = report;
    for (const session::DiagnosticText& text : report.diagnostics)
        if (text.isError && !text.address.isEmpty())
            m_model->note(text.address,
                          qstring(m_mask.masked(
                              (text.detail.isEmpty() ? text.summary : tr("%1: %2").arg(text.summary, text.detail))
                                  .toStdString())));
    m_model->finish();
    QVector<models::InstanceStatus> statuses;
    for (const ApplyModel::Operation& operation : m_model->operations())
        if (const ApplyStatus status = m_model->statusOf(operation.address); status != ApplyStatus::Done)
            statuses.append({operation.address, status, m_model->elapsedOf(operation.address)});
    // What changes only in the state is recorded before the first operation.
    if (const auto plan = std::exchange(m_plan, nullptr))
        for (const plans::ResourceInstanceChangePtr& change : plan->changes.resources())
            if (const ActionKind kind = theme::actionKind(*change);
                kind == ActionKind::Import || kind == ActionKind::Move)
                statuses.append(
                    {changeKey(*change), report.hasStarted ? ApplyStatus::Done : ApplyStatus::Skipped, QString()});
    Q_EMIT statusesChanged(statuses);
    if (auto* question = findChild<QMessageBox*>())
        question->reject(); // nothing is left to interrupt
    Q_EMIT counted(0, 0);
    if (hasFocus() || m_stop->hasFocus() || m_interrupt->hasFocus() || m_kill->hasFocus())
        m_planAgain->setFocus();
    using Outcome = ApplyHead::Outcome;
    showResult(report.hasStarted && !report.hasFailed && !report.wasStopped       ? Outcome::Complete
               : failedByThemselves() == 0 && (report.wasStopped || m_isStopping) ? Outcome::Stopped
                                                                                  : Outcome::Failed,
               tr("took %1").arg(language::durationText(m_run.milliseconds)));
}

void ApplyPage::showResult(ApplyHead::Outcome outcome, const QString& facts) {
    fitColumns();
    m_planAgain->show();
    m_export->show();
    for (QPushButton* button : {m_stop, m_interrupt, m_kill})
        button->hide();
    const QString details = appliedHtml(m_report);
    m_details->setHtml(details);
    m_details->setVisible(!details.isEmpty());
    m_head->showResult({outcome, m_run.message, facts, nextStep(outcome)});
    m_isMoved = false;
    QTimer::singleShot(0, this, [this] { // the layout has its final sizes
        fitDetails();
        m_details->moveCursor(QTextCursor::Start);
        QTimer::singleShot(0, this, &ApplyPage::showFirstFailure); // the table has its rows in the new height
    });
}

/// Returns the number of operations that failed, but not because the user interrupted or killed them.
int ApplyPage::failedByThemselves() const {
    return m_failedBefore.value_or(m_model->failedCount());
}

QString ApplyPage::nextStep(ApplyHead::Outcome outcome) const {
    if (outcome == ApplyHead::Outcome::Complete)
        return {};
    return failedByThemselves() == 0 ? tr("Next: plan again to see the remaining changes.")
                                     : tr("Next: fix the cause of the first error, then plan again. The new plan "
                                          "contains the remaining changes.");
}

} // namespace planlens::widgets
