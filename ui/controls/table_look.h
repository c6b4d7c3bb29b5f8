// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

class QAbstractItemModel;
class QFont;
class QLabel;
class QTableView;
class QTreeView;
class QWidget;

namespace planlens::widgets {

/// Applies the common look of tables: single row selection, no grid, stretched last column. `widths` are pixels from
/// the first column on. Call it after setting the model.
void setTableLook(QTableView& table, const QList<int>& widths);
/// Gives a column of addresses the width of its longest text, so that the next column is beside it, as far as the
/// last column keeps `leastLast`, if its texts need it. Up to `least`, the text has precedence. The last column gets
/// the rest. Called after the model and other widths are set.
void fitColumn(QTableView& table, int column, int leastLast, int least = 0);
void fitColumn(QTreeView& tree, int column, int leastLast, int least = 0);
/// Makes a column as wide as the widest of these texts, and at least as wide as it is.
void widenColumn(QTableView& table, int column, const QStringList& texts, const QFont& font);
/// Wraps addresses in a column between their parts instead of eliding them. Only with wrapTexts().
void wrapAddresses(QTableView& table, int column);
/// Wraps texts that are wider than their column, in rows as high as they need. Called after the model and widths are
/// set.
void wrapTexts(QTableView& table);
/// Makes a frameless table with that look. The parent takes ownership.
QTableView* makeTable(QAbstractItemModel* model, const QString& accessibleName, const QList<int>& widths,
                      QWidget* parent);
/// Makes the label that a page shows in place of its table while it has no contents. Its object name is "empty".
QLabel* makeEmptyLabel(const QString& text, QWidget* parent);

} // namespace planlens::widgets
