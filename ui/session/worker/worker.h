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
#include <optional>
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
struct OpenedState;
struct Project;
struct StateOptions;
} // namespace planlens::workspace
namespace planlens::diags {
struct Diagnostic;
class Diagnostics;
} // namespace planlens::diags
namespace planlens::history {
class ApprovedPlan;
}
namespace planlens::plans {
struct Plan;
}
namespace planlens::states {
struct File;
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

/// The part of a planning session that lives in its thread.
class Worker final : public QObject {
    Q_OBJECT
public:
    /// `log` receives the messages of providers and the engine; `ended` kills like kill(), for the last time.
    Worker(std::shared_ptr<LogBuffer> log, std::stop_token ended);
    ~Worker() override;

    /// Thread-safe. Stops running work; requests of older generations are not started.
    void supersede(quint64 generation);
    void stop();
    /// Thread-safe. Stops, and interrupts the running operations of an apply.
    void interrupt();
    /// Thread-safe. Kills the plugins and the running operations. The next plan starts other plugins.
    void kill();
    /// Thread-safe.
    std::vector<providers::plugin::Status> plugins() const;
    /// Thread-safe. Forwards pending events of an apply.
    void passOnEvents();
    /// Must be called on its own thread. Sets how long idle providers keep running.
    void stopPluginsAfter(std::chrono::milliseconds idle);

    /// Exceptions are reported as a diagnostic of the result.
    void plan(quint64 generation, const Request& request);
    void apply(quint64 generation, const std::shared_ptr<const Result>& result);
    /// Reports an error instead of planning. Thread-safe.
    void failPlan(quint64 generation, const Request& request, const diags::Diagnostic& why);

Q_SIGNALS:
    void progressed(quint64 generation, const planlens::session::Progress& progress);
    void planned(quint64 generation, std::shared_ptr<const planlens::session::Result> result);
    void applyProgressed(quint64 generation, const QVector<planlens::session::ApplyEvent>& events);
    void applied(quint64 generation, const planlens::session::ApplyReport& report);
    /// The state of an apply could not be saved; this is its only copy. Emitted before `applied`.
    void stateUnsaved(const QByteArray& state);

private:
    void runPlan(quint64 generation, const Request& request);
    void runApply(quint64 generation, const std::shared_ptr<const Result>& result);
    /// A scope in which providers are in use.
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
    std::stop_token forced() const;
    void useFolder(const QString& folder);
    void makePool();
    backends::ToolRun toolRun(const Result& result, std::stop_token stop) const;
    /// `generation` is that of the work, which reports its progress.
    workspace::StateOptions stateOptions(quint64 generation, const Result& result, std::string_view operation,
                                         std::stop_token stop);
    /// Adds the result of opening the folder. Returns false if planning is impossible.
    bool addProject(Result& result, const workspace::Project& project, diags::Diagnostics& diagnostics) const;
    /// Adds the plan of a project, if there is one.
    void planProject(Result& result, const workspace::Project& project, std::stop_token stop,
                     diags::Diagnostics& diagnostics);
    std::optional<states::File> lockState(quint64 generation, const Result& result, std::stop_token stop,
                                          std::optional<workspace::OpenedState>& opened,
                                          diags::Diagnostics& diagnostics);
    std::unique_ptr<const history::ApprovedPlan> storeApproved(const Result& result);
    diags::Diagnostics applyThroughTool(const Result& result, EventBatcher& batcher, std::stop_token stop,
                                        ApplyReport& report);
    /// Validates the configuration of the request. Skipped if nothing is read and the texts are those of the last
    /// validation.
    void validate(engine::PlanRequest& request, Reading reading, EventBatcher& batcher, std::stop_token stop,
                  diags::Diagnostics& diagnostics);
    void stopPlugins();
    /// Reads the finished plan of a request.
    void openFinished(quint64 generation, const Request& request, std::stop_token stop);
    diags::Diagnostics openSaved(Result& result, const QByteArray& bytes, std::stop_token stop);
    /// Opens a saved plan for review, with the schemas that are known.
    diags::Diagnostics openForReview(Result& result, std::string_view bytes, std::stop_token stop);
    /// Opens a saved plan of a trusted folder with everything that applying it needs. After an error the result is
    /// unchanged, and the plan cannot be applied.
    diags::Diagnostics openToApply(Result& result, std::string_view bytes, const std::stop_token& stop);
    /// Checks that the state is that of the plan, and selects the tool that applies it, if any.
    diags::Diagnostics checkStateOf(Result& result, const workspace::Project& project, const plans::Plan& plan,
                                    const std::stop_token& stop);

    const std::shared_ptr<LogBuffer> m_log;
    const std::stop_token m_ended;
    QTimer* m_idle; // runs while idle
    std::atomic<quint64> m_newest = 0;
    mutable std::mutex m_mutex; // protects the stop sources and requests, the batcher and the registry pointer
    quint64 m_stopped = 0;      // the last request that was stopped, possibly before the worker began it
    std::stop_source m_stop;
    std::stop_source m_interrupted;    // running operations of an apply
    std::stop_source m_forced;         // of the current plugins and operations; another one after they are killed
    EventBatcher* m_batcher = nullptr; // of the current apply

    QByteArray m_piped; // the whole standard input, once read
    QString m_folder;
    std::shared_ptr<providers::DefaultRegistry> m_registry;
    std::shared_ptr<engine::ProviderPool> m_providers;            // created by the registry
    std::shared_ptr<const engine::ProviderReadCache> m_readCache; // of the last plan of the folder
    struct Validated;
    std::unique_ptr<Validated> m_validated; // with the current providers
    const std::unique_ptr<RiskWatch> m_risks;
    const std::stop_callback<std::function<void()>> m_onEnded;
};

} // namespace planlens::session
