// SPDX-License-Identifier: MPL-2.0
#include "ui/bars/verdict_bar.h"

#include "ui/bars/filter_chips.h"
#include "ui/bars/filter_popup.h"
#include "ui/bars/search_field.h"
#include "ui/models/finding_rows.h"
#include "ui/theme/theme.h"
#include "ui/theme/tint.h"

#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <utility>

namespace planlens::widgets {

using theme::ActionKind;

namespace {

constexpr QSize iconSize(16, 16);

} // namespace

VerdictBar::VerdictBar(QWidget* parent)
    : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->setSizeConstraint(QLayout::SetNoConstraint); // fit() sets the minimum width
    for (QHBoxLayout*& row : m_rows) {
        row = new QHBoxLayout;
        row->setSpacing(theme::grid / 2);
        column->addLayout(row);
    }
    m_note = new QLabel(this);
    m_note->setObjectName(QStringLiteral("verdict-note"));
    m_note->hide();
    buildActions();
    m_line = new QFrame(this);
    m_line->setObjectName(QStringLiteral("line"));
    m_line->setProperty("flat", QStringLiteral("line"));
    m_line->setFixedWidth(1);
    buildFindings();
    m_drift = addButton(QStringLiteral("drift"), tr("What changed since the last apply, in the whole plan"));
    connect(m_drift, &QToolButton::clicked, this, &VerdictBar::driftRequested);
    m_checks = addButton(QStringLiteral("checks"), tr("Conditions and check blocks of the whole plan"));
    connect(m_checks, &QToolButton::clicked, this, &VerdictBar::checksRequested);
    m_filter = addButton(QStringLiteral("filter"),
                         tr("Filter by type, module, provider, drift, move, import or check (Ctrl+Shift+F)"));
    m_filter->setProperty("flat", QStringLiteral("menu"));
    m_filter->setText(tr("Filter ▾"));
    m_filter->setAccessibleName(tr("Filter"));
    m_popup = new FilterPopup(this);
    connect(m_filter, &QToolButton::clicked, this, &VerdictBar::openFilter);
    connect(m_popup, &FilterPopup::changed, this, &VerdictBar::handleFilter);
    m_search = new SearchField(this);
    constexpr int fewLetters = 16; // the words of actions are worth more than the hint in the field
    m_search->setMinimumWidth(m_search->fontMetrics().averageCharWidth() * fewLetters + 6 * theme::grid);
    m_search->setMaximumWidth(400);
    m_reviewed = new QLabel(this);
    m_reviewed->setObjectName(QStringLiteral("reviewed"));
    m_reviewBar = new QProgressBar(this);
    m_reviewBar->setObjectName(QStringLiteral("review-bar"));
    m_reviewBar->setAccessibleName(tr("Reviewed changes"));
    m_reviewBar->setTextVisible(false);
    m_reviewBar->setFixedSize(72, theme::grid);
    setReviewed(0, 0);
    m_chips = new FilterChips(this);
    column->addWidget(m_chips);
    connect(m_chips, &FilterChips::criteriaChosen, this, &VerdictBar::setCriteria);
    connect(m_chips, &FilterChips::allRequested, this, &VerdictBar::allRequested);
    applyTheme();
    setCounts({});
    setFacts({});
}

void VerdictBar::buildActions() {
    for (const ActionKind kind : theme::allActionKinds) {
        if (kind == ActionKind::NoOp)
            continue;
        auto* button = new QToolButton(this);
        button->setCheckable(true);
        button->setProperty("flat", QStringLiteral("verdict"));
        button->setObjectName(QStringLiteral("verdict-%1").arg(int(kind)));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        connect(button, &QToolButton::toggled, this, &VerdictBar::handleFilter);
        m_actions[std::size_t(kind)] = button;
    }
}

/// Adds the buttons of severities, risks before notices.
void VerdictBar::buildFindings() {
    for (std::size_t i = 0; i < m_findings.size(); ++i) {
        m_findings[i] = addButton(QStringLiteral("findings-%1").arg(i), {});
        m_findings[i]->setCheckable(true);
        m_findings[i]->hide();
        connect(m_findings[i], &QToolButton::toggled, this, &VerdictBar::handleFilter);
    }
}

