// SPDX-License-Identifier: MPL-2.0
#include "ui/widgets/finished_note.h"

#include "ui/models/text.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/theme/tint.h"
#include "ui/widgets/elided_label.h"

#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace planlens::widgets {

FinishedNote::FinishedNote(QWidget* parent) : QWidget(parent), m_text(new ElidedLabel(this)), m_schemas(new QPushButton(tr("Start the providers for their schemas"), this)) {
    setObjectName(QStringLiteral("finished-note"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(theme::grid * 2, theme::grid / 2, theme::grid, theme::grid / 2);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setMinimumHeight(theme::rowHeight);
    row->addWidget(m_text, 1);
    row->addWidget(m_schemas);
    connect(m_schemas, &QPushButton::clicked, this, &FinishedNote::schemasWanted);
    hide();
}

QString FinishedNote::text() const { return m_text->text(); }

void FinishedNote::setResult(const session::Result* result) {
    setVisible(result && result->finished && result->plan);
    if (isHidden())
        return;
    const session::FinishedPlan& finished = *result->finished;
    QStringList parts{tr("Finished plan, read only: %1").arg(finished.name()), finished.format};
    if (!finished.program.isEmpty())
        parts.append(finished.program);
    if (!result->plan->timestampText.empty())
        parts.append(tr("made %1").arg(qstring(result->plan->timestampText)));
    if (result->plan->errored)
        parts.append(tr("errors stopped it before it was whole"));
    if (finished.hidesValues)
        parts.append(tr("values are hidden, for only the providers say which are secret"));
    m_text->setText(parts.join(QStringLiteral("  ·  ")));
    m_text->setToolTip(finished.file.isEmpty() ? m_text->text() : QString(QDir::toNativeSeparators(finished.file) % u'\n' % m_text->text()));
    m_schemas->setVisible(finished.hidesValues);
    theme::setTint(*this, result->plan->errored ? theme::Tint::WarningGround : theme::Tint::NoticeGround);
}

} // namespace planlens::widgets
