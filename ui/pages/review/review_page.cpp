// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/review/review_page.h"

#include "ui/basics/natural_order.h"
#include "ui/basics/plain_text.h"
#include "ui/controls/table_look.h"
#include "ui/controls/wrapping_table.h"
#include "ui/language/words.h"
#include "ui/models/roles.h"
#include "ui/models/rows_model.h"
#include "ui/pages/program_table.h"
#include "ui/pages/review/line_list.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"
#include "ui/theme/tint.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace planlens::widgets {

namespace {

QLabel* plainLabel(const QString& text, const char* name, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

QString countsText(const Approval& approval) {
    QStringList parts;
    const auto add = [&](int number, theme::ActionKind kind) {
        if (number > 0)
            parts.append(QStringLiteral("%L1 %2").arg(number).arg(theme::word(kind)));
    };
    using theme::ActionKind;
    add(approval.destroy, ActionKind::Delete);
    add(approval.replace, ActionKind::Replace);
    add(approval.forget, ActionKind::Forget);
    add(approval.update, ActionKind::Update);
    add(approval.create, ActionKind::Create);
    add(approval.import, ActionKind::Import);
    add(approval.move, ActionKind::Move);
    return parts.isEmpty() ? ReviewPage::tr("Only outputs or the state change") : parts.join(QStringLiteral(", "));
}

/// Returns the destroyed objects: those with high risk first, then those that are only destroyed, in natural order.
QVector<Approval::Lost> inReadingOrder(const Approval& approval) {
    QVector<Approval::Lost> objects = approval.destroyed;
    const QCollator order = naturalOrder();
    const QSet<QString> highRisk(approval.highRisk.begin(), approval.highRisk.end());
    std::ranges::stable_sort(objects, [&](const Approval::Lost& a, const Approval::Lost& b) {
        if (const bool is = highRisk.contains(a.address); is != highRisk.contains(b.address))
            return is;
        return a.isReplaced != b.isReplaced ? b.isReplaced : order.compare(a.address, b.address) < 0;
    });
    return objects;
}

} // namespace

ReviewPage::ReviewPage(Approval approval, Gates gates, QWidget* parent)
    : QWidget(parent)
    , m_approval(std::move(approval))
    , m_gates(std::move(gates)) {
    setObjectName(QStringLiteral("review-page"));
    setAccessibleName(tr("Review"));
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    m_contents = new QScrollArea(this); // nothing is cut in small windows
    m_contents->setFrameShape(QFrame::NoFrame);
    m_contents->setWidgetResizable(true);
    m_contents->setFocusPolicy(Qt::NoFocus);
    m_contents->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    page->addWidget(m_contents, 1);
    auto* contents = new QWidget;
    auto* column = new QVBoxLayout(contents);
    column->setContentsMargins(theme::grid * 2, theme::grid, theme::grid * 2, theme::grid / 2);
    column->setSpacing(theme::grid * 3 / 2);
    const int count = int(m_approval.destroyed.size());
    auto* title = new QLabel(count == 0   ? tr("Apply this plan?")
                             : count == 1 ? tr("This destroys one object. That cannot be undone.")
                                          : tr("This destroys %n objects. That cannot be undone.", nullptr, count),
                             this);
    title->setFont(theme::titleFont());
    column->addWidget(title);
    column->addWidget(plainLabel(tr("%1. Exactly this plan is applied. If the state has changed, nothing is applied.")
                                     .arg(countsText(m_approval)),
                                 "counts", this));
    auto* facts = new QGridLayout; // a form layout would cut wrapped values in narrow windows
    facts->setHorizontalSpacing(theme::grid * 2);
    facts->setVerticalSpacing(theme::grid / 2);
    facts->setColumnStretch(1, 1);
    addFacts(*facts);
    facts->setRowStretch(facts->rowCount(), 1);
    auto* problems = new QVBoxLayout;
    problems->setSpacing(theme::grid);
    addProblems(*problems);
    addGates(*problems);
    problems->addStretch(1);
    auto* sides = new QHBoxLayout;
    sides->setSpacing(theme::grid * 3);
    sides->addLayout(facts, 1);
    const bool hasProblems = !m_approval.failedChecks.isEmpty() || !m_approval.findings.isEmpty() ||
                             !m_approval.notApplied.isEmpty() || !m_gates.error().isEmpty() || !m_gateStates.isEmpty();
    sides->addLayout(problems, hasProblems ? 1 : 0);
    column->addLayout(sides, 0);
    m_blocker = plainLabel({}, "blocker", this);
    theme::setTint(*m_blocker, theme::Tint::ErrorText);
    column->addWidget(m_blocker);
    if (!m_approval.destroyed.isEmpty() || !m_approval.forgotten.isEmpty())
        addLost(*column);
    if (!m_approval.programs.isEmpty()) {
        column->addWidget(new QLabel(tr("Applying runs:"), this));
        auto* programs = new ProgramTable(this);
        programs->setPrograms(m_approval.programs);
        column->addWidget(programs);
    }
    column->addStretch(1);
    m_contents->setWidget(contents);
    for (QWidget* ground : {m_contents->viewport(), contents})
        ground->setAutoFillBackground(false);
    m_contents->setMinimumWidth(contents->minimumSizeHint().width() +
                                m_contents->verticalScrollBar()->sizeHint().width());
    page->addWidget(bottomLine()); // last in the tab order
    showState();
}

QWidget* ReviewPage::bottomLine() {
    auto* line = new QWidget(this);
    m_bottom = new QBoxLayout(QBoxLayout::LeftToRight, line);
    m_bottom->setContentsMargins(theme::grid * 2, theme::grid, theme::grid * 2, theme::grid * 2);
    auto* row = new QHBoxLayout;
    m_back = new QPushButton(tr("Back to the plan"), line);
    m_back->setObjectName(QStringLiteral("keep"));
    m_back->setToolTip(tr("Returns without applying (Escape)"));
    m_apply = new QPushButton(approvalAction(m_approval), line);
    m_apply->setObjectName(QStringLiteral("apply"));
    for (QPushButton* button : {m_back, m_apply})
        button->setAutoDefault(true); // Enter presses the focused button
    if (!m_approval.destroyed.isEmpty()) {
        //: The word that is typed: with letters that every keyboard has
        m_word = tr("destroy", "word to type");
        auto* prompt = new QLabel(tr("Type <b>%1</b> to continue:").arg(m_word.toHtmlEscaped()), line);
        prompt->setTextFormat(Qt::RichText);
        m_typed = new QLineEdit(line);
        m_typed->setObjectName(QStringLiteral("word"));
        m_typed->setAccessibleName(tr("The word %1").arg(m_word));
        m_typed->setFont(theme::monospaceFont());
        prompt->setBuddy(m_typed);
        m_typed->setMinimumWidth(10 * theme::grid);
        auto* typed = new QHBoxLayout;
        typed->addWidget(prompt);
        typed->addWidget(m_typed, 1);
        m_bottom->addLayout(typed, 1);
        connect(m_typed, &QLineEdit::textChanged, this, &ReviewPage::showState);
        connect(m_typed, &QLineEdit::returnPressed, this, &ReviewPage::accept);
    }
    row->addStretch(1);
    row->addWidget(m_back);
    row->addWidget(m_apply);
    m_bottom->addLayout(row);
    line->setMinimumWidth(row->minimumSize().width() + 4 * theme::grid); // with the word above the buttons
    if (m_typed)
        setTabOrder(m_typed, m_back);
    setTabOrder(m_back, m_apply);
    connect(m_back, &QPushButton::clicked, this, &ReviewPage::reject);
    connect(m_apply, &QPushButton::clicked, this, &ReviewPage::accept);
    return line;
}

void ReviewPage::addFacts(QGridLayout& facts) {
    enum class Look { Words, Code };
    const auto add = [&](const QString& name, const QString& text, const QString& objectName, Look look) {
        auto* value = new QLabel(text, this);
        value->setTextFormat(Qt::PlainText);
        value->setObjectName(objectName);
        value->setAccessibleName(text.isEmpty() ? name : QStringLiteral("%1: %2").arg(name, text));
        value->setWordWrap(true);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        if (look == Look::Code)
            value->setFont(theme::monospaceFont());
        auto* label = new QLabel(name, this);
        label->setForegroundRole(QPalette::PlaceholderText);
        const int row = facts.rowCount();
        facts.addWidget(label, row, 0, Qt::AlignTop);
        facts.addWidget(value, row, 1);
        return value;
    };
    constexpr qsizetype shortHash = 16; // the objects below are more important than its rest
    const QString hash = m_approval.planHash.left(shortHash);
    add(tr("Plan"), hash.size() < m_approval.planHash.size() ? QString(hash % u'…') : hash, QStringLiteral("hash"),
        Look::Code)
        ->setToolTip(tr("SHA-256 of the plan: %1").arg(m_approval.planHash));
    m_age = add(tr("Created"), {}, QStringLiteral("age"), Look::Words);
    add(tr("Workspace"), m_approval.workspace, QStringLiteral("workspace"), Look::Words);
    add(tr("State"),
        m_approval.stateLineage.isEmpty()
            ? tr("none yet")
            : tr("serial %1, lineage %2").arg(m_approval.stateSerial).arg(m_approval.stateLineage.section(u'-', 0, 0)),
        QStringLiteral("state"), Look::Words)
        ->setToolTip(m_approval.stateLineage);
    QLabel* options = add(tr("Options"), m_approval.options.isEmpty() ? tr("none") : m_approval.options,
                          QStringLiteral("options"), m_approval.options.isEmpty() ? Look::Words : Look::Code);
    QStringList texts = options->text().split(u' ');
    for (QString& text : texts)
        if (const qsizetype value = text.indexOf(u'=') + 1; value > 0)
            text = text.left(value) % breakableAddress(text.mid(value));
    options->setText(texts.join(u' '));
    options->setTextInteractionFlags(Qt::NoTextInteraction); // a copy would contain the invisible breaks
    if (!m_approval.cost.isEmpty())
        add(tr("Cost"), m_approval.cost, QStringLiteral("cost"), Look::Words);
    if (m_approval.changes > 0)
        m_reviewedText = add(tr("Reviewed"), {}, QStringLiteral("reviewed"), Look::Words);
    auto* second = new QTimer(this);
    connect(second, &QTimer::timeout, this, &ReviewPage::showAge);
    second->start(1000);
    showAge();
}

void ReviewPage::showAge() {
    QStringList parts;
    if (m_approval.plannedAt.isValid())
        parts.append(QStringLiteral("%1 (%2)").arg(language::ageText(m_approval.plannedAt),
                                                   language::momentText(m_approval.plannedAt)));
    if (m_approval.readAt.isValid())
        parts.append(tr("real objects read %1").arg(language::ageText(m_approval.readAt)));
    else if (m_approval.isRefreshSkipped)
        parts.append(tr("real objects not read"));
    m_age->setText(parts.join(QStringLiteral(", ")));
}

void ReviewPage::addProblems(QBoxLayout& column) {
    if (!m_approval.failedChecks.isEmpty()) {
        auto* failed = plainLabel(tr("%n check(s) failed: %1", nullptr, int(m_approval.failedChecks.size()))
                                      .arg(m_approval.failedChecks.join(QStringLiteral("; "))),
                                  "failedChecks", this);
        theme::setTint(*failed, theme::Tint::ErrorText);
        column.addWidget(failed);
    }
    const auto addList = [&](const QStringList& lines, const QString& title, const QString& name, const char* list) {
        if (lines.isEmpty())
            return;
        column.addWidget(new QLabel(title, this));
        auto* shown = new LineList(this);
        shown->setObjectName(QLatin1String(list));
        shown->setAccessibleName(name);
        shown->setLines(lines);
        column.addWidget(shown);
    };
    const auto count = [](const QStringList& lines) { return int(lines.size()); };
    addList(m_approval.findings, tr("%n finding(s):", nullptr, count(m_approval.findings)), tr("Findings"), "findings");
    addList(m_approval.notApplied,
            tr("%n planned change(s) will not be applied:", nullptr, count(m_approval.notApplied)),
            tr("Planned, not applied"), "not-applied");
}

QString ReviewPage::gateText(Gate gate) const {
    switch (gate) {
    case Gate::DestroysReviewed:
        return tr("Review of all destroyed objects");
    case Gate::FindingsReviewed:
        return tr("Review of high-risk findings");
    case Gate::ChecksPassed:
        return tr("No failed checks");
    case Gate::TypedWord:
        return tr("Typed word");
    }
    return {};
}

int ReviewPage::unmet(Gate gate) const {
    const auto isNotReviewed = [this](const QString& address) { return !m_reviewed.contains(address); };
    switch (gate) {
    case Gate::DestroysReviewed:
        return int(std::ranges::count_if(m_approval.destroyed, isNotReviewed, &Approval::Lost::address));
    case Gate::FindingsReviewed:
        return int(std::ranges::count_if(m_approval.highRisk, isNotReviewed));
    case Gate::ChecksPassed:
        return int(m_approval.failedChecks.size());
    case Gate::TypedWord:
        return m_typed && m_typed->text() != m_word;
    }
    return 0;
}

void ReviewPage::addGates(QBoxLayout& column) {
    if (!m_gates.error().isEmpty()) {
        QLabel* error = plainLabel(m_gates.error(), "policy-error", this);
        theme::setTint(*error, theme::Tint::ErrorText);
        column.addWidget(error);
    }
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(theme::grid * 2);
    grid->setVerticalSpacing(theme::grid / 2);
    grid->setColumnStretch(1, 1);
    const auto matters = [this](Gate gate) {
        return gate == Gate::FindingsReviewed ? !m_approval.highRisk.isEmpty()
               : gate == Gate::ChecksPassed   ? !m_approval.failedChecks.isEmpty()
                                              : !m_approval.destroyed.isEmpty();
    };
    for (const Gate gate : allGates) {
        if (!matters(gate))
            continue;
        if (grid->count() == 0)
            column.addWidget(new QLabel(tr("Required before applying:"), this));
        auto* required = new QCheckBox(gateText(gate), this);
        required->setObjectName(QString(QStringLiteral("gate-") + gateName(gate)));
        required->setAccessibleName(tr("Required before applying: %1").arg(gateText(gate)));
        required->setChecked(m_gates.isRequired(gate));
        required->setEnabled(!m_gates.isOfPolicy(gate));
        required->setToolTip(m_gates.isOfPolicy(gate) ? tr("Required by .planlens/policy.json")
                                                      : tr("Requires this for plans of this folder"));
        connect(required, &QCheckBox::toggled, this, [this, gate](bool isOn) {
            m_gates.setRequired(gate, isOn);
            showState();
        });
        auto* state = new QLabel(this);
        state->setObjectName(QString(QStringLiteral("state-") + gateName(gate)));
        m_gateStates.insert(gate, state);
        const int row = grid->rowCount();
        grid->addWidget(required, row, 0);
        grid->addWidget(state, row, 1);
    }
    column.addLayout(grid);
}

void ReviewPage::addLost(QBoxLayout& column) {
    const QString title = m_approval.forgotten.isEmpty()   ? tr("Objects that will be destroyed")
                          : m_approval.destroyed.isEmpty() ? tr("Objects that will be forgotten")
                                                           : tr("Objects that will be destroyed or forgotten");
    auto* model = new models::RowsModel({tr("Action"), title, tr("Real object")}, {1, 2}, this);
    QVector<models::Row> rows;
    const auto add = [&](const Approval::Lost& object, theme::ActionKind kind) {
        const bool isHighRisk = m_approval.highRisk.contains(object.address);
        const QString action = theme::glyph(kind) % u' ' % theme::word(kind);
        rows.append({{isHighRisk ? QString(action % QStringLiteral("  ⚠")) : action, object.address,
                      object.objectId.isEmpty() ? tr("–") : object.objectId},
                     object.address,
                     {},
                     models::Row::Severity::Plain,
                     kind});
    };
    for (const Approval::Lost& object : inReadingOrder(m_approval))
        add(object, object.isReplaced ? theme::ActionKind::Replace : theme::ActionKind::Delete);
    for (const Approval::Lost& object : m_approval.forgotten)
        add(object, theme::ActionKind::Forget);
    model->setRows(std::move(rows));
    auto* table = new WrappingTable(this);
    table->setObjectName(QStringLiteral("destroyed"));
    table->setModel(model);
    table->setAccessibleName(title);
    setTableLook(*table, {});
    table->setSelectionMode(QAbstractItemView::NoSelection);
    // Addresses and identifiers are never elided.
    table->setWrapped(1, 2);
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    fitColumn(*table, 1, WrappingTable::widthOf(36)); // of a UUID
    constexpr int leastRows = 3;                      // more need scrolling in small windows
    table->setFittedHeight(leastRows);
    constexpr int allSpace = 100;
    column.addWidget(table, allSpace);
    connect(table, &QTableView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT addressChosen(index.data(models::AddressRole).toString()); });
}

