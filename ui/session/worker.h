// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/session/session_types.h"

#include <QObject>

#include <atomic>
#include <memory>
#include <mutex>
#include <stop_token>

namespace planlens::engine {
class ProviderPool;
class Refreshed;
}
namespace planlens::providers {
class DefaultRegistry;
}

namespace planlens::session {

struct Result;

/// The part of a planning session that lives on its thread.
class Worker final : public QObject {
    Q_OBJECT
public:
    Worker();
    ~Worker() override;

    /// From any thread: stops what is under way; what is of an older generation does not start any more.
    void supersede(quint64 generation);
    void stop();
    /// On its own thread: that thread and those it starts take what the window leaves of the processors.
    void yieldToWindow();

    void plan(quint64 generation, const Request& request);
    void apply(quint64 generation, const std::shared_ptr<const Result>& result);

Q_SIGNALS:
    void progressed(quint64 generation, const planlens::session::Progress& progress);
    void planned(quint64 generation, std::shared_ptr<const planlens::session::Result> result);
    void applyProgressed(quint64 generation, const QVector<planlens::session::ApplyEvent>& events);
    void applied(quint64 generation, const planlens::session::ApplyReport& report);
    void logged(const QStringList& lines);

private:
    std::stop_token begin(quint64 generation);
    void useFolder(const QString& folder);

    std::atomic<quint64> m_newest = 0;
    std::mutex m_mutex; // guards the stop source
    std::stop_source m_stop;

    QString m_folder;
    std::shared_ptr<providers::DefaultRegistry> m_registry;
    std::shared_ptr<engine::ProviderPool> m_providers; // of the registry
    std::shared_ptr<const engine::Refreshed> m_refreshed; // of the folder's last plan
};

} // namespace planlens::session
