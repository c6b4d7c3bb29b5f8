// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/theme/action_style.h"

#include <QAbstractTableModel>
#include <QStringList>
#include <QVector>

#include <optional>
#include <utility>

namespace planlens::models {

/// A row of one of the small tables.
struct Row {
    enum class Severity { Plain, Warning, Error };
    QStringList cells;
    QString address; // of the related resource instance; may be empty
    QString details; // shown when the row is selected
    Severity severity = Severity::Plain;
    std::optional<theme::ActionKind> action = {}; // its color is that of the action's cell
    QStringList words = {};                       // for tool tips and screen readers; empty: those of the cells
    bool operator==(const Row&) const = default;
};

/// A table of texts. Its rows are created by the functions in page_rows.h.
class RowsModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    RowsModel(QStringList headers, QList<int> monospaced, QObject* parent = nullptr);

    /// Aligns columns of numbers at their right side.
    void setRightAligned(QList<int> columns) { m_rightAligned = std::move(columns); }
    /// Sets the column of the action of each row; the first one if it is not set.
    void setActionColumn(int column) { m_actionColumn = column; }
    void setRows(QVector<Row> rows);
    /// Replaces the rows but keeps the selection if their number is the same.
    void updateRows(QVector<Row> rows);
    const QVector<Row>& rows() const { return m_rows; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant alignmentOf(int column) const;

    const QStringList m_headers;
    const QList<int> m_monospaced;
    QList<int> m_rightAligned;
    int m_actionColumn = 0;
    QVector<Row> m_rows;
};

} // namespace planlens::models
