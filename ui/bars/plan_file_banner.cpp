// SPDX-License-Identifier: MPL-2.0
#include "ui/bars/plan_file_banner.h"

#include "core/plans/plan.h"
#include "core/plans/terraform_parts.h"
#include "ui/basics/plain_text.h"
#include "ui/basics/text.h"
#include "ui/controls/elided_label.h"
#include "ui/language/words.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/theme/tint.h"

#include <QDateTime>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace planlens::widgets {

PlanFileBanner::PlanFileBanner(QWidget* parent)
    : QWidget(parent)
    , m_text(new ElidedLabel(this))
    , m_trust(new QPushButton(this)) {
    setObjectName(QStringLiteral("finished-note"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(theme::grid * 2, theme::grid / 2, theme::grid, theme::grid / 2);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setMinimumHeight(theme::rowHeight);
    row->addWidget(m_text, 1);
    m_trust->setObjectName(QStringLiteral("trust-plan"));
    row->addWidget(m_trust);
    connect(m_trust, &QPushButton::clicked, this, &PlanFileBanner::trustRequested);
    hide();
}

QString PlanFileBanner::text() const {
    return m_text->text();
}

void PlanFileBanner::setResult(const session::Result* result) {
    setVisible(result && result->finished && result->plan);
    if (isHidden())
        return;
    const session::FinishedPlan& finished = *result->finished;
    const bool isUntrusted = !finished.untrusted.isEmpty();
    m_before = {(finished.notApplicable.isEmpty() || isUntrusted ? tr("Plan file: %1") : tr("Plan file, read-only: %1"))
                    .arg(finished.name()),
                finished.format};
    m_after.clear();
    if (!finished.program.isEmpty())
        m_before.append(finished.program);
    m_timestamp = qstring(result->plan->timestampText);
    if (result->plan->errored)
        m_after.append(tr("incomplete: planning failed"));
    const plans::TerraformParts* parts = finished.terraform.get();
    const bool isIncomplete = parts && !parts->isComplete && !result->plan->errored;
    if (isIncomplete)
        m_after.append(tr("incomplete: another plan is needed after this one"));
    if (parts && !parts->deferred.empty())
        m_after.append(tr("%n deferred change(s)", nullptr, int(parts->deferred.size())));
    if (parts && !parts->actions.empty())
        m_after.append(tr("%n action(s)", nullptr, int(parts->actions.size())));
    if (parts && !parts->queryResults.empty())
        m_after.append(tr("%n object(s) found", nullptr, int(parts->queryResults.size())));
    if (finished.hidesValues)
        m_after.append(tr("values are hidden because provider schemas are missing"));
    showAge();
    QStringList tip{m_text->text()};
    if (!finished.file.isEmpty())
        tip.prepend(QDir::toNativeSeparators(finished.file));
    if (!finished.notApplicable.isEmpty())
        tip.append(finished.notApplicable);
    if (!m_timestamp.isEmpty())
        tip.append(tr("created %1").arg(m_timestamp));
    m_text->setToolTip(toolTipText(tip.join(u'\n')));
    m_trust->setText(isUntrusted ? tr("Trust the folder…") : tr("Start providers to read schemas"));
    m_trust->setToolTip(isUntrusted ? tr("Needed to apply this plan, and to show values whose schemas are missing")
                                    : QString());
    m_trust->setVisible(finished.hidesValues || isUntrusted);
    theme::setTint(*this,
                   result->plan->errored || isIncomplete ? theme::Tint::WarningGround : theme::Tint::NoticeGround);
}

void PlanFileBanner::showAge() {
    if (isHidden())
        return;
    QStringList parts = m_before;
    if (const QDateTime made = QDateTime::fromString(m_timestamp, Qt::ISODate); made.isValid())
        parts.append(tr("created %1 (%2)").arg(language::momentText(made.toLocalTime()), language::ageText(made)));
    else if (!m_timestamp.isEmpty())
        parts.append(tr("created %1").arg(m_timestamp));
    m_text->setText((parts + m_after).join(QStringLiteral("  ·  ")));
}

} // namespace planlens::widgets
