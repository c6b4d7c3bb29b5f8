// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

#include <QByteArray>
#include <QObject>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string_view>
#include <vector>

class QTimer;

namespace planlens::engine {
class ProviderPool;
class ProviderReadCache;
struct PlanRequest;
} // namespace planlens::engine
namespace planlens::backends {
struct ToolRun;
}
namespace planlens::workspace {
struct Project;
struct StateOptions;
} // namespace planlens::workspace
namespace planlens::diags {
class Diagnostics;
}
namespace planlens::providers {
class DefaultRegistry;
namespace plugin {
struct Status;
}
} // namespace planlens::providers

namespace planlens::session {

class LogBuffer;
class EventBatcher;
class RiskWatch;
struct Result;

/// The part of a planning session that lives on its thread.
class Worker final : public QObject {
    Q_OBJECT
public:
    /// The log gets what providers and the engine say; `forced` kills the plugins.
    Worker(std::shared_ptr<LogBuffer> log, std::stop_token forced);
    ~Worker() override;

    /// From any thread: stops what is under way; what is of an older generation does not start any more.
    void supersede(quint64 generation);
    void stop();
    /// From any thread.
    std::vector<providers::plugin::Status> plugins() const;
    /// From any thread: passes on what an apply has told and is still held back.
    void passOnEvents();
    /// On its own thread: how long providers stay running when there is nothing to do.
    void stopPluginsAfter(std::chrono::milliseconds idle);

    /// Exceptions become a diagnostic of the result.
    void plan(quint64 generation, const Request& request);
    void apply(quint64 generation, const std::shared_ptr<const Result>& result);

Q_SIGNALS:
    void progressed(quint64 generation, const planlens::session::Progress& progress);
    void planned(quint64 generation, std::shared_ptr<const planlens::session::Result> result);
    void applyProgressed(quint64 generation, const QVector<planlens::session::ApplyEvent>& events);
    void applied(quint64 generation, const planlens::session::ApplyReport& report);
    /// The state of an apply could be written nowhere; this is its text. Comes before `applied`.
    void stateUnsaved(const QByteArray& state);

private:
    void runPlan(quint64 generation, const Request& request);
    void runApply(quint64 generation, const std::shared_ptr<const Result>& result);
    /// The time in which providers are needed.
    class Work {
    public:
        explicit Work(Worker& worker);
        ~Work();
        Work(const Work&) = delete;
        Work& operator=(const Work&) = delete;

    private:
        Worker& m_worker;
    };
    class BatchScope;
    std::stop_token begin(quint64 generation);
    void useFolder(const QString& folder);
    void makePool();
    backends::ToolRun toolRun(const Result& result, std::stop_token stop) const;
    workspace::StateOptions stateOptions(const Result& result, std::string_view operation, std::stop_token stop);
    /// Adds what opening the folder found to the result. False if there cannot be a plan.
    bool takeProject(Result& result, const workspace::Project& project, diags::Diagnostics& diagnostics) const;
    /// Adds the plan of a project to the result, if there is one.
    void planProject(Result& result, const workspace::Project& project, std::stop_token stop,
                     diags::Diagnostics& diagnostics);
    diags::Diagnostics applyThroughTool(const Result& result, EventBatcher& batcher, std::stop_token stop,
                                        ApplyReport& report);
    /// Validates the configuration of the request. One with the same texts as the last is not validated again where
    /// nothing is read.
    void validate(engine::PlanRequest& request, Reading reading, EventBatcher& batcher, std::stop_token stop,
                  diags::Diagnostics& diagnostics);
    void stopPlugins();
    /// Reads the finished plan that a request names.
    void openFinished(quint64 generation, const Request& request, std::stop_token stop);
    diags::Diagnostics openSaved(Result& result, const QByteArray& bytes, std::stop_token stop);

    const std::shared_ptr<LogBuffer> m_log;
    const std::stop_token m_forced;
    QTimer* m_idle; // runs while there is nothing to do
    std::atomic<quint64> m_newest = 0;
    mutable std::mutex m_mutex; // guards the stop source, the batcher, and which registry it is
    std::stop_source m_stop;
    EventBatcher* m_batcher = nullptr; // of the apply under way

    QByteArray m_piped; // all of the standard input, once it was read
    QString m_folder;
    std::shared_ptr<providers::DefaultRegistry> m_registry;
    std::shared_ptr<engine::ProviderPool> m_providers;            // of the registry
    std::shared_ptr<const engine::ProviderReadCache> m_readCache; // of the folder's last plan
    struct Validated;
    std::unique_ptr<Validated> m_validated; // with these providers
    const std::unique_ptr<RiskWatch> m_risks;
};

} // namespace planlens::session
