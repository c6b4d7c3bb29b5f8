// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/history/records.h"

#include <QObject>
#include <QThread>

#include <functional>
#include <memory>

namespace planlens::masking {
class Secrets;
}
namespace planlens::session {
struct Result;
}

namespace planlens::history {

class HistoryStore;
class Fingerprints;

/// The history of plans and applies, on a thread of its own. Lives in the GUI thread. No call blocks except the
/// destructor, which waits for pending writes unless deleteWhenWritten() was called.
class History final : public QObject {
    Q_OBJECT
public:
    /// ReadOnly never writes to the disk.
    enum class Access { ReadWrite, ReadOnly };
    explicit History(Access access, QObject* parent = nullptr);
    ~History() override;
    /// Deletes the history after pending writes. The caller must not use it afterwards.
    void deleteWhenWritten();

    /// Records the plan of a result. Estimates and stopped plans are not recorded.
    void addPlan(std::shared_ptr<const session::Result> result);
    /// Returns the content of the page of an apply, masked. Called on the thread of the history.
    using ContentWriter = std::function<QByteArray(const masking::Secrets& mask)>;
    /// Records an apply: outcome, time, message, the result of each change by address, and its page.
    void addApply(std::shared_ptr<const session::Result> result, const Run& outcome, const ContentWriter& content);
    /// Emits listed() with the result.
    void list(const QString& folder);
    /// Emits loaded() with the result.
    void load(qint64 id);
    /// Compares the plan of a recorded run, as the earlier one, with that of a result. Emits compared() with the same
    /// id.
    void compare(qint64 id, std::shared_ptr<const session::Result> result, quint64 number);

Q_SIGNALS:
    /// A run was added to the history of a folder.
    void extended(const QString& folder);
    void listed(const QString& folder, const QVector<planlens::history::Run>& runs);
    void loaded(const planlens::history::Run& run);
    void compared(quint64 number, const planlens::history::Comparison& comparison);
    void failed(const QString& why);

private:
    struct OpenedStore;
    /// Runs a task on the history's thread.
    template <typename Task>
    void post(Task task);
    /// Starts the thread if it does not run. Returns false if the system cannot create it.
    bool startThread();
    void stopThread();

    QThread m_thread;
    QObject* m_worker = nullptr;           // owned by its thread
    std::shared_ptr<OpenedStore> m_opened; // only accessed by the thread
    const Access m_access;
    bool m_isDeleting = false;
};

} // namespace planlens::history
