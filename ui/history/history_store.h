// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/history/records.h"

#include <optional>

class QSqlDatabase;

namespace planlens::history {

/// The database of plans and applies, "history.sqlite" (mode 0600). Must only be used by the thread that created it.
class HistoryStore {
public:
    enum class Access { ReadWrite, ReadOnly };
    HistoryStore(const QString& directory, Access access);
    ~HistoryStore();
    HistoryStore(const HistoryStore&) = delete;
    HistoryStore& operator=(const HistoryStore&) = delete;

    /// Returns the error that prevents its use; may be empty. A missing database opened read-only counts as empty.
    const QString& error() const { return m_error; }

    /// Adds a run and returns its id. Keeps the last 500 runs of a folder, and the changes of the last 50.
    std::optional<qint64> add(const Run& run);
    /// Returns the runs of a folder without their changes, newest first.
    QVector<Run> runs(const QString& folder) const;
    /// Returns a run with its changes; nullopt if there is none with this id.
    std::optional<Run> run(qint64 id) const;

private:
    QSqlDatabase database() const;
    bool prepare(Access access);
    void fail(const QString& text) const { m_error = text; }
    void makeRoom(const QString& folder) const;

    const QString m_name; // name of the connection
    bool m_isOpen = false;
    mutable QString m_error;
};

} // namespace planlens::history
