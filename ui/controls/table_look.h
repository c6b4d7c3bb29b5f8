// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QList>
#include <QString>

class QAbstractItemModel;
class QTableView;
class QWidget;

namespace planlens::widgets {

/// Applies the common look of tables: single row selection, no grid, stretched last column. `widths` are pixels from
/// the first column on. Call it after setting the model.
void setTableLook(QTableView& table, const QList<int>& widths);
/// Makes a frameless table with that look. The parent takes ownership.
QTableView* makeTable(QAbstractItemModel* model, const QString& accessibleName, const QList<int>& widths,
                      QWidget* parent);

} // namespace planlens::widgets
