// SPDX-License-Identifier: MPL-2.0
#include "ui/dialogs/trusted_folders_dialog.h"

#include "ui/basics/trusted_folders.h"
#include "ui/controls/table_look.h"
#include "ui/language/words.h"
#include "ui/models/roles.h"
#include "ui/models/rows_model.h"
#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace planlens::widgets {

TrustedFoldersDialog::TrustedFoldersDialog(QWidget* parent)
    : QDialog(parent)
    , m_rows(new models::RowsModel({tr("Folder"), tr("Trusted since")}, {0}, this))
    , m_table(makeTable(m_rows, tr("Trusted folders"), {440}, this))
    , m_withdraw(new QPushButton(tr("Revoke trust"), this)) {
    setWindowTitle(tr("Trusted folders"));
    resize(720, 360);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(theme::grid);
    auto* text = new QLabel(tr("Planning these folders may start their providers, provisioners and tools. Trust "
                               "expires when the lock file or the list of programs changes."),
                            this);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    column->addWidget(text);
    m_table->setObjectName(QStringLiteral("trusted-folders"));
    column->addWidget(m_table, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_withdraw->setObjectName(QStringLiteral("withdraw"));
    m_withdraw->setAutoDefault(false);
    buttons->addButton(m_withdraw, QDialogButtonBox::ActionRole);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_withdraw, &QPushButton::clicked, this, &TrustedFoldersDialog::withdraw);
    list();
}

void TrustedFoldersDialog::list() {
    QVector<models::Row> rows;
    for (const TrustedFolder& trusted : trustedFolders())
        rows.append({{trusted.folder, language::momentText(trusted.since.toLocalTime())},
                     trusted.folder,
                     {},
                     models::Row::Severity::Plain});
    m_rows->setRows(std::move(rows));
    m_table->selectRow(0);
    m_withdraw->setEnabled(m_rows->rowCount() > 0);
}

void TrustedFoldersDialog::withdraw() {
    if (const QModelIndex chosen = m_table->currentIndex(); chosen.isValid())
        withdrawTrust(chosen.data(models::AddressRole).toString());
    list();
}

} // namespace planlens::widgets
