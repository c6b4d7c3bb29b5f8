// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QList>
#include <QString>

class QAbstractItemModel;
class QTableView;
class QWidget;

namespace planlens::widgets {

/// Gives a table the look that all tables of the window have: whole lines, one of them chosen, no grid, the last
/// column as wide as there is room. Widths in pixels, from the first column on; the model is set before.
void setTableLook(QTableView& table, const QList<int>& widths);
/// A new table of that look without a frame, which the parent owns.
QTableView* makeTable(QAbstractItemModel* model, const QString& accessibleName, const QList<int>& widths,
                      QWidget* parent);

} // namespace planlens::widgets
