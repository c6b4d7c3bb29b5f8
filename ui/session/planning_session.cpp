// SPDX-License-Identifier: MPL-2.0
#include "ui/session/planning_session.h"

#include "ui/session/session_result.h"
#include "ui/session/worker.h"

namespace planlens::session {

PlanningSession::PlanningSession(QObject* parent) : QObject(parent), m_worker(new Worker) {
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &Worker::progressed, this, [this](quint64 generation, const Progress& progress) {
        if (generation == m_generation && isBusy())
            Q_EMIT progressed(progress);
    });
    connect(m_worker, &Worker::planned, this, [this](quint64 generation, std::shared_ptr<const Result> result) {
        if (generation != m_generation) {
            discard(std::move(result));
            return;
        }
        m_state = State::Idle;
        Q_EMIT planned(std::move(result));
    });
    connect(m_worker, &Worker::applyProgressed, this, [this](quint64 generation, const QVector<ApplyEvent>& events) {
        if (generation == m_generation)
            Q_EMIT applyProgressed(events);
    });
    connect(m_worker, &Worker::applied, this, [this](quint64 generation, const ApplyReport& report) {
        if (generation != m_generation)
            return;
        m_state = State::Idle;
        Q_EMIT applied(report);
    });
    connect(m_worker, &Worker::logged, this, &PlanningSession::logged);
    connect(&m_thread, &QThread::started, m_worker, &Worker::yieldToWindow);
    m_thread.setObjectName(QStringLiteral("planning"));
    // Deep expressions and modules recurse; the default of a secondary thread is small on some systems.
    m_thread.setStackSize(16u * 1024 * 1024);
    m_thread.start();
}

PlanningSession::~PlanningSession() {
    m_worker->disconnect(this);
    m_worker->supersede(++m_generation);
    m_thread.quit();
    m_thread.wait();
}

void PlanningSession::plan(const Request& request) {
    if (isApplying())
        return;
    const quint64 generation = ++m_generation;
    m_state = State::Planning;
    m_worker->supersede(generation);
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, generation, request] { worker->plan(generation, request); });
    Q_EMIT started();
}

void PlanningSession::apply(std::shared_ptr<const Result> result) {
    if (isBusy())
        return;
    const quint64 generation = ++m_generation;
    m_state = State::Applying;
    m_worker->supersede(generation);
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, generation, result = std::move(result)] {
        worker->apply(generation, result);
    });
    Q_EMIT started();
}

void PlanningSession::cancel() {
    if (isBusy())
        m_worker->stop();
}

void PlanningSession::discard(std::shared_ptr<const void> object) {
    if (object)
        QMetaObject::invokeMethod(m_worker, [object = std::move(object)] {}, Qt::QueuedConnection);
}

} // namespace planlens::session
