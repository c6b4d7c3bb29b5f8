// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/difference_model.h"

#include <QStringList>

namespace planlens::testing {

/// Returns one line per row: "▲ worse | terraform_data.a | update | replace | id".
inline QStringList differenceRows(const models::DifferenceModel& model) {
    using models::DifferenceModel;
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells.append(model.index(row, column)
                             .data(column == DifferenceModel::BeforeColumn || column == DifferenceModel::AfterColumn
                                       ? int(Qt::AccessibleTextRole)
                                       : int(Qt::DisplayRole))
                             .toString());
        lines.append(cells.join(QStringLiteral(" | ")));
    }
    return lines;
}

} // namespace planlens::testing
