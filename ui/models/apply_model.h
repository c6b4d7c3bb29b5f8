// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"
#include "ui/models/roles.h"

#include <QAbstractTableModel>
#include <QElapsedTimer>
#include <QHash>
#include <QSet>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace planlens::engine {
struct ApplyOperation;
}

namespace planlens::models {

/// The operations of an apply in order, with their progress.
class ApplyModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        StepColumn,
        StatusColumn,
        ElapsedColumn,
        ActionColumn,
        AddressColumn,
        TimeLineColumn,
        ObjectColumn,
        MessageColumn,
        ColumnCount
    };

    struct Operation {
        int step = 0;
        QString address, deposed, action, objectId; // action: as the engine names it
        ApplyStatus status = ApplyStatus::None;
        qint64 startedAt = -1;    // milliseconds after the start of the apply
        qint64 milliseconds = -1; // duration; none while running
        QString message;
        bool operator==(const Operation&) const = default;
    };

    explicit ApplyModel(QObject* parent = nullptr)
        : QAbstractTableModel(parent) {
        m_clock.start();
    }

    void setOperations(std::vector<Operation> operations);
    /// Sets all operations to waiting.
    void begin();
    void take(const QVector<session::ApplyEvent>& events);
    /// Marks waiting operations of these addresses, which can no longer run, as not started. Returns their addresses.
    QStringList skip(const QSet<QString>& addresses);
    /// Sets the message of the operations of an address.
    void note(const QString& address, const QString& message);
    /// Marks operations that have not started or not finished as ended.
    void finish();
    /// Shows the operations of an earlier apply that took `milliseconds`.
    void setFinished(std::vector<Operation> operations, qint64 milliseconds);
    /// Updates running durations in views.
    void tick();

    const std::vector<Operation>& operations() const { return m_operations; }
    /// Returns the milliseconds since the start of the apply, up to its end.
    qint64 elapsed() const { return m_isFinished ? m_took : m_clock.elapsed(); }
    /// Returns the duration of an operation until the last tick, so that all views show the same; none if it has not
    /// started.
    std::optional<qint64> durationOf(const Operation& operation) const;
    /// Returns the number of ended operations, failed ones included.
    int doneCount() const { return m_done; }
    int failedCount() const { return m_failed; }
    /// The numbers of finished operations by outcome. Running ones count as failed, because their outcome is unknown.
    struct Ends {
        int done = 0, failed = 0, notBegun = 0;
    };
    Ends ends() const;
    /// Returns the addresses of running operations, in order.
    QStringList running() const;
    /// Returns the address of the operation that failed before all others; empty if none failed.
    QString firstFailure() const;
    /// Returns the status of the object of an address, with its start or duration: "1.2 s".
    ApplyStatus statusOf(const QString& address) const;
    QString elapsedOf(const QString& address) const;

    /// Returns all texts of the status column, to measure it.
    static QStringList statusTexts();
    /// Returns the texts of the operation column for all kinds of actions, to measure it.
    static QStringList actionTexts();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    int rowOf(const session::ApplyEvent& event);
    QString elapsedText(const Operation& operation) const;
    QString timeText(const Operation& operation) const;
    QVariant fontOf(const Operation& operation, int column) const;
    QVariant colorOf(const Operation& operation, int column) const;
    void rowChanged(int row);

    std::vector<Operation> m_operations;
    QMultiHash<QString, int> m_rows; // by address
    QSet<int> m_running;
    int m_done = 0, m_failed = 0;
    bool m_isFinished = false;
    qint64 m_took = 0, m_ticked = 0; // milliseconds after the start of the apply
    QElapsedTimer m_clock;
};

/// Returns the status as text in the language of the window.
QString statusText(ApplyStatus status);

} // namespace planlens::models
