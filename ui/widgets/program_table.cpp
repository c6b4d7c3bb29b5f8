// SPDX-License-Identifier: MPL-2.0
#include "ui/widgets/program_table.h"

#include "ui/models/pages.h"
#include "ui/theme/theme.h"

#include <QHeaderView>

#include <algorithm>

namespace planlens::widgets {

namespace {

constexpr int widest = 1200;
constexpr int fewestRows = 4, mostRows = 20; // the others are scrolled to

int heightOf(int rows) { return (rows + 1) * theme::rowHeight + theme::grid; }

} // namespace

ProgramTable::ProgramTable(QWidget* parent)
    : QTableView(parent), m_rows(new models::RowsModel({tr("What"), tr("Name"), tr("Version"), tr("Program")}, {1, 2, 3}, this)) {
    setObjectName(QStringLiteral("programs"));
    setAccessibleName(tr("Programs that would be started"));
    setModel(m_rows);
    setShowGrid(false);
    setSelectionMode(QAbstractItemView::NoSelection);
    setTextElideMode(Qt::ElideMiddle);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMaximumWidth(widest);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(theme::rowHeight);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setHighlightSections(false);
    for (const auto& [section, width] : {std::pair(0, 96), std::pair(1, 272), std::pair(2, 144)})
        setColumnWidth(section, width);
    hide();
}

void ProgramTable::setPrograms(const QVector<session::Program>& programs) {
    const int rows = int(programs.size());
    m_rows->setRows(models::programRows(programs));
    setMinimumHeight(heightOf(std::min(fewestRows, rows)));
    setMaximumHeight(heightOf(std::min(mostRows, rows)));
    setVisible(rows > 0);
}

} // namespace planlens::widgets
