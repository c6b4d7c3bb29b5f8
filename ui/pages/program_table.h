// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"
#include "ui/controls/wrapping_table.h"

namespace planlens::models {
class RowsModel;
}

namespace planlens::widgets {

/// The programs that a folder would start, with their whole commands. Hidden if empty, and not higher than its rows.
class ProgramTable final : public WrappingTable {
    Q_OBJECT
public:
    explicit ProgramTable(QWidget* parent = nullptr);
    void setPrograms(const QVector<session::Program>& programs);
    QSize sizeHint() const override { return {QTableView::sizeHint().width(), maximumHeight()}; }

private:
    void fitHeight();

    models::RowsModel* m_rows;
};

} // namespace planlens::widgets
