// SPDX-License-Identifier: MPL-2.0
#include "ui/dialogs/force_quit_dialog.h"

#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace planlens::widgets {

ForceQuitDialog::ForceQuitDialog(const QStringList& inFlight, const QStringList& programs, Then then, QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("The apply is still running"));
    setMinimumWidth(560);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 16);
    column->setSpacing(theme::grid * 2);
    auto* title = new QLabel(tr("Kill running operations?"), this);
    title->setFont(theme::titleFont());
    column->addWidget(title);
    auto* text = new QLabel(this);
    text->setWordWrap(true);
    text->setTextFormat(Qt::PlainText);
    text->setText(tr(
        "No new operations start, and Planlens waits for the running ones. If you kill them, their results are "
        "unknown: check these objects yourself before you plan again. Completed operations are saved in the state."));
    column->addWidget(text);
    const auto addList = [&](const QString& name, const QStringList& lines) {
        if (lines.isEmpty())
            return;
        auto* list = new QListWidget(this);
        list->setFont(theme::monospaceFont());
        list->addItems(lines);
        list->setSelectionMode(QAbstractItemView::NoSelection);
        list->setUniformItemSizes(true);
        list->setTextElideMode(Qt::ElideMiddle);
        list->setAccessibleName(name);
        constexpr qsizetype mostRows = 8; // more need scrolling
        list->setFixedHeight(int(std::min(mostRows, lines.size())) * list->sizeHintForRow(0) + theme::grid);
        auto* group = new QVBoxLayout;
        group->setSpacing(theme::grid / 2);
        auto* label = new QLabel(name, this);
        label->setBuddy(list);
        group->addWidget(label);
        group->addWidget(list);
        column->addLayout(group);
    };
    addList(tr("Running operations"), inFlight);
    addList(tr("Programs"), programs);

    auto* buttons = new QDialogButtonBox(this);
    QPushButton* wait = buttons->addButton(tr("Keep waiting"), QDialogButtonBox::RejectRole);
    wait->setObjectName(QStringLiteral("wait"));
    QPushButton* kill =
        buttons->addButton(then == Then::Close ? tr("Kill and close") : tr("Kill"), QDialogButtonBox::AcceptRole);
    kill->setObjectName(QStringLiteral("kill"));
    kill->setAutoDefault(false);
    wait->setDefault(true);
    wait->setFocus();
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

} // namespace planlens::widgets
