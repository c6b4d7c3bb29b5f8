// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/session/session_types.h"

#include <QObject>
#include <QThread>

#include <memory>

namespace planlens::session {

struct Result;
class Worker;

/// Plans and applies on a thread of its own. Lives in the GUI thread; no call blocks, but the destructor, which stops what
/// is under way and waits for it. The newest request wins: what an older one finds is never reported.
class PlanningSession final : public QObject {
    Q_OBJECT
public:
    explicit PlanningSession(QObject* parent = nullptr);
    ~PlanningSession() override;

    /// Plans; a planning under way is stopped. Ignored while applying.
    void plan(const Request& request);
    /// Applies exactly the plan of a result, if state, lineage and workspace are still those it was made for.
    void apply(std::shared_ptr<const Result> result);
    /// Asks what is under way to stop: planning ends early, applying lets running operations finish.
    void cancel();

    bool isPlanning() const { return m_state == State::Planning; }
    bool isApplying() const { return m_state == State::Applying; }
    bool isBusy() const { return m_state != State::Idle; }

    /// Lets a big object be freed on the worker's thread.
    void discard(std::shared_ptr<const void> object);

Q_SIGNALS:
    void started();
    void progressed(const planlens::session::Progress& progress);
    void planned(std::shared_ptr<const planlens::session::Result> result);
    void applyProgressed(const QVector<planlens::session::ApplyEvent>& events);
    void applied(const planlens::session::ApplyReport& report);
    void logged(const QStringList& lines);

private:
    enum class State { Idle, Planning, Applying };

    QThread m_thread;
    Worker* m_worker = nullptr; // owned by its thread
    State m_state = State::Idle;
    quint64 m_generation = 0;
};

} // namespace planlens::session
