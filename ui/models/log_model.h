// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/log_line.h"
#include "ui/models/search/address_search.h"

#include <QAbstractTableModel>

#include <deque>

namespace planlens::models {

/// The last log lines that pass a filter. Details never displace more important lines.
class LogModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { TimeColumn, LevelColumn, SourceColumn, TextColumn, ColumnCount };
    /// Keeps this number of details, and the same number of other lines.
    explicit LogModel(QObject* parent = nullptr, std::size_t linesOfEachKind = defaultLinesOfEachKind)
        : QAbstractTableModel(parent)
        , m_lines(linesOfEachKind) {}
    static constexpr std::size_t defaultLinesOfEachKind = 5000;

    void append(const session::LogBatch& batch);
    /// Shows lines of this level and above.
    void setMinimumLevel(session::LogLevel level);
    /// Shows lines that contain all words of the text in their source, text or fields.
    void setSearchText(const QString& text);
    void clear();

    const session::LogLine& line(int row) const { return *m_shown[std::size_t(row)]; }
    /// Rows as text, one line each, for the clipboard.
    QString text(const QList<int>& rows) const;
    int kept() const { return int(m_lines.size()); }
    quint64 dropped() const { return m_lines.dropped() + m_droppedBefore; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    bool passes(const session::LogLine& line) const;
    void showAgain();
    void mask(const masking::Secrets& secrets);
    void removeExcess();

    session::LogLines m_lines;
    quint64 m_droppedBefore = 0; // before they arrived here
    session::LogLevel m_minimumLevel = session::LogLevel::Info;
    AddressQuery m_query;
    std::deque<const session::LogLine*> m_shown; // in order
};

/// Returns "trace", "debug", …, with a symbol for warnings and errors.
QString levelText(session::LogLevel level);
/// Returns text and fields on one line.
QString wholeText(const session::LogLine& line);

} // namespace planlens::models
