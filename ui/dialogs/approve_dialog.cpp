// SPDX-License-Identifier: MPL-2.0
#include "ui/dialogs/approve_dialog.h"

#include "ui/basics/secrets.h"
#include "ui/basics/text.h"
#include "ui/basics/time.h"
#include "ui/controls/table_look.h"
#include "ui/language/words.h"
#include "ui/models/finding_rows.h"
#include "ui/models/rows_model.h"
#include "ui/session/run_of_result.h"
#include "ui/theme/theme.h"
#include "ui/theme/tint.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace planlens::widgets {

QString approvalAction(const Approval& approval) {
    if (approval.isRefreshOnly)
        return ApproveDialog::tr("Take over into the state");
    QStringList parts;
    const auto add = [&](int count, const QString& verb) {
        if (count > 0)
            //: A verb and how many: destroy 3
            parts.append(ApproveDialog::tr("%1 %2").arg(verb).arg(count));
    };
    add(approval.destroy, ApproveDialog::tr("destroy"));
    add(approval.replace, ApproveDialog::tr("replace"));
    if (parts.isEmpty()) {
        add(approval.create, ApproveDialog::tr("create"));
        add(approval.update, ApproveDialog::tr("update"));
    }
    if (parts.isEmpty())
        return ApproveDialog::tr("Apply");
    QString text = parts.join(QStringLiteral(", "));
    text[0] = text[0].toUpper();
    return ApproveDialog::tr("%1 and apply").arg(text);
}

Approval approvalOf(const session::Result& result) {
    using theme::ActionKind;
    const plans::Plan& plan = *result.plan;
    Approval approval;
    approval.findings = models::findingLines(result.findings);
    approval.planHash = result.planHash;
    if (plan.timestamp.time_since_epoch().count() > 0)
        approval.plannedAt = localTime(plan.timestamp);
    approval.readAt = plan.refreshSkipped ? QDateTime() : result.readAt;
    approval.workspace = result.workspace;
    approval.stateSerial = result.stateSerial;
    approval.stateLineage = result.stateLineage;
    approval.options = history::optionsOf(result.request);
    approval.isRefreshOnly = plan.mode == plans::Mode::RefreshOnly;
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        const ActionKind kind = theme::actionKind(*change);
        approval.changes += kind != ActionKind::NoOp;
        switch (kind) {
        case ActionKind::Delete:
            ++approval.destroy;
            break;
        case ActionKind::Replace:
            ++approval.replace;
            break;
        case ActionKind::Forget:
            ++approval.forget;
            break;
        case ActionKind::Update:
            ++approval.update;
            break;
        case ActionKind::Create:
            ++approval.create;
            break;
        case ActionKind::Import:
            ++approval.import;
            break;
        case ActionKind::Move:
            ++approval.move;
            break;
        case ActionKind::Read:
        case ActionKind::NoOp:
            break;
        }
        if (kind == ActionKind::Delete || kind == ActionKind::Replace)
            approval.destroyed.append(
                {history::addressOf(*change), history::objectIdOf(*change), kind == ActionKind::Replace});
    }
    for (const auto& [address, check] : plan.checks)
        if (states::hasFailed(check.status))
            approval.failedChecks.append(qstring(address));
    if (!approval.destroyed.isEmpty()) {
        const models::Secrets mask = result.secrets();
        for (Approval::Destroyed& object : approval.destroyed)
            object.objectId = qstring(mask.masked(object.objectId.toStdString()));
    }
    return approval;
}