QToolButton* VerdictBar::addButton(const QString& name, const QString& tip) {
    auto* button = new QToolButton(this);
    button->setProperty("flat", QStringLiteral("verdict"));
    button->setObjectName(name);
    button->setToolTip(tip);
    return button;
}

void VerdictBar::applyTheme() {
    const theme::Scheme scheme = theme::currentScheme();
    for (const ActionKind kind : theme::allActionKinds)
        if (QToolButton* button = m_actions[std::size_t(kind)])
            button->setIcon(m_pending == Pending::Yes
                                ? theme::glyphIcon(kind, scheme)
                                : QIcon(theme::glyphIcon(kind, scheme).pixmap(iconSize, QIcon::Disabled)));
    applyTints();
}

void VerdictBar::applyTints() {
    const auto set = [this](QWidget& widget, theme::Tint tint) {
        theme::setTint(widget, m_pending == Pending::Yes ? tint : theme::Tint::DimText);
    };
    for (QToolButton* button : m_actions)
        if (button)
            set(*button, theme::Tint::None);
    for (std::size_t i = 0; i < m_findings.size(); ++i)
        set(*m_findings[i], risk::Severity(i) == risk::Severity::High     ? theme::Tint::ErrorText
                            : risk::Severity(i) == risk::Severity::Medium ? theme::Tint::WarningText
                                                                          : theme::Tint::None);
    set(*m_drift, theme::Tint::None);
    set(*m_checks, m_counts.failedChecks > 0 ? theme::Tint::ErrorText : theme::Tint::None);
}

void VerdictBar::setPending(Pending pending, const QString& note) {
    const bool isSame = std::exchange(m_pending, pending) == pending;
    if (isSame && note == m_note->text())
        return;
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    applyTheme();
    showCounts(); // the note needs space
}

void VerdictBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
    QWidget::changeEvent(event);
}

void VerdictBar::openFilter() {
    m_popup->openBelow(*m_filter);
}

void VerdictBar::handleFilter() {
    if (m_isSetting)
        return;
    m_chips->setCriteria(criteria());
    Q_EMIT filterChanged();
}

models::ChangeCriteria VerdictBar::criteria() const {
    models::ChangeCriteria criteria = m_popup->criteria();
    criteria.kinds = kinds();
    criteria.severities.clear();
    for (std::size_t i = 0; i < m_findings.size(); ++i)
        if (m_findings[i]->isChecked())
            criteria.severities.insert(int(i));
    return criteria;
}

void VerdictBar::setCriteria(const models::ChangeCriteria& criteria) {
    m_isSetting = true;
    for (const ActionKind kind : theme::allActionKinds)
        if (QToolButton* button = m_actions[std::size_t(kind)])
            button->setChecked(criteria.kinds.contains(int(kind)) && button->isEnabled());
    for (std::size_t i = 0; i < m_findings.size(); ++i)
        m_findings[i]->setChecked(criteria.severities.contains(int(i)) && !m_findings[i]->isHidden());
    m_popup->setCriteria(criteria);
    m_isSetting = false;
    handleFilter();
}

void VerdictBar::setShown(int shown, int total, int hiddenFindings) {
    m_chips->setShown(shown, total, hiddenFindings);
}

void VerdictBar::setFacts(const models::ChangeFacts::Counts& facts) {
    constexpr std::size_t most = 12;
    for (const ActionKind kind : theme::allActionKinds) {
        QToolButton* button = m_actions[std::size_t(kind)];
        if (!button)
            continue;
        const QMap<QString, int>& types = facts.typesByKind[std::size_t(kind)];
        std::vector<std::pair<int, QString>> byCount;
        for (auto type = types.begin(); type != types.end(); ++type)
            byCount.emplace_back(-type.value(), type.key());
        std::sort(byCount.begin(), byCount.end());
        QStringList lines{tr("Filter: %1").arg(theme::phrase(kind))};
        for (std::size_t i = 0; i < std::min(byCount.size(), most); ++i)
            lines.append(QStringLiteral("%1  %2").arg(-byCount[i].first, 4).arg(byCount[i].second));
        if (byCount.size() > most)
            lines.append(tr("and %n more type(s)", nullptr, int(byCount.size() - most)));
        button->setToolTip(lines.join(u'\n'));
        button->setAccessibleDescription(lines.join(QStringLiteral(", ")));
    }
    m_popup->setCounts(facts);
    m_filter->setVisible(!facts.types.isEmpty());
    m_chips->setCriteria(criteria());
}

