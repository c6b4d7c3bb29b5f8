// SPDX-License-Identifier: MPL-2.0
#include "ui/controls/table_look.h"

#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QTableView>

namespace planlens::widgets {

void setTableLook(QTableView& table, const QList<int>& widths) {
    table.setShowGrid(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setTextElideMode(Qt::ElideMiddle);
    table.setTabKeyNavigation(false);
    table.setWordWrap(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(theme::rowHeight);
    table.horizontalHeader()->setStretchLastSection(true);
    table.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table.horizontalHeader()->setHighlightSections(false);
    for (qsizetype i = 0; i < widths.size(); ++i)
        table.setColumnWidth(int(i), widths[i]);
}

QTableView* makeTable(QAbstractItemModel* model, const QString& accessibleName, const QList<int>& widths,
                      QWidget* parent) {
    auto* table = new QTableView(parent);
    table->setModel(model);
    table->setAccessibleName(accessibleName);
    table->setFrameShape(QFrame::NoFrame);
    setTableLook(*table, widths);
    return table;
}

} // namespace planlens::widgets