ApproveDialog::ApproveDialog(const Approval& approval, QWidget* parent)
    : QDialog(parent)
    , m_approval(approval) {
    setWindowTitle(tr("Approve this plan"));
    setMinimumWidth(760);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 16);
    column->setSpacing(theme::grid * 2);

    const qsizetype count = approval.destroyed.size();
    auto* title = new QLabel(count == 0   ? tr("Apply this plan?")
                             : count == 1 ? tr("This destroys one object. That cannot be undone.")
                                          : tr("This destroys %n objects. That cannot be undone.", nullptr, int(count)),
                             this);
    title->setFont(theme::titleFont());
    column->addWidget(title);

    QStringList parts;
    const auto add = [&](int number, const QString& verb) {
        if (number > 0)
            parts.append(QStringLiteral("%1 %2").arg(number).arg(verb));
    };
    using theme::ActionKind;
    add(approval.destroy, theme::word(ActionKind::Delete));
    add(approval.replace, theme::word(ActionKind::Replace));
    add(approval.forget, theme::word(ActionKind::Forget));
    add(approval.update, theme::word(ActionKind::Update));
    add(approval.create, theme::word(ActionKind::Create));
    add(approval.import, theme::word(ActionKind::Import));
    add(approval.move, theme::word(ActionKind::Move));
    auto* summary = new QLabel(this);
    summary->setText(
        tr("%1. Nothing else is done; if the state has changed since, nothing is done at all.")
            .arg(parts.isEmpty() ? tr("Only outputs or the state change") : parts.join(QStringLiteral(", "))));
    summary->setWordWrap(true);
    column->addWidget(summary);

    addFacts();
    if (!approval.failedChecks.isEmpty()) {
        auto* failed = new QLabel(tr("%n check(s) failed: %1", nullptr, int(approval.failedChecks.size()))
                                      .arg(approval.failedChecks.join(QStringLiteral(", "))),
                                  this);
        failed->setObjectName(QStringLiteral("failedChecks"));
        failed->setTextFormat(Qt::PlainText);
        failed->setWordWrap(true);
        theme::setTint(*failed, theme::Tint::ErrorText);
        column->addWidget(failed);
    }
    if (!approval.findings.isEmpty()) {
        auto* found = new QLabel(tr("%n finding(s):", nullptr, int(approval.findings.size())), this);
        column->addWidget(found);
        auto* findings = new QListWidget(this);
        findings->setObjectName(QStringLiteral("findings"));
        findings->setAccessibleName(tr("Findings"));
        findings->addItems(approval.findings);
        findings->setSelectionMode(QAbstractItemView::NoSelection);
        findings->setUniformItemSizes(true);
        findings->setTextElideMode(Qt::ElideMiddle);
        const int lines = int(approval.findings.size()), line = findings->sizeHintForRow(0),
                  frame = 2 * findings->frameWidth();
        findings->setMinimumHeight(std::min(5, lines) * line + frame);
        findings->setMaximumHeight(lines * line + frame);
        column->addWidget(findings, 1);
    }
    m_obstacle = new QLabel(this);
    m_obstacle->setObjectName(QStringLiteral("obstacle"));
    m_obstacle->setTextFormat(Qt::PlainText);
    m_obstacle->setWordWrap(true);
    theme::setTint(*m_obstacle, theme::Tint::ErrorText);
    m_obstacle->hide();
    column->addWidget(m_obstacle);
    if (!approval.destroyed.isEmpty())
        addDestroyed();

    auto* buttons = new QDialogButtonBox(this);
    m_keep = buttons->addButton(tr("Do nothing"), QDialogButtonBox::RejectRole);
    m_keep->setObjectName(QStringLiteral("keep"));
    m_apply = buttons->addButton(approvalAction(approval), QDialogButtonBox::AcceptRole);
    m_apply->setObjectName(QStringLiteral("apply"));
    m_keep->setDefault(true);
    m_keep->setFocus();
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    updateApply();
}

