// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/program_table.h"

#include "ui/controls/table_look.h"
#include "ui/models/page_rows.h"
#include "ui/theme/theme.h"

#include <QHeaderView>

#include <algorithm>

namespace planlens::widgets {

namespace {

constexpr int widest = 1200;
constexpr int fewestRows = 4, mostRows = 20; // more rows need scrolling
constexpr int nameColumn = 1, programColumn = 3;

} // namespace

ProgramTable::ProgramTable(QWidget* parent)
    : WrappingTable(parent)
    , m_rows(new models::RowsModel({tr("Kind"), tr("Name"), tr("Version"), tr("Program")}, {1, 2, 3}, this)) {
    setObjectName(QStringLiteral("programs"));
    setAccessibleName(tr("Programs to start"));
    setModel(m_rows);
    setTableLook(*this, {96, 272, 144});
    setSelectionMode(QAbstractItemView::NoSelection);
    setWrapped(nameColumn, programColumn);
    fitColumn(*this, nameColumn, widthOf(32)); // names are whole while programs keep a readable width
    connect(verticalHeader(), &QHeaderView::sectionResized, this, &ProgramTable::fitHeight);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMaximumWidth(widest);
    hide();
}

void ProgramTable::fitHeight() {
    const auto heightOf = [this](int rows) {
        return std::min(verticalHeader()->length(), rows * theme::rowHeight) + theme::rowHeight + theme::grid;
    };
    setMinimumHeight(heightOf(fewestRows));
    setMaximumHeight(heightOf(mostRows));
    updateGeometry();
}

void ProgramTable::setPrograms(const QVector<session::Program>& programs) {
    const int rows = int(programs.size());
    m_rows->setRows(models::programRows(programs));
    fitHeight();
    constexpr int versionColumn = 2;
    setColumnHidden(versionColumn, std::ranges::all_of(programs, &QString::isEmpty, &session::Program::version));
    setVisible(rows > 0);
}

} // namespace planlens::widgets
