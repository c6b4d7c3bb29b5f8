// SPDX-License-Identifier: MPL-2.0
#include "ui/bars/filter_chips.h"

#include "ui/bars/filter_popup.h"
#include "ui/controls/elided_label.h"
#include "ui/models/finding_rows.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace planlens::widgets {

using models::ChangeCriteria;

namespace {

constexpr qsizetype mostChips = 6; // of one group; more are summarized by a number

} // namespace

FilterChips::FilterChips(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("filter-chips"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(theme::grid, 0, theme::grid, theme::grid);
    row->setSpacing(theme::grid);
    m_chips = new QHBoxLayout;
    m_chips->setSpacing(theme::grid);
    row->addLayout(m_chips);
    m_count = new QLabel(this);
    m_count->setObjectName(QStringLiteral("shown-count"));
    row->addWidget(m_count);
    auto* unfiltered = new ElidedLabel(this);
    unfiltered->setObjectName(QStringLiteral("unfiltered-pages"));
    unfiltered->setText(tr("Checks, drift, outputs and diagnostics are those of the whole plan."));
    unfiltered->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(unfiltered, 1);
    m_showAll = new QToolButton(this);
    m_showAll->setObjectName(QStringLiteral("show-all"));
    m_showAll->setProperty("flat", QStringLiteral("chip"));
    m_showAll->setText(tr("Show all"));
    m_showAll->setAccessibleName(tr("Show all changes"));
    m_showAll->setToolTip(tr("Clear all filters (Ctrl+Shift+A)"));
    connect(m_showAll, &QToolButton::clicked, this, &FilterChips::allRequested);
    row->addWidget(m_showAll);
    hide();
}

void FilterChips::setCriteria(const ChangeCriteria& criteria) {
    m_criteria = criteria;
    while (QLayoutItem* item = m_chips->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    const auto add = [this](const QString& text, const ChangeCriteria& without) {
        auto* chip = new QToolButton(this);
        chip->setProperty("flat", QStringLiteral("chip"));
        chip->setText(QString(chip->fontMetrics().elidedText(text, Qt::ElideMiddle, 200) % QStringLiteral("  ✕")));
        chip->setToolTip(tr("%1\nClick to remove this filter.").arg(text));
        chip->setAccessibleName(tr("Remove filter: %1").arg(text));
        connect(chip, &QToolButton::clicked, this, [this, without] { Q_EMIT criteriaChosen(without); });
        m_chips->addWidget(chip);
    };
    const auto addNames = [&](QSet<QString> ChangeCriteria::*sort, const QString& label, auto many, auto name) {
        QStringList names((criteria.*sort).begin(), (criteria.*sort).end());
        std::sort(names.begin(), names.end());
        if (names.size() > mostChips) {
            ChangeCriteria without = criteria;
            (without.*sort).clear();
            add(many(int(names.size())), without);
            return;
        }
        for (const QString& one : names) {
            ChangeCriteria without = criteria;
            (without.*sort).remove(one);
            add(label.arg(name(one)), without);
        }
    };
    for (const theme::ActionKind kind : theme::allActionKinds)
        if (criteria.kinds.contains(int(kind))) {
            ChangeCriteria without = criteria;
            without.kinds.remove(int(kind));
            add(theme::word(kind), without);
        }
    for (const int severity : {0, 1, 2})
        if (criteria.severities.contains(severity)) {
            ChangeCriteria without = criteria;
            without.severities.remove(severity);
            add(QString(QStringLiteral("⚠ ") % models::severityWord(risk::Severity(severity))), without);
        }
    for (const models::Trait trait : models::allTraits)
        if (criteria.traits.contains(int(trait))) {
            ChangeCriteria without = criteria;
            without.traits.remove(int(trait));
            add(traitName(trait), without);
        }
    const auto itself = [](const QString& text) { return text; };
    addNames(
        &ChangeCriteria::types, tr("type %1"), [](int count) { return tr("%n types", nullptr, count); }, itself);
    addNames(
        &ChangeCriteria::modules, QStringLiteral("%1"), [](int count) { return tr("%n modules", nullptr, count); },
        moduleName);
    addNames(
        &ChangeCriteria::providers, tr("provider %1"), [](int count) { return tr("%n providers", nullptr, count); },
        itself);
    updateVisibility();
}

void FilterChips::setShown(int shown, int total, int hiddenFindings) {
    m_hidden = total - shown;
    QString text = tr("%1 of %2 shown · %3 hidden").arg(shown).arg(total).arg(m_hidden);
    if (hiddenFindings > 0)
        text += QStringLiteral(" · ⚠ ") + tr("%n finding(s) hidden", nullptr, hiddenFindings);
    m_count->setText(text);
    m_count->setAccessibleName(text);
    updateVisibility();
}

void FilterChips::updateVisibility() {
    setVisible(!m_criteria.isEmpty() || m_hidden > 0);
}

} // namespace planlens::widgets
