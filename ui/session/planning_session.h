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

/// Plans and applies on a thread of its own. Lives in the GUI thread; no call blocks, but the destructor, which stops
/// what is under way and waits for it, unless it was told to leave. The newest request wins: what an older one finds is
/// never reported.
class PlanningSession final : public QObject {
    Q_OBJECT
public:
    explicit PlanningSession(QObject* parent = nullptr);
    ~PlanningSession() override;
    /// Stops what is under way, and deletes the session once it has: it is nobody's from then on.
    void leave();

    /// Plans; a planning under way is stopped. Ignored while applying.
    void plan(const Request& request);
    /// Applies exactly the plan of a result, if state, lineage and workspace are still those it was made for.
    void apply(std::shared_ptr<const Result> result);
    /// Asks what is under way to stop: planning ends early, applying lets running operations finish.
    void cancel();
    /// Kills the plugins, whatever they do: what is under way comes to its end, and nothing works in this session from
    /// then on. What a plugin was doing may be done or not.
    void end();

    /// How long providers stay running without a plan or apply; five minutes at first.
    void stopPluginsAfter(std::chrono::milliseconds idle);
    /// The plugins of the folder that were started.
    std::vector<providers::plugin::Status> plugins() const;
    /// Puts a line into the log.
    void note(LogLevel level, const QString& source, const QString& text);

    bool isPlanning() const { return m_state == State::Planning; }
    bool isApplying() const { return m_state == State::Applying; }
    bool isBusy() const { return m_state != State::Idle; }

    /// Lets a big object be freed on another thread.
    void discard(std::shared_ptr<const void> object);

Q_SIGNALS:
    void started();
    void progressed(const planlens::session::Progress& progress);
    void planned(std::shared_ptr<const planlens::session::Result> result);
    void applyProgressed(const QVector<planlens::session::ApplyEvent>& events);
    void applied(const planlens::session::ApplyReport& report);
    /// The new state could be written nowhere: this is its text, the only one that there is. Comes before `applied`.
    void stateUnsaved(const QByteArray& state);
    void logged(const planlens::session::LogBatch& batch);

private:
    enum class State { Idle, Planning, Applying };
    void stopListening();

    std::shared_ptr<LogBuffer> m_log;
    QTimer m_takeLog;    // so that the window is told seldom, however much is logged
    QTimer m_takeEvents; // so that the last of what an apply tells is not held back until there is more
    std::stop_source m_forced;
    QThread m_thread;
    Worker* m_worker = nullptr; // owned by its thread
    State m_state = State::Idle;
    bool m_isLeaving = false;
    quint64 m_generation = 0;
};

} // namespace planlens::session