void VerdictBar::setCounts(const Counts& counts) {
    m_counts = counts;
    for (const ActionKind kind : theme::allActionKinds)
        if (QToolButton* button = m_actions[std::size_t(kind)];
            button && counts.actions[std::size_t(kind)] == 0 && (kind != ActionKind::Move || counts.moved == 0))
            button->setChecked(false); // applies the filter again
    for (std::size_t i = 0; i < m_findings.size(); ++i)
        if (counts.findings[i].count == 0)
            m_findings[i]->setChecked(false);
    m_drift->setText(tr("drift %L1").arg(counts.drift));
    m_drift->setVisible(counts.drift > 0);
    m_checks->setVisible(counts.checks > 0);
    applyTints();
    m_checks->setAccessibleName(checksText());
    showCounts();
}

void VerdictBar::setFilteredCounts(const std::array<int, theme::allActionKinds.size()>& actions,
                                   const models::SeverityCounts& findings) {
    m_counts.actions = actions;
    m_counts.moved = actions[std::size_t(ActionKind::Move)];
    m_counts.findings = findings;
    showCounts();
}

/// Updates the buttons that are filters.
void VerdictBar::showCounts() {
    for (const ActionKind kind : theme::allActionKinds) {
        QToolButton* button = m_actions[std::size_t(kind)];
        if (!button)
            continue;
        const int count = countOf(kind);
        button->setEnabled(count > 0 || button->isChecked());
        button->setVisible(button->isEnabled());
        button->setAccessibleName(tr("%L1 %2, filter").arg(count).arg(theme::word(kind)));
    }
    for (std::size_t i = 0; i < m_findings.size(); ++i) {
        QToolButton& button = *m_findings[i];
        const models::SeverityCount& found = m_counts.findings[i];
        const QString word = models::severityWord(risk::Severity(i));
        button.setVisible(found.count > 0 || button.isChecked());
        button.setAccessibleName(tr("%n finding(s), %1, filter", nullptr, found.count).arg(word));
        QStringList lines{tr("Show only resources with these findings")};
        for (auto title = found.titles.begin(); title != found.titles.end(); ++title)
            lines.append(QStringLiteral("%1  %2").arg(title.value(), 4).arg(title.key()));
        button.setToolTip(lines.join(u'\n'));
    }
    // Between actions and facts, if both are shown.
    const auto isShown = [](const QToolButton* button) { return button && !button->isHidden(); };
    m_hasLine = std::ranges::any_of(m_actions, isShown) &&
                (std::ranges::any_of(m_findings, isShown) || isShown(m_drift) || isShown(m_checks));
    m_line->setVisible(m_hasLine && m_shownRows != Rows::FindingsBelow);
    for (Form& form : m_forms) {
        setWords(form.words);
        form.width = 0;
        for (const std::vector<QWidget*>& row : rowsOf(form.rows)) {
            int width = 2 * theme::grid;
            for (QWidget* widget : row)
                if (!widget->isHidden())
                    width += QWidgetItem(widget).minimumSize().width() + theme::grid / 2;
            form.width = std::max(form.width, width);
        }
    }
    setMinimumWidth(m_forms.back().width);
    fit();
}

int VerdictBar::countOf(ActionKind kind) const {
    const int count = m_counts.actions[std::size_t(kind)];
    return kind == ActionKind::Move ? std::max(m_counts.moved, count) : count;
}

QString VerdictBar::checksText() const {
    return m_counts.failedChecks > 0                  ? tr("%n check(s) failed", nullptr, m_counts.failedChecks)
           : m_counts.passedChecks == m_counts.checks ? tr("%n check(s) passed", nullptr, m_counts.checks)
                                                      : tr("%n check(s)", nullptr, m_counts.checks);
}

