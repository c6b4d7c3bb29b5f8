// SPDX-License-Identifier: MPL-2.0
#include "ui/widgets/approve_dialog.h"

#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace planlens::widgets {

QString approvalAction(const Approval& approval) {
    if (approval.isRefreshOnly)
        return ApproveDialog::tr("Take over into the state");
    QStringList parts;
    const auto add = [&](int count, const QString& verb) {
        if (count > 0)
            parts.append(QStringLiteral("%1 %2").arg(verb).arg(count));
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

ApproveDialog::ApproveDialog(const Approval& approval, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Approve this plan"));
    setMinimumWidth(560);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 16);
    column->setSpacing(theme::grid * 2);

    const qsizetype count = approval.destroyed.size();
    auto* title = new QLabel(count == 0   ? tr("Apply this plan?")
                             : count == 1 ? tr("This destroys one object. That cannot be undone.")
                                          : tr("This destroys %1 objects. That cannot be undone.").arg(count),
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
    summary->setText(tr("In workspace “%1”: %2.\nPlan %3, made for state serial %4. Nothing else is done; if the state has "
                        "changed since, nothing is done at all.")
                         .arg(approval.workspace, parts.isEmpty() ? tr("only outputs or the state change") : parts.join(QStringLiteral(", ")),
                              approval.planHash.left(12))
                         .arg(approval.stateSerial));
    summary->setWordWrap(true);
    column->addWidget(summary);

    if (!approval.destroyed.isEmpty()) {
        auto* list = new QListWidget(this);
        list->setFont(theme::monospaceFont());
        list->addItems(approval.destroyed);
        list->setSelectionMode(QAbstractItemView::NoSelection);
        list->setUniformItemSizes(true);
        list->setTextElideMode(Qt::ElideMiddle);
        list->setAccessibleName(tr("What is destroyed"));
        list->setMinimumHeight(std::min<int>(8, int(approval.destroyed.size())) * theme::rowHeight + 8);
        column->addWidget(list, 1);
        m_word = tr("destroy");
        auto* prompt = new QLabel(tr("Type <b>%1</b> to go on:").arg(m_word), this);
        m_typed = new QLineEdit(this);
        m_typed->setObjectName(QStringLiteral("word"));
        m_typed->setFont(theme::monospaceFont());
        prompt->setBuddy(m_typed);
        column->addWidget(prompt);
        column->addWidget(m_typed);
    }

    auto* buttons = new QDialogButtonBox(this);
    QPushButton* keep = buttons->addButton(tr("Do nothing"), QDialogButtonBox::RejectRole);
    keep->setObjectName(QStringLiteral("keep"));
    m_apply = buttons->addButton(approvalAction(approval), QDialogButtonBox::AcceptRole);
    m_apply->setObjectName(QStringLiteral("apply"));
    m_apply->setAutoDefault(false);
    m_apply->setDefault(false);
    keep->setDefault(true);
    keep->setFocus();
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    if (m_typed) {
        m_apply->setEnabled(false);
        connect(m_typed, &QLineEdit::textChanged, this, [this](const QString& text) { m_apply->setEnabled(text == m_word); });
    }
}

} // namespace planlens::widgets
