// SPDX-License-Identifier: MPL-2.0
#include "ui/models/rows_model.h"

#include "ui/basics/plain_text.h"
#include "ui/basics/text.h"
#include "ui/models/roles.h"
#include "ui/theme/theme.h"

namespace planlens::models {

RowsModel::RowsModel(QStringList headers, QList<int> monospaced, QObject* parent)
    : QAbstractTableModel(parent)
    , m_headers(std::move(headers))
    , m_monospaced(std::move(monospaced)) {}

void RowsModel::setRows(QVector<Row> rows) {
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void RowsModel::updateRows(QVector<Row> rows) {
    if (rows == m_rows)
        return;
    if (rows.size() != m_rows.size())
        return setRows(std::move(rows));
    m_rows = std::move(rows);
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int RowsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_rows.size());
}
int RowsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_headers.size());
}

QVariant RowsModel::alignmentOf(int column) const {
    return m_rightAligned.contains(column) ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    return role == Qt::DisplayRole         ? m_headers.value(section)
           : role == Qt::TextAlignmentRole ? alignmentOf(section)
                                           : QVariant();
}

QVariant RowsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[index.row()];
    const QString words = row.words.value(index.column());
    switch (role) {
    case Qt::ToolTipRole:
        return toolTipText(words.isEmpty() ? row.cells.value(index.column()) : words);
    case Qt::AccessibleTextRole:
        return words.isEmpty() ? QVariant() : words;
    case Qt::DisplayRole:
        return row.cells.value(index.column());
    case AddressRole:
        return row.address;
    case Qt::TextAlignmentRole:
        return alignmentOf(index.column());
    case Qt::FontRole:
        return m_monospaced.contains(index.column()) ? QVariant(theme::monospaceFont()) : QVariant();
    case Qt::ForegroundRole:
        if (index.column() == m_actionColumn && row.action)
            return theme::color(*row.action, theme::currentScheme());
        if (index.column() == 0 && row.severity != Row::Severity::Plain) {
            const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
            return row.severity == Row::Severity::Error ? s.error : s.warning;
        }
        return {};
    default:
        return {};
    }
}

} // namespace planlens::models
