// SPDX-License-Identifier: MPL-2.0
// The result of an apply in the history and in files.
#include "ui/pages/apply/apply_page.h"

#include "core/report/text/applied_text.h"
#include "ui/basics/output_file.h"
#include "ui/basics/text.h"
#include "ui/history/compared_plan.h"
#include "ui/language/words.h"
#include "ui/pages/apply/applied_record.h"

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

ApplyStatus statusOfName(const QString& name) {
    for (const ApplyStatus status : {ApplyStatus::Done, ApplyStatus::Failed})
        if (name == outcomeName(status))
            return status;
    return ApplyStatus::Skipped;
}

} // namespace

void ApplyPage::showRecorded(const history::Run& run) {
    if (isApplying())
        return;
    AppliedRecord record;
    if (auto recorded = recordOf(run.result)) {
        record = std::move(*recorded);
        m_failedBefore = record.failed;
    } else {
        // An entry of an earlier version, or an old one.
        m_failedBefore.reset();
        for (const history::Change& change : run.changes)
            if (change.address != history::outputsAddress)
                record.operations.push_back({0,
                                             change.address,
                                             {},
                                             change.action,
                                             change.objectId,
                                             statusOfName(change.outcome),
                                             -1,
                                             change.milliseconds,
                                             {}});
        record.report.hasStarted = run.outcome != history::Run::Outcome::Refused;
        record.report.stateSerial = run.serial;
    }
    m_mask = {}; // its texts are masked
    m_run = run;
    m_run.changes.clear();
    m_report = std::move(record.report);
    m_model->setFinished(std::move(record.operations), run.milliseconds);
    using Outcome = history::Run::Outcome;
    showResult(run.outcome == Outcome::Applied                                ? ApplyHead::Outcome::Complete
               : run.outcome == Outcome::Stopped && failedByThemselves() == 0 ? ApplyHead::Outcome::Stopped
                                                                              : ApplyHead::Outcome::Failed,
               QStringLiteral("%1  ·  %2")
                   .arg(language::momentText(run.at), tr("took %1").arg(language::durationText(run.milliseconds))));
    m_stack->setCurrentIndex(1);
}

history::Run ApplyPage::outcome() const {
    using Outcome = history::Run::Outcome;
    history::Run run = m_run;
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

std::function<QByteArray(const masking::Secrets& mask)> ApplyPage::recorder() const {
    return [record = AppliedRecord{m_report, m_model->operations(), failedByThemselves()}](
               const masking::Secrets& mask) { return recordBytes(record, mask); };
}

report::AppliedPlan ApplyPage::described() const {
    const auto masked = [&](const QString& text) { return m_mask.masked(text.toStdString()); };
    report::AppliedPlan applied;
    applied.outcome = masked(m_run.message);
    applied.folder = masked(m_run.folder);
    applied.workspace = masked(m_run.workspace);
    applied.planHash = m_run.hash.toStdString();
    applied.options = masked(m_run.options);
    applied.startedAt = m_run.at.toString(Qt::ISODate).toStdString();
    applied.stateSerial = m_report.stateSerial;
    applied.elapsed = std::chrono::milliseconds(m_run.milliseconds);
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
    if (!m_run.at.isValid() || isApplying())
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