void VerdictBar::setWords(Words words) {
    for (const ActionKind kind : theme::allActionKinds)
        if (QToolButton* button = m_actions[std::size_t(kind)])
            button->setText(QLocale().toString(countOf(kind)) % u' ' % theme::word(kind));
    for (std::size_t i = 0; i < m_findings.size(); ++i) {
        const QString count = QStringLiteral("⚠ %L1").arg(m_counts.findings[i].count);
        const QString word = words == Words::All     ? models::severityWord(risk::Severity(i))
                             : words == Words::Short ? models::shortSeverityWord(risk::Severity(i))
                                                     : QString();
        m_findings[i]->setText(word.isEmpty() ? count : QString(count % u' ' % word));
    }
    m_checks->setText(words == Words::All || m_counts.failedChecks == 0
                          ? checksText()
                          : QString(tr("%n check(s)", nullptr, m_counts.failedChecks) % QStringLiteral(" ✗")));
    showReviewed(words);
}

std::array<std::vector<QWidget*>, 2> VerdictBar::rowsOf(Rows rows) const {
    std::array<std::vector<QWidget*>, 2> widgets;
    widgets[0].push_back(m_note);
    for (QToolButton* button : m_actions)
        if (button)
            widgets[0].push_back(button);
    if (rows != Rows::FindingsBelow)
        widgets[0].push_back(m_line);
    std::vector<QWidget*>& facts = widgets[rows == Rows::FindingsBelow ? 1 : 0];
    facts.insert(facts.end(), m_findings.begin(), m_findings.end());
    facts.insert(facts.end(), {m_drift, m_checks});
    std::vector<QWidget*>& tools = widgets[rows == Rows::One ? 0 : 1];
    tools.insert(tools.end(), {m_filter, m_search, m_reviewed, m_reviewBar});
    return widgets;
}

void VerdictBar::setRows(Rows rows) {
    if (std::exchange(m_shownRows, rows) == rows)
        return;
    for (QHBoxLayout* row : m_rows)
        while (const std::unique_ptr<QLayoutItem> item{row->takeAt(0)}) {
        }
    const auto widgets = rowsOf(rows);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const bool isShown = !widgets[i].empty();
        m_rows[i]->setContentsMargins(isShown ? theme::grid : 0, 0, isShown ? theme::grid : 0,
                                      isShown ? theme::grid : 0);
        for (QWidget* widget : widgets[i]) {
            const bool isAtStart = rows == Rows::SearchBelow; // of its row
            if (widget == (isAtStart ? static_cast<QWidget*>(m_reviewed) : m_filter))
                m_rows[i]->addStretch(1);
            m_rows[i]->addWidget(widget, widget == m_search ? 3 : 0);
        }
    }
    if (widgets[0].back() != m_reviewBar)
        m_rows[0]->addStretch(1);
    m_line->setVisible(m_hasLine && rows != Rows::FindingsBelow);
}

/// Adapts to the width: checks, risks and the progress of the review are shortened first. If the words of actions still
/// do not fit, there are two rows, because a glyph with a number does not tell a destroy from a replacement.
void VerdictBar::fit() {
    const auto fits = [this](const Form& form) { return width() >= form.width; };
    const auto form = std::ranges::find_if(m_forms, fits);
    const Form& best = form == m_forms.end() ? m_forms.back() : *form;
    setWords(best.words);
    setRows(best.rows);
}

void VerdictBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void VerdictBar::setReviewed(int reviewed, int changes) {
    m_reviewedCount = reviewed;
    m_reviewable = changes;
    m_reviewBar->setMaximum(std::max(changes, 1));
    m_reviewBar->setValue(reviewed);
    showCounts();
}

void VerdictBar::showReviewed(Words words) {
    const bool isShort = words == Words::Actions;
    const QString text = tr("Reviewed %L1 / %L2").arg(m_reviewedCount).arg(m_reviewable);
    m_reviewed->setText(isShort ? QStringLiteral("✓ %L1 / %L2").arg(m_reviewedCount).arg(m_reviewable) : text);
    m_reviewed->setAccessibleName(text);
    m_reviewed->setToolTip(text);
    m_reviewed->setVisible(m_reviewable > 0);
    m_reviewBar->setVisible(m_reviewable > 0 && !isShort);
}

QSet<int> VerdictBar::kinds() const {
    QSet<int> kinds;
    for (const ActionKind kind : theme::allActionKinds)
        if (const QToolButton* button = m_actions[std::size_t(kind)]; button && button->isChecked())
            kinds.insert(int(kind));
    return kinds;
}

} // namespace planlens::widgets
