// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/history/records.h"

#include <QObject>
#include <QThread>

#include <memory>

namespace planlens::session {
struct Result;
}

namespace planlens::history {

class HistoryStore;
class Fingerprints;

/// The history of plans and applies, kept by a thread of its own. Lives in the GUI thread; no call blocks, but the
/// destructor, which waits for what is being written, unless it was told to leave.
class History final : public QObject {
    Q_OBJECT
public:
    /// ReadOnly shows what is there and leaves nothing behind.
    enum class Access { ReadWrite, ReadOnly };
    explicit History(Access access, QObject* parent = nullptr);
    ~History() override;
    /// Deletes the history once all is written: it is nobody's from then on.
    void leave();

    void addPlan(std::shared_ptr<const session::Result> result);
    /// What came of applying a plan: outcome, time, message and, by address, what became of its changes.
    void addApply(std::shared_ptr<const session::Result> result, const Run& outcome);
    /// Answered by listed().
    void list(const QString& folder);
    /// Answered by loaded().
    void load(qint64 id);
    /// Compares the plan of a kept run, as the former one, with that of a result; answered by compared() with the same
    /// number.
    void compare(qint64 id, std::shared_ptr<const session::Result> result, quint64 number);

Q_SIGNALS:
    /// A run was added to the history of a folder.
    void grew(const QString& folder);
    void listed(const QString& folder, const QVector<planlens::history::Run>& runs);
    void loaded(const planlens::history::Run& run);
    void compared(quint64 number, const planlens::history::Comparison& comparison);
    void failed(const QString& why);

private:
    struct Shelf;
    /// Runs on the thread.
    template <typename Task>
    void post(Task task);
    void stopThread();

    QThread m_thread;
    QObject* m_worker = nullptr;    // owned by its thread
    std::shared_ptr<Shelf> m_shelf; // touched by the thread only
    const Access m_access;
    bool m_isLeaving = false;
};

} // namespace planlens::history
