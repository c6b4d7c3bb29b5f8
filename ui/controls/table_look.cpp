// SPDX-License-Identifier: MPL-2.0
#include "ui/controls/table_look.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace planlens::widgets {

namespace {

class ColumnFitter final : public QObject {
public:
    ColumnFitter(QTableView& table, int column, int leastLast, int least)
        : QObject(&table)
        , m_table(table)
        , m_column(column)
        , m_leastLast(leastLast)
        , m_least(least) {
        table.horizontalHeader()->setStretchLastSection(true);
        table.viewport()->installEventFilter(this);
        connect(table.model(), &QAbstractItemModel::modelReset, this, &ColumnFitter::measure);
        connect(table.horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section) {
            if (section != m_column) // also if another one is hidden
                fit();
        });
        measure();
    }

    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Resize)
            fit();
        return false;
    }

private:
    void measure() {
        qsizetype longest = 0;
        const QAbstractItemModel& model = *m_table.model();
        bool hasTicks = false;
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex index = model.index(row, m_column);
            longest = std::max(longest, index.data().toString().size());
            hasTicks = hasTicks || index.data(Qt::CheckStateRole).isValid();
        }
        m_needed = int(std::ceil(double(longest) * QFontMetricsF(theme::monospaceFont()).horizontalAdvance(u'M'))) +
                   3 * theme::grid;
        if (hasTicks)
            m_needed += 3 * theme::grid;
        fit();
    }

    void fit() {
        const int last = m_table.model()->columnCount() - 1;
        int room = m_table.viewport()->width() - (m_table.isColumnHidden(last) ? 0 : m_leastLast);
        for (int i = 0; i < last; ++i)
            room -= i == m_column ? 0 : m_table.columnWidth(i);
        const int least = std::max(m_table.horizontalHeader()->sectionSizeHint(m_column), std::min(m_least, m_needed));
        m_table.setColumnWidth(m_column, std::clamp(m_needed, least, std::max(least, room)));
    }

    QTableView& m_table;
    const int m_column, m_leastLast, m_least;
    int m_needed = 0;
};

class RowFitter final : public QObject {
public:
    explicit RowFitter(QTableView& table)
        : QObject(&table)
        , m_table(table) {
        table.setWordWrap(true);
        // Columns are fitted first.
        connect(table.model(), &QAbstractItemModel::modelReset, this, &RowFitter::fit, Qt::QueuedConnection);
        connect(table.horizontalHeader(), &QHeaderView::sectionResized, this, &RowFitter::fit, Qt::QueuedConnection);
    }

private:
    void fit() {
        constexpr int mostRows = 200; // measuring all rows of a large table takes too long
        for (int row = 0; row < std::min(m_table.model()->rowCount(), mostRows); ++row) {
            m_table.resizeRowToContents(row);
            m_table.setRowHeight(row, std::max(theme::rowHeight, m_table.rowHeight(row)));
        }
    }

    QTableView& m_table;
};

} // namespace

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

void fitColumn(QTableView& table, int column, int leastLast, int least) {
    new ColumnFitter(table, column, leastLast, least);
}

void wrapTexts(QTableView& table) {
    new RowFitter(table);
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
