// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/log_line.h"
#include "ui/basics/session_types.h"

#include <QObject>
#include <QThread>
#include <QTimer>

#include <chrono>
#include <memory>
#include <stop_token>
#include <vector>

namespace planlens::providers::plugin {
struct Status;
}

namespace planlens::session {

class LogBuffer;
struct Result;
class Worker;

/// Plans and applies on a thread of its own. Lives in the GUI thread. No call blocks except the destructor, which stops
/// running work and waits for it, unless deleteWhenStopped() was called. The newest request wins: results of older ones
/// are discarded.
class PlanningSession final : public QObject {
    Q_OBJECT
public:
    explicit PlanningSession(QObject* parent = nullptr);
    ~PlanningSession() override;
    /// Stops running work, then deletes the session. The caller must not use it afterwards.
    void deleteWhenStopped();

    /// Starts planning; cancels a planning in progress. Ignored while applying.
    void plan(const Request& request);
    /// Applies exactly the plan of a result, provided that state, lineage and workspace are unchanged.
    void apply(std::shared_ptr<const Result> result);
    /// Requests a stop: planning ends early, an apply finishes its running operations.
    void cancel();
    /// Interrupts the running operations of an apply, after which it ends: programs of provisioners are interrupted,
    /// and providers are asked to stop.
    void interrupt();
    /// Kills the plugins and the running operations. An apply ends after that, and their outcome is unknown. The next
    /// plan starts the plugins again.
    void kill();
    /// Kills all plugins. Running work ends, and the session cannot be used afterwards. The result of operations in
    /// progress is unknown.
    void end();

    /// Sets how long idle providers keep running; five minutes by default.
    void stopPluginsAfter(std::chrono::milliseconds idle);
    /// Returns the plugins started for the folder.
    std::vector<providers::plugin::Status> plugins() const;
    /// Adds a log line.
    void note(LogLevel level, const QString& source, const QString& text);

    bool isPlanning() const { return m_state == State::Planning; }
    bool isApplying() const { return m_state == State::Applying; }
    bool isBusy() const { return m_state != State::Idle; }

    /// Frees a large object on another thread.
    void discard(std::shared_ptr<const void> object);

Q_SIGNALS:
    void started();
    void progressed(const planlens::session::Progress& progress);
    void planned(std::shared_ptr<const planlens::session::Result> result);
    void applyProgressed(const QVector<planlens::session::ApplyEvent>& events);
    void applied(const planlens::session::ApplyReport& report);
    /// The new state could not be saved; `state` is its only copy. Emitted before `applied`.
    void stateUnsaved(const QByteArray& state);
    void logged(const planlens::session::LogBatch& batch);

private:
    enum class State { Idle, Planning, Applying };
    void stopListening();
    /// Starts the thread if it does not run. Returns false if the system cannot create it.
    bool startThread();

    std::shared_ptr<LogBuffer> m_log;
    QTimer m_takeLog;    // limits how often the window is notified of log lines
    QTimer m_takeEvents; // delivers the last events of a batch even if no more follow
    std::stop_source m_forced;
    QThread m_thread;
    Worker* m_worker = nullptr; // owned by its thread
    State m_state = State::Idle;
    bool m_isDeleting = false;
    quint64 m_generation = 0;
};

} // namespace planlens::session
