// SPDX-License-Identifier: MPL-2.0
#include "ui/session/planning_session.h"

#include "core/diags/diagnostic.h"
#include "core/providers/plugin/process/record.h"
#include "core/system/threads/thread_reserve.h"
#include "ui/basics/background.h"
#include "ui/basics/background_delete.h"
#include "ui/basics/deferred_delete.h"
#include "ui/session/log_buffer.h"
#include "ui/session/session_result.h"
#include "ui/session/worker/worker.h"

namespace planlens::session {

namespace {

constexpr std::chrono::milliseconds patience{5000}; // time to stop planning before plugins are killed

} // namespace

PlanningSession::PlanningSession(QObject* parent)
    : QObject(parent)
    , m_log(std::make_shared<LogBuffer>(
          [this] { QMetaObject::invokeMethod(&m_takeLog, qOverload<>(&QTimer::start), Qt::QueuedConnection); }))
    , m_worker(new Worker(m_log, m_forced.get_token())) {
    constexpr int logInterval = 100; // ms
    m_takeLog.setInterval(logInterval);
    m_takeLog.setSingleShot(true);
    connect(&m_takeLog, &QTimer::timeout, this, [this] { Q_EMIT logged(m_log->take()); });
    m_takeEvents.setInterval(logInterval);
    connect(&m_takeEvents, &QTimer::timeout, this, [this] { m_worker->passOnEvents(); });
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(
        m_worker, &Worker::progressed, this,
        [this](quint64 generation, const Progress& progress) {
            if (generation == m_generation && isBusy())
                Q_EMIT progressed(progress);
        },
        Qt::QueuedConnection); // queued, so that the order is the same for all emitting threads
    connect(m_worker, &Worker::planned, this, [this](quint64 generation, std::shared_ptr<const Result> result) {
        if (generation != m_generation) {
            discard(std::move(result));
            return;
        }
        m_state = State::Idle;
        Q_EMIT planned(std::move(result));
    });
    connect(
        m_worker, &Worker::applyProgressed, this,
        [this](quint64 generation, const QVector<ApplyEvent>& events) {
            if (generation == m_generation)
                Q_EMIT applyProgressed(events);
        },
        Qt::QueuedConnection);
    connect(m_worker, &Worker::stateUnsaved, this, &PlanningSession::stateUnsaved); // of any generation
    connect(m_worker, &Worker::applied, this, [this](quint64 generation, const ApplyReport& report) {
        if (generation != m_generation)
            return;
        m_state = State::Idle;
        m_takeEvents.stop();
        Q_EMIT applied(report);
    });
    connect(&m_thread, &QThread::started, m_worker, &yieldToWindow);
    m_thread.setObjectName(QStringLiteral("planning"));
    // Deep expressions and modules recurse, and the default stack size of secondary threads is small on some systems.
    m_thread.setStackSize(16u * 1024 * 1024);
    startThread();
}

bool PlanningSession::startThread() {
    if (!m_thread.isRunning()) {
        const system::WithoutReserve itsStackIsTooSmall;
        m_thread.start();
    }
    return m_thread.isRunning(); // start() reports no errors
}

PlanningSession::~PlanningSession() {
    if (!m_isDeleting) {
        stopListening();
        m_thread.quit();
    }
    if (m_state != State::Applying && !m_thread.wait(patience.count()))
        m_forced.request_stop(); // safe: nothing is being applied
    m_thread.wait();
    if (!m_thread.isFinished()) // it never ran, so it did not delete the worker
        delete m_worker;
}

void PlanningSession::deleteWhenStopped() {
    m_isDeleting = true;
    stopListening();
    if (!m_thread.isRunning())
        return deleteLater();
    deferredDelete(*m_worker, *this);
    if (m_state != State::Applying)
        QTimer::singleShot(patience, this, [this] { m_forced.request_stop(); });
    m_thread.quit(); // the worker may be deleted from here on
}

void PlanningSession::stopListening() {
    m_takeEvents.stop();
    m_worker->disconnect(this);
    m_worker->supersede(++m_generation);
}

void PlanningSession::plan(const Request& request) {
    if (isApplying())
        return;
    const quint64 generation = ++m_generation;
    m_state = State::Planning;
    m_worker->supersede(generation);
    Q_EMIT started();
    if (startThread()) {
        QMetaObject::invokeMethod(m_worker,
                                  [worker = m_worker, generation, request] { worker->plan(generation, request); });
        return;
    }
    const auto why = diags::Diagnostic::error(
        tr("Too many threads").toStdString(),
        tr("The system cannot create a thread for this window. Nothing was done. Close other programs, or raise the "
           "limit on processes and threads of this user (ulimit -u) or of the container. Then plan again.")
            .toStdString());
    QMetaObject::invokeMethod(
        this, [this, generation, request, why] { m_worker->failPlan(generation, request, why); }, Qt::QueuedConnection);
}

void PlanningSession::apply(std::shared_ptr<const Result> result) {
    if (isBusy())
        return;
    const quint64 generation = ++m_generation;
    m_state = State::Applying;
    m_takeEvents.start();
    m_worker->supersede(generation);
    QMetaObject::invokeMethod(
        m_worker, [worker = m_worker, generation, result = std::move(result)] { worker->apply(generation, result); });
    Q_EMIT started();
}

void PlanningSession::cancel() {
    if (isBusy())
        m_worker->stop();
}

void PlanningSession::interrupt() {
    if (isApplying())
        m_worker->interrupt();
}

void PlanningSession::kill() {
    m_worker->kill();
}

void PlanningSession::end() {
    m_worker->interrupt();
    m_forced.request_stop();
}

void PlanningSession::stopPluginsAfter(std::chrono::milliseconds idle) {
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, idle] { worker->stopPluginsAfter(idle); });
}

std::vector<providers::plugin::Status> PlanningSession::plugins() const {
    return m_worker->plugins();
}

void PlanningSession::note(LogLevel level, const QString& source, const QString& text) {
    m_log->add(level, source.toStdString(), text.toStdString());
}

void PlanningSession::discard(std::shared_ptr<const void> object) {
    deleteInBackground(std::move(object));
}

} // namespace planlens::session
