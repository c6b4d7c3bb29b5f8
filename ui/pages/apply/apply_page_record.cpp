// SPDX-License-Identifier: MPL-2.0
// The result of an apply in the history and in files.
#include "ui/pages/apply/apply_page.h"

#include "core/report/text/applied_text.h"
#include "ui/basics/output_file.h"
#include "ui/basics/text.h"
#include "ui/language/words.h"
#include "ui/session/recording/run_of_result.h"
#include "ui/session/session_result.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedLayout>
#include <QTextBrowser>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <utility>

namespace planlens::widgets {

using models::ApplyModel;
using models::ApplyStatus;

namespace {

/// Returns language-independent names for files and the history.
QString outcomeName(ApplyStatus status) {
    switch (status) {
    case ApplyStatus::Done:
        return QStringLiteral("done");
    case ApplyStatus::Failed:
        return QStringLiteral("failed");
    case ApplyStatus::None:
    case ApplyStatus::Waiting:
    case ApplyStatus::Running:
    case ApplyStatus::Skipped:
        break;
    }
    return QStringLiteral("not done");
}

} // namespace

void ApplyPage::showRecorded(const history::Run& run) {
    if (isApplying())
        return;
    std::vector<ApplyModel::Operation> operations;
    for (const history::Change& change : run.changes) {
        const ApplyStatus status = change.outcome == outcomeName(ApplyStatus::Done)     ? ApplyStatus::Done
                                   : change.outcome == outcomeName(ApplyStatus::Failed) ? ApplyStatus::Failed
                                                                                        : ApplyStatus::Skipped;
        operations.push_back(
            {0, change.address, {}, change.action, change.objectId, status, -1, change.milliseconds, {}});
    }
    m_model->setOperations(std::move(operations));
    m_model->finish();
    fitColumns();
    for (QWidget* hidden : std::initializer_list<QWidget*>{m_stop, m_interrupt, m_kill, m_details, m_export})
        hidden->hide();
    m_planAgain->show();
    m_head->showResult(
        {run.outcome == history::Run::Outcome::Applied   ? ApplyHead::Outcome::Complete
         : run.outcome == history::Run::Outcome::Stopped ? ApplyHead::Outcome::Stopped
                                                         : ApplyHead::Outcome::Failed,
         run.message,
         QStringLiteral("%1  ·  %2")
             .arg(language::momentText(run.at), tr("took %1").arg(language::durationText(run.milliseconds))),
         {}});
    m_stack->setCurrentIndex(1);
}

history::Run ApplyPage::outcome() const {
    using Outcome = history::Run::Outcome;
    history::Run run;
    run.at = m_startedAt;
    run.milliseconds = m_took;
    run.serial = m_report.stateSerial;
    run.message = m_sentence;
    run.outcome = !m_report.hasStarted                                          ? Outcome::Refused
                  : m_report.wasStopped || (m_report.hasFailed && m_isStopping) ? Outcome::Stopped
                  : m_report.hasFailed                                          ? Outcome::Failed
                                                                                : Outcome::Applied;
    QHash<QString, qsizetype> places; // both halves of a replacement belong to one change
    for (const ApplyModel::Operation& operation : m_model->operations()) {
        const QString address =
            operation.deposed.isEmpty()
                ? operation.address
                : QStringLiteral("%1 (deposed object %2)").arg(operation.address, operation.deposed);
        const auto place = places.constFind(address);
        if (place == places.cend()) {
            places.insert(address, run.changes.size());
            run.changes.append({address, {}, {}, outcomeName(operation.status), operation.milliseconds, {}});
            continue;
        }
        history::Change& change = run.changes[*place];
        change.milliseconds = std::max<qint64>(change.milliseconds, 0) + std::max<qint64>(operation.milliseconds, 0);
        if (change.outcome == QStringLiteral("done"))
            change.outcome = outcomeName(operation.status);
    }
    return run;
}

report::AppliedPlan ApplyPage::described() const {
    const auto masked = [&](const QString& text) { return m_mask.masked(text.toStdString()); };
    report::AppliedPlan applied;
    applied.outcome = masked(m_sentence);
    applied.folder = masked(m_result->request.folder);
    applied.workspace = masked(m_result->workspace);
    applied.planHash = m_result->planHash.toStdString();
    applied.options = masked(history::optionsOf(m_result->request));
    applied.startedAt = m_startedAt.toString(Qt::ISODate).toStdString();
    applied.stateSerial = m_report.stateSerial;
    applied.elapsed = std::chrono::milliseconds(m_took);
    for (const ApplyModel::Operation& operation : m_model->operations()) {
        const QString address =
            operation.deposed.isEmpty()
                ? operation.address
                : QStringLiteral("%1 (deposed object %2)").arg(operation.address, operation.deposed);
        applied.operations.push_back({masked(address), masked(operation.action.toLower()), masked(operation.objectId),
                                      outcomeName(operation.status).toStdString(), masked(operation.message),
                                      operation.milliseconds < 0
                                          ? std::nullopt
                                          : std::optional(std::chrono::milliseconds(operation.milliseconds))});
    }
    for (const session::DiagnosticText& text : m_report.diagnostics)
        applied.problems.push_back(masked((text.isError ? QStringLiteral("Error: ") : QStringLiteral("Warning: ")) +
                                          text.summary +
                                          (text.detail.isEmpty() ? QString() : QString(u'\n' + text.detail))));
    return applied;
}

QString ApplyPage::writeTo(const QString& file) const {
    if (!m_result || isApplying())
        return tr("There is no result yet.");
    using report::AppliedForm;
    const AppliedForm form = file.endsWith(QStringLiteral(".md")) ? AppliedForm::Markdown
                             : file.endsWith(QStringLiteral(".html")) || file.endsWith(QStringLiteral(".htm"))
                                 ? AppliedForm::Html
                                 : AppliedForm::Text;
    const std::string text = report::appliedText(described(), form);
    if (const QString why = writeOutputFile(file, text); !why.isEmpty())
        return tr("%1 cannot be written: %2.").arg(file, why);
    return {};
}

void ApplyPage::exportResult() {
    QString filter;
    QString file = QFileDialog::getSaveFileName(this, tr("Save the result"), QStringLiteral("applied.md"),
                                                tr("Markdown (*.md);;HTML (*.html);;Text (*.txt)"), &filter);
    if (file.isEmpty())
        return;
    if (const QString why = writeTo(file); !why.isEmpty())
        QMessageBox::warning(this, tr("The result was not saved"), why);
}

} // namespace planlens::widgets
