// SPDX-License-Identifier: MPL-2.0
#include "ui/widgets/verdict_bar.h"

#include "ui/theme/theme.h"
#include "ui/widgets/search_field.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QToolButton>

namespace planlens::widgets {

using theme::ActionKind;

VerdictBar::VerdictBar(QWidget* parent) : QWidget(parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(theme::grid, 0, theme::grid, theme::grid);
    row->setSpacing(theme::grid / 2);
    const theme::Scheme scheme = theme::currentScheme();
    for (const ActionKind kind : theme::allActionKinds) {
        if (kind == ActionKind::NoOp)
            continue;
        auto* button = new QToolButton(this);
        button->setCheckable(true);
        button->setProperty("flat", QStringLiteral("verdict"));
        button->setObjectName(QStringLiteral("verdict-%1").arg(int(kind)));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setIcon(theme::glyphIcon(kind, scheme));
        button->setToolTip(tr("Show only what %1").arg(theme::phrase(kind)));
        connect(button, &QToolButton::toggled, this, &VerdictBar::filterChanged);
        m_actions[std::size_t(kind)] = button;
        row->addWidget(button);
    }
    auto* line = new QFrame(this);
    line->setFrameShape(QFrame::VLine);
    line->setFrameShadow(QFrame::Plain);
    QPalette palette = line->palette();
    palette.setColor(QPalette::WindowText, theme::surfaces(scheme).border);
    line->setPalette(palette);
    row->addWidget(line);
    const auto addPage = [&](const QString& name, const QString& tip) {
        auto* button = new QToolButton(this);
        button->setProperty("flat", QStringLiteral("verdict"));
        button->setObjectName(name);
        button->setToolTip(tip);
        row->addWidget(button);
        return button;
    };
    m_drift = addPage(QStringLiteral("drift"), tr("What changed outside since the last apply"));
    connect(m_drift, &QToolButton::clicked, this, &VerdictBar::driftRequested);
    m_checks = addPage(QStringLiteral("checks"), tr("Conditions and check blocks"));
    connect(m_checks, &QToolButton::clicked, this, &VerdictBar::checksRequested);
    row->addStretch(1);
    m_search = new SearchField(this);
    m_search->setMinimumWidth(200);
    m_search->setMaximumWidth(400);
    row->addWidget(m_search, 1);
    setCounts({});
}

void VerdictBar::setCounts(const Counts& counts) {
    for (const ActionKind kind : theme::allActionKinds) {
        QToolButton* button = m_actions[std::size_t(kind)];
        if (!button)
            continue;
        const int count = kind == ActionKind::Move ? std::max(counts.moved, counts.actions[std::size_t(kind)])
                                                   : counts.actions[std::size_t(kind)];
        button->setText(QStringLiteral("%1 %2").arg(count).arg(theme::word(kind)));
        const bool hasSome = counts.actions[std::size_t(kind)] > 0 || (kind == ActionKind::Move && count > 0);
        button->setEnabled(hasSome);
        if (!hasSome)
            button->setChecked(false);
        button->setAccessibleName(tr("%1 %2, filter").arg(count).arg(theme::word(kind)));
    }
    m_drift->setText(tr("drift %1").arg(counts.drift));
    m_drift->setEnabled(counts.drift > 0);
    m_checks->setText(counts.failedChecks > 0 ? tr("checks %1, %2 failed").arg(counts.checks).arg(counts.failedChecks)
                                              : tr("checks %1").arg(counts.checks));
    m_checks->setEnabled(counts.checks > 0);
}

QSet<int> VerdictBar::kinds() const {
    QSet<int> kinds;
    for (const ActionKind kind : theme::allActionKinds)
        if (const QToolButton* button = m_actions[std::size_t(kind)]; button && button->isChecked())
            kinds.insert(int(kind));
    return kinds;
}

} // namespace planlens::widgets