void ApproveDialog::addFacts() {
    enum class Look { Words, Code };
    auto* facts = new QFormLayout;
    facts->setHorizontalSpacing(theme::grid * 2);
    facts->setVerticalSpacing(theme::grid / 2);
    facts->setLabelAlignment(Qt::AlignLeft);
    const auto add = [&](const QString& name, const QString& text, const QString& objectName, Look look) {
        auto* value = new QLabel(text, this);
        value->setTextFormat(Qt::PlainText);
        value->setObjectName(objectName);
        value->setAccessibleName(QStringLiteral("%1: %2").arg(name, text));
        value->setWordWrap(true);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        if (look == Look::Code)
            value->setFont(theme::monospaceFont());
        auto* label = new QLabel(name, this);
        label->setForegroundRole(QPalette::PlaceholderText);
        facts->addRow(label, value);
        return value;
    };
    QString hash = m_approval.planHash;
    if (hash.size() == 64)
        hash.insert(32, u' '); // for line breaking
    add(tr("Plan"), hash, QStringLiteral("hash"), Look::Code);
    m_age = add(tr("Made"), {}, QStringLiteral("age"), Look::Words);
    add(tr("Workspace"), m_approval.workspace, QStringLiteral("workspace"), Look::Words);
    add(tr("State"),
        m_approval.stateLineage.isEmpty()
            ? tr("none yet")
            : tr("serial %1, lineage %2").arg(m_approval.stateSerial).arg(m_approval.stateLineage),
        QStringLiteral("state"), Look::Words);
    add(tr("Options"), m_approval.options.isEmpty() ? tr("none") : m_approval.options, QStringLiteral("options"),
        m_approval.options.isEmpty() ? Look::Words : Look::Code);
    if (m_approval.changes > 0)
        add(tr("Reviewed"),
            tr("%1 of %2 changes are marked as reviewed").arg(m_approval.reviewed).arg(m_approval.changes),
            QStringLiteral("reviewed"), Look::Words);
    static_cast<QVBoxLayout*>(layout())->addLayout(facts);
    auto* second = new QTimer(this);
    connect(second, &QTimer::timeout, this, &ApproveDialog::showAge);
    second->start(1000);
    showAge();
}

void ApproveDialog::showAge() {
    QStringList parts;
    if (m_approval.plannedAt.isValid())
        parts.append(QStringLiteral("%1 (%2)").arg(language::ageText(m_approval.plannedAt),
                                                   language::momentText(m_approval.plannedAt)));
    parts.append(m_approval.readAt.isValid() ? tr("real objects read %1").arg(language::ageText(m_approval.readAt))
                                             : tr("real objects not read"));
    m_age->setText(parts.join(QStringLiteral(", ")));
}

void ApproveDialog::addDestroyed() {
    auto* column = static_cast<QVBoxLayout*>(layout());
    auto* model = new models::RowsModel({tr("What is destroyed"), tr("Real object"), {}}, {0, 1}, this);
    QVector<models::Row> rows;
    for (const Approval::Destroyed& object : m_approval.destroyed)
        rows.append({{object.address, object.objectId.isEmpty() ? tr("–") : object.objectId,
                      object.isReplaced ? tr("replaced") : tr("destroyed")},
                     object.address,
                     {},
                     models::Row::Mood::Plain});
    model->setRows(std::move(rows));
    auto* table = new QTableView(this);
    table->setObjectName(QStringLiteral("destroyed"));
    table->setModel(model);
    table->setAccessibleName(tr("What is destroyed"));
    setTableLook(*table, {});
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->horizontalHeader()->setStretchLastSection(false);
    // Addresses are whole: identifiers are shortened first, then the table scrolls.
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    table->horizontalHeader()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    table->horizontalHeader()->setMinimumSectionSize(20 * table->fontMetrics().averageCharWidth());
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    constexpr qsizetype mostRows = 8; // more need scrolling
    table->setMinimumHeight(int(std::min(mostRows, m_approval.destroyed.size()) + 1) * theme::rowHeight + theme::grid);
    column->addWidget(table, 1);
    //: The word that is typed: with letters that every keyboard has
    m_word = tr("destroy", "word to type");
    auto* prompt = new QLabel(tr("Type <b>%1</b> to go on:").arg(m_word.toHtmlEscaped()), this);
    prompt->setTextFormat(Qt::RichText);
    m_typed = new QLineEdit(this);
    m_typed->setObjectName(QStringLiteral("word"));
    m_typed->setAccessibleName(tr("The word %1").arg(m_word));
    m_typed->setFont(theme::monospaceFont());
    prompt->setBuddy(m_typed);
    column->addWidget(prompt);
    column->addWidget(m_typed);
    connect(m_typed, &QLineEdit::textChanged, this, &ApproveDialog::updateApply);
}

void ApproveDialog::setObstacle(const QString& text) {
    m_obstacle->setText(text);
    m_obstacle->setVisible(!text.isEmpty());
    updateApply();
}

void ApproveDialog::updateApply() {
    const bool isTyped = m_typed && m_typed->text() == m_word;
    m_apply->setEnabled(m_obstacle->text().isEmpty() && (!m_typed || isTyped));
    // Typing the word is the decision: Enter carries it out.
    (isTyped && m_apply->isEnabled() ? m_apply : m_keep)->setDefault(true);
}

} // namespace planlens::widgets
