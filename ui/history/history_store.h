// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/history/records.h"

#include <optional>

class QSqlDatabase;

namespace planlens::history {

/// The database of what was planned and applied, "history.sqlite" (mode 0600). Used by one thread, the one that makes
/// it.
class HistoryStore {
public:
    enum class Access { ReadWrite, ReadOnly };
    HistoryStore(const QString& directory, Access access);
    ~HistoryStore();
    HistoryStore(const HistoryStore&) = delete;
    HistoryStore& operator=(const HistoryStore&) = delete;

    /// Why it cannot be used; empty where it can. A read-only one that is not there yet is an empty one.
    const QString& error() const { return m_error; }

    /// Keeps a run and says its id. The older ones of its folder make room: the last 500 runs stay, and the changes of
    /// the last 50.
    std::optional<qint64> add(const Run& run);
    /// The runs of a folder without their changes, the newest first.
    QVector<Run> runs(const QString& folder) const;
    /// A whole run; nothing where there is none of this id.
    std::optional<Run> run(qint64 id) const;

private:
    QSqlDatabase database() const;
    bool prepare(Access access);
    void fail(const QString& text) const { m_error = text; }
    void makeRoom(const QString& folder) const;

    const QString m_name; // of the connection
    bool m_isOpen = false;
    mutable QString m_error;
};

} // namespace planlens::history
