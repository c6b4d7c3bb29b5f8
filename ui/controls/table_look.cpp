// SPDX-License-Identifier: MPL-2.0
#include "ui/controls/table_look.h"

#include "ui/basics/plain_text.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTreeView>

#include <algorithm>
#include <cmath>
#include <limits>

namespace planlens::widgets {

namespace {

class ColumnFitter final : public QObject {
public:
    ColumnFitter(QAbstractItemView& view, QHeaderView& header, int column, int leastLast, int least)
        : QObject(&view)
        , m_view(view)
        , m_header(header)
        , m_column(column)
        , m_leastLast(leastLast)
        , m_least(least) {
        header.setStretchLastSection(true);
        view.viewport()->installEventFilter(this);
        connect(view.model(), &QAbstractItemModel::modelReset, this, &ColumnFitter::measure);
        connect(&header, &QHeaderView::sectionResized, this, [this](int section) {
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
        const auto* tree = qobject_cast<const QTreeView*>(&m_view);
        m_needed = m_lastNeeded = 0;
        m_left = tree ? mostInTree : std::numeric_limits<int>::max();
        measureBelow({}, tree ? tree->indentation() : 0, tree ? tree->indentation() : 0);
        m_needed += 3 * theme::grid;
        m_lastNeeded += 3 * theme::grid;
        fit();
    }

    void measureBelow(const QModelIndex& parent, int indentation, int more) {
        static const double widest = QFontMetricsF(theme::monospaceFont()).horizontalAdvance(u'M');
        const QAbstractItemModel& model = *m_view.model();
        const int rows = model.rowCount(parent);
        for (int row = 0; row < rows && m_left > 0; ++row, --m_left) {
            const QModelIndex index = model.index(row, m_column, parent);
            const auto* tree = qobject_cast<const QTreeView*>(&m_view);
            const int tick = index.data(Qt::CheckStateRole).isValid() ? 3 * theme::grid : 0;
            if (!tree || !tree->isFirstColumnSpanned(row, parent))
                m_needed = std::max(m_needed, indentation + tick +
                                                  int(std::ceil(double(index.data().toString().size()) * widest)));
            const QModelIndex last = model.index(row, lastShown(), parent);
            m_lastNeeded = std::max(m_lastNeeded, int(std::ceil(double(last.data().toString().size()) * widest)));
            if (tree)
                measureBelow(model.index(row, 0, parent), indentation + more, more);
        }
    }

    void fit() {
        const int last = lastShown();
        const int leastLast = std::max(m_header.sectionSizeHint(last), std::min(m_leastLast, m_lastNeeded));
        int room = m_view.viewport()->width() - leastLast;
        for (int i = 0; i < last; ++i)
            room -= i == m_column ? 0 : m_header.sectionSize(i);
        const int least = std::max(m_header.sectionSizeHint(m_column), std::min(m_least, m_needed));
        m_header.resizeSection(m_column, std::clamp(m_needed, least, std::max(least, room)));
    }

    /// Returns the column that is stretched.
    int lastShown() const {
        int last = m_header.count() - 1;
        while (last > 0 && m_header.isSectionHidden(last))
            --last;
        return last;
    }

    static constexpr int mostInTree = 1000; // measured rows

    QAbstractItemView& m_view;
    QHeaderView& m_header;
    const int m_column, m_leastLast, m_least;
    int m_needed = 0, m_lastNeeded = 0, m_left = 0;
};

class AddressDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QString displayText(const QVariant& value, const QLocale&) const override {
        return breakableAddress(value.toString());
    }
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
            const int needed = m_table.rowHeight(row);
            m_table.setRowHeight(row, needed > theme::rowHeight ? needed + theme::grid : theme::rowHeight);
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
    new ColumnFitter(table, *table.horizontalHeader(), column, leastLast, least);
}

void fitColumn(QTreeView& tree, int column, int leastLast, int least) {
    new ColumnFitter(tree, *tree.header(), column, leastLast, least);
}

void widenColumn(QTableView& table, int column, const QStringList& texts, const QFont& font) {
    int width = table.columnWidth(column);
    for (const QString& text : texts)
        width = std::max(width, QFontMetrics(font).horizontalAdvance(text) + 2 * theme::grid);
    table.setColumnWidth(column, width);
}

void wrapAddresses(QTableView& table, int column) {
    table.setItemDelegateForColumn(column, new AddressDelegate(&table));
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

QLabel* makeEmptyLabel(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setObjectName(QStringLiteral("empty"));
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace planlens::widgets