void ReviewPage::setBlocker(const QString& text) {
    m_blocker->setText(text);
    showState();
}

void ReviewPage::setReviewed(const QSet<QString>& addresses) {
    m_reviewed = addresses;
    showState();
}

void ReviewPage::focusNext() {
    if (m_typed)
        m_typed->setFocus();
    else
        m_back->setFocus();
}

/// In a narrow page, the typed word has its own line.
void ReviewPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    int needed = 4 * theme::grid + m_bottom->spacing();
    for (int i = 0; i < m_bottom->count(); ++i)
        needed += m_bottom->itemAt(i)->minimumSize().width();
    m_bottom->setDirection(needed <= width() ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void ReviewPage::accept() {
    if (m_apply->isEnabled())
        Q_EMIT accepted();
}

void ReviewPage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        return reject();
    QWidget::keyPressEvent(event);
}

void ReviewPage::showState() {
    bool isMet = true;
    for (auto at = m_gateStates.cbegin(); at != m_gateStates.cend(); ++at) {
        const int missing = unmet(at.key());
        const bool isRequired = m_gates.isRequired(at.key());
        isMet = isMet && (missing == 0 || !isRequired);
        at.value()->setText(missing == 0                     ? tr("✓ met")
                            : at.key() == Gate::ChecksPassed ? tr("✗ %n failed", nullptr, missing)
                            : at.key() == Gate::TypedWord    ? tr("✗ not yet")
                                                             : tr("✗ %n not reviewed", nullptr, missing));
        if (auto* required = findChild<QCheckBox*>(QString(QStringLiteral("gate-") + gateName(at.key()))))
            required->setAccessibleDescription(at.value()->text());
        theme::setTint(*at.value(), missing > 0 && isRequired ? theme::Tint::ErrorText : theme::Tint::None);
    }
    const QString blocker = m_blocker->text();
    m_blocker->setVisible(!blocker.isEmpty());
    if (m_reviewedText)
        m_reviewedText->setText(tr("%L1 of %L2 changes").arg(m_reviewed.size()).arg(m_approval.changes));
    if (m_typed)
        m_typed->setEnabled(m_gates.isRequired(Gate::TypedWord));
    m_apply->setEnabled(isMet && blocker.isEmpty());
    m_apply->setToolTip(m_apply->isEnabled() ? tr("Applies exactly this plan")
                        : !blocker.isEmpty() ? blocker
                                             : tr("A required condition is not met"));
}

} // namespace planlens::widgets
