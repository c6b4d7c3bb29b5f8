// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QDialog>

class QPushButton;
class QTableView;

namespace planlens::models {
class RowsModel;
}

namespace planlens::widgets {

/// Lists the folders that the user trusts, and withdraws trust.
class TrustedFoldersDialog final : public QDialog {
    Q_OBJECT
public:
    explicit TrustedFoldersDialog(QWidget* parent = nullptr);

private:
    void list();
    void withdraw();

    models::RowsModel* m_rows;
    QTableView* m_table;
    QPushButton* m_withdraw;
};

} // namespace planlens::widgets
