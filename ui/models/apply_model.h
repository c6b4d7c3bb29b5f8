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
#include <vector>

namespace planlens::engine {
struct ApplyOperation;
}

namespace planlens::models {

/// What an apply does, operation by operation in its order, and how far it got.
class ApplyModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        StepColumn,
        StatusColumn,
        ElapsedColumn,
        ActionColumn,
        AddressColumn,
        ObjectColumn,
        MessageColumn,
        ColumnCount
    };

    struct Operation {
        int step = 0;
        QString address, deposed, action, objectId; // the action as the engine names it
        ApplyStatus status = ApplyStatus::None;
        qint64 milliseconds = -1; // that it took; while it runs, when it was started
        QString message;
        bool operator==(const Operation&) const = default;
    };

    explicit ApplyModel(QObject* parent = nullptr)
        : QAbstractTableModel(parent) {
        m_clock.start();
    }

    void setOperations(std::vector<Operation> operations);
    /// From now on all are waiting.
    void begin();
    void take(const QVector<session::ApplyEvent>& events);
    /// Says something about the operations of an address.
    void note(const QString& address, const QString& message);
    /// What was not begun, or not ended, will not be any more.
    void finish();
    /// Tells views that time goes by.
    void tick();

    const std::vector<Operation>& operations() const { return m_operations; }
    int doneCount() const { return m_done; }
    /// Of what came to an end, how many are so; what runs is taken for failed, as nobody knows what became of it.
    struct Ends {
        int done = 0, failed = 0, notBegun = 0;
    };
    Ends ends() const;
    /// Addresses of what runs, in their order.
    QStringList running() const;
    /// How far the object of an address is, and since when or how long: "1.2 s".
    ApplyStatus statusOf(const QString& address) const;
    QString elapsedOf(const QString& address) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    int rowOf(const session::ApplyEvent& event);
    QString elapsedText(const Operation& operation) const;
    void rowChanged(int row);

    std::vector<Operation> m_operations;
    QMultiHash<QString, int> m_rows; // by address
    QSet<int> m_running;
    int m_done = 0;
    bool m_isFinished = false;
    QElapsedTimer m_clock;
};

/// The same as text, in the reader's language.
QString statusText(ApplyStatus status);

} // namespace planlens::models
