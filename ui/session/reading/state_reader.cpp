// SPDX-License-Identifier: MPL-2.0
#include "ui/session/reading/state_reader.h"

#include "core/plans/plan.h"
#include "ui/basics/background.h"
#include "ui/session/reading/read_state.h"
#include "ui/session/session_result.h"

#include <QFutureWatcher>

namespace planlens::session {

StateReader::StateReader(QObject* parent)
    : QObject(parent) {}
StateReader::~StateReader() {
    m_stop.request_stop();
}

void StateReader::start(Read read) {
    forget();
    auto* watcher = new QFutureWatcher<StateSnapshotPtr>(this);
    connect(watcher, &QFutureWatcher<StateSnapshotPtr>::finished, this, [this, watcher, generation = m_generation] {
        watcher->deleteLater();
        if (generation != m_generation)
            return;
        Q_EMIT finished(takeResult(watcher->future()));
    });
    watcher->setFuture(inBackground([read = std::move(read), stop = m_stop.get_token()] { return read(stop); }));
}

void StateReader::forget() {
    ++m_generation;
    m_stop.request_stop();
    m_stop = {};
}

void StateReader::readFolder(const Request& request, std::shared_ptr<const Result> result) {
    start([request, result = std::move(result)](std::stop_token stop) {
        return readStateOf(request, result && result->plan ? result->plan->schemas : plans::Schemas(), std::move(stop));
    });
}

void StateReader::readPlan(std::shared_ptr<const Result> result) {
    start([result = std::move(result)](std::stop_token) {
        return snapshotOf(*result->plan, result->finished ? result->finished->name() : QString());
    });
}

} // namespace planlens::session
