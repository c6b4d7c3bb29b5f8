// SPDX-License-Identifier: MPL-2.0
#include "ui/session/recording/history.h"

#include "core/plans/plan.h"
#include "core/system/threads/thread_reserve.h"
#include "ui/basics/background.h"
#include "ui/basics/deferred_delete.h"
#include "ui/basics/secrets.h"
#include "ui/basics/text.h"
#include "ui/history/compared_plan.h"
#include "ui/history/history_store.h"
#include "ui/history/private_files.h"
#include "ui/session/recording/run_of_result.h"

#include <optional>

namespace planlens::history {

/// The database, opened on first use.
struct History::OpenedStore {
    std::optional<HistoryStore> store;
    std::optional<Fingerprints> fingerprints;

    bool isComparable(const Run& run) const {
        const bool isWhole = run.kind == Run::Kind::Apply || run.outcome == Run::Outcome::Planned;
        return isWhole && fingerprints && !run.comparedBy.isEmpty() && run.comparedBy == fingerprints->origin();
    }
    void open(Access access) {
        if (store)
            return;
        const bool isKept = access == Access::ReadWrite;
        const QString directory = isKept ? stateDirectory() : stateDirectoryPath();
        store.emplace(directory, isKept ? HistoryStore::Access::ReadWrite : HistoryStore::Access::ReadOnly);
        if (isKept)
            fingerprints.emplace(directory);
    }
};

template <typename Task>
void History::post(Task task) {
    if (!startThread()) {
        QMetaObject::invokeMethod(
            this, [this] { Q_EMIT failed(tr("the system cannot create a thread for it")); }, Qt::QueuedConnection);
        return;
    }
    QMetaObject::invokeMethod(m_worker, [this, opened = m_opened, access = m_access, task = std::move(task)] {
        opened->open(access);
        task(*opened);
        if (!opened->store->error().isEmpty())
            Q_EMIT failed(opened->store->error());
    });
}

History::History(Access access, QObject* parent)
    : QObject(parent)
    , m_worker(new QObject)
    , m_opened(std::make_shared<OpenedStore>())
    , m_access(access) {
    qRegisterMetaType<Run>();
    qRegisterMetaType<Comparison>();
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(&m_thread, &QThread::started, m_worker, &session::yieldToWindow);
    m_thread.setObjectName(QStringLiteral("history"));
    startThread();
}

bool History::startThread() {
    if (!m_thread.isRunning()) {
        const system::WithoutReserve historyCanBeMissing;
        m_thread.start();
    }
    return m_thread.isRunning(); // start() reports no errors
}

History::~History() {
    if (m_thread.isRunning() && !m_isDeleting)
        stopThread();
    m_thread.wait();
    if (!m_thread.isFinished()) // it never ran, so it did not delete the worker
        delete m_worker;
}

void History::deleteWhenWritten() {
    if (!m_thread.isRunning())
        return deleteLater();
    m_isDeleting = true;
    session::deferredDelete(*m_worker, *this);
    stopThread();
}

/// The database connection must be closed on the thread that opened it, after all pending tasks.
void History::stopThread() {
    QMetaObject::invokeMethod(m_worker, [opened = m_opened, thread = &m_thread] {
        opened->store.reset();
        thread->quit();
    });
}

void History::addPlan(std::shared_ptr<const session::Result> result) {
    if (m_access == Access::ReadWrite && result && result->plan && result->plan->quality != plans::Quality::Estimate &&
        !result->wasStopped)
        post([this, result = std::move(result)](OpenedStore& opened) {
            if (opened.fingerprints->isValid() && opened.store->add(runOf(*result, *opened.fingerprints)))
                Q_EMIT extended(result->request.folder);
        });
}

void History::addApply(std::shared_ptr<const session::Result> result, const Run& outcome,
                       const ContentWriter& content) {
    if (m_access == Access::ReadWrite && result && result->plan)
        post([this, result = std::move(result), outcome, content](OpenedStore& opened) {
            if (!opened.fingerprints->isValid())
                return;
            const models::Secrets mask = result->secrets();
            Run run = runOf(*result, *opened.fingerprints);
            run.kind = Run::Kind::Apply;
            run.outcome = outcome.outcome;
            run.at = outcome.at;
            run.milliseconds = outcome.milliseconds;
            run.serial = outcome.serial;
            run.result = content(mask);
            run.message = qstring(mask.masked(outcome.message.toStdString()));
            QHash<QString, const Change*> byAddress;
            for (const Change& change : outcome.changes)
                byAddress.insert(qstring(mask.masked(change.address.toStdString())), &change);
            for (Change& change : run.changes)
                if (const Change* reported = byAddress.value(change.address)) {
                    change.outcome = reported->outcome;
                    change.milliseconds = reported->milliseconds;
                }
            if (opened.store->add(run))
                Q_EMIT extended(result->request.folder);
        });
}

void History::list(const QString& folder) {
    post([this, folder](OpenedStore& opened) {
        QVector<Run> runs = opened.store->runs(folder);
        for (Run& run : runs)
            run.isComparable = opened.isComparable(run);
        Q_EMIT listed(folder, runs);
    });
}

void History::load(qint64 id) {
    post([this, id](OpenedStore& opened) {
        if (std::optional<Run> run = opened.store->run(id)) {
            run->isComparable = opened.isComparable(*run);
            Q_EMIT loaded(*run);
        }
    });
}

void History::compare(qint64 id, std::shared_ptr<const session::Result> result, quint64 number) {
    post([this, id, result = std::move(result), number](OpenedStore& opened) {
        const std::optional<Run> run = opened.store->run(id);
        Q_EMIT compared(number, run && opened.isComparable(*run)
                                    ? history::compare(*run, runOf(*result, *opened.fingerprints))
                                    : Comparison());
    });
}

} // namespace planlens::history
