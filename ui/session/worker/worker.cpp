// SPDX-License-Identifier: MPL-2.0
#include "ui/session/worker/worker.h"

#include "core/backends/tool.h"
#include "core/backends/types.h"
#include "core/configs/config.h"
#include "core/engine/apply.h"
#include "core/engine/provider_pool.h"
#include "core/engine/state_keeper.h"
#include "core/formats/applied_inputs.h"
#include "core/masking/state_secrets.h"
#include "core/plans/plan.h"
#include "core/providers/registry.h"
#include "core/system/environment.h"
#include "core/system/unexpected_error.h"
#include "core/workspace/saved_plan.h"
#include "core/workspace/state_access.h"
#include "core/workspace/tool_apply.h"
#include "ui/basics/background_delete.h"
#include "ui/basics/secrets.h"
#include "ui/basics/text.h"
#include "ui/history/approved_plan.h"
#include "ui/models/attribute_rows.h"
#include "ui/session/diagnostic_text.h"
#include "ui/session/log_buffer.h"
#include "ui/session/open_options.h"
#include "ui/session/reading/plan_file.h"
#include "ui/session/risk_watch.h"
#include "ui/session/session_result.h"
#include "ui/session/worker/event_batcher.h"

#include <QTimer>

#include <filesystem>
#include <optional>

namespace planlens::session {

namespace fs = std::filesystem;

namespace {

void noteCounts(ApplyReport& report, const engine::ApplyOutcome::Counts& counts) {
    report.imported = int(counts.imported);
    report.added = int(counts.added);
    report.changed = int(counts.changed);
    report.destroyed = int(counts.destroyed);
    report.forgotten = int(counts.forgotten);
}

void noteOutputs(ApplyReport& report, const states::State& state, const masking::Secrets& secrets) {
    for (const auto& [name, output] : state.outputs)
        report.outputs.append({qstring(name),
                               output.sensitive ? models::secretMask() : models::valueText(output.value, secrets),
                               output.sensitive});
}

} // namespace

Worker::Work::Work(Worker& worker)
    : m_worker(worker) {
    m_worker.m_idle->stop();
}
Worker::Work::~Work() {
    m_worker.m_idle->start();
}

struct Worker::Validated {
    configs::ConfigPtr config;
    diags::Diagnostics diagnostics;
};

Worker::Worker(std::shared_ptr<LogBuffer> log, std::stop_token ended)
    : m_log(std::move(log))
    , m_ended(std::move(ended))
    , m_idle(new QTimer(this))
    , m_risks(std::make_unique<RiskWatch>())
    , m_onEnded(m_ended, [this] { kill(); }) {
    m_idle->setSingleShot(true);
    m_idle->setInterval(std::chrono::minutes(5));
    connect(m_idle, &QTimer::timeout, this, &Worker::stopPlugins);
}

Worker::~Worker() {
    deleteInBackground(std::move(m_readCache));
}

std::vector<providers::plugin::Status> Worker::plugins() const {
    const std::lock_guard lock(m_mutex);
    return m_registry ? m_registry->plugins() : std::vector<providers::plugin::Status>();
}

void Worker::stopPluginsAfter(std::chrono::milliseconds idle) {
    m_idle->setInterval(idle);
}

void Worker::stopPlugins() {
    if (!m_registry)
        return;
    makePool();
    m_registry->releaseSpares();
}

void Worker::makePool() {
    m_validated.reset();
    m_providers = engine::makeProviderPool(
        m_registry, [registry = m_registry, log = m_log](const addrs::Provider& provider, const values::Value& config) {
            // The secrets of its configuration must be known before it can write them to its log.
            const auto schema = registry->schema(provider, {});
            if (schema.isOk() && (*schema)->provider)
                log->addSecrets(masking::secretsOf(config, (*schema)->provider->block));
        });
}

void Worker::validate(engine::PlanRequest& request, Reading reading, EventBatcher& batcher, std::stop_token stop,
                      diags::Diagnostics& diagnostics) {
    const bool isEstimate = request.providers != m_providers;
    const bool isKnown = !isEstimate && reading == Reading::AsBefore && m_validated &&
                         m_validated->config->workspace == request.config->workspace &&
                         m_validated->config->sources.haveSameTexts(request.config->sources);
    if (isKnown) {
        diagnostics.append(m_validated->diagnostics);
        return;
    }
    diags::Result<engine::ConfigGraphPtr> graph =
        engine::validate(*request.config, *request.providers, batcher, std::move(stop));
    if (graph.value && !isEstimate)
        m_validated = std::make_unique<Validated>(Validated{request.config, graph.diagnostics});
    diagnostics.append(std::move(graph.diagnostics));
    request.graph = graph.value.value_or(nullptr);
}

void Worker::supersede(quint64 generation) {
    const std::lock_guard lock(m_mutex);
    m_newest = generation;
    m_stop.request_stop();
}

void Worker::stop() {
    const std::lock_guard lock(m_mutex);
    m_stopped = m_newest;
    m_stop.request_stop();
}

void Worker::interrupt() {
    stop();
    const std::lock_guard lock(m_mutex);
    m_interrupted.request_stop();
}

void Worker::kill() {
    interrupt();
    std::unique_lock lock(m_mutex);
    std::stop_source killed = m_forced;
    lock.unlock(); // plugins end in this call
    killed.request_stop();
}

std::stop_token Worker::forced() const {
    const std::lock_guard lock(m_mutex);
    return m_forced.get_token();
}

void Worker::passOnEvents() {
    const std::lock_guard lock(m_mutex);
    if (m_batcher)
        m_batcher->flush();
}

void Worker::plan(quint64 generation, const Request& request) {
    try {
        runPlan(generation, request);
    } catch (...) {
        failPlan(generation, request, system::unexpectedError(system::currentException()));
    }
}

void Worker::failPlan(quint64 generation, const Request& request, const diags::Diagnostic& why) {
    const auto result = std::make_shared<Result>();
    result->generation = generation;
    result->request = request;
    result->diagnostics = diagnosticTexts(why, {});
    result->prepare({});
    Q_EMIT planned(generation, result);
}

void Worker::apply(quint64 generation, const std::shared_ptr<const Result>& result) {
    try {
        runApply(generation, result);
    } catch (...) {
        ApplyReport report;
        report.hasStarted = true;
        report.hasFailed = true;
        report.diagnostics = diagnosticTexts(system::unexpectedError(system::currentException()), {});
        Q_EMIT applied(generation, report);
    }
}

std::stop_token Worker::begin(quint64 generation) {
    const std::lock_guard lock(m_mutex);
    m_stop = std::stop_source();
    m_interrupted = std::stop_source();
    if (generation != m_newest || generation == m_stopped)
        m_stop.request_stop();
    return m_stop.get_token();
}

void Worker::useFolder(const QString& folder) {
    const bool isKilled = forced().stop_requested();
    if (folder == m_folder && m_providers && !isKilled)
        return;
    if (isKilled && !m_ended.stop_requested()) {
        const std::lock_guard lock(m_mutex);
        m_forced = {};
    }
    m_folder = folder;
    m_readCache.reset();
    // Problems of the CLI configuration are ignored here: the command-line interface reports them. Only relative paths
    // in it need the working directory, which may have been deleted.
    const auto here = system::currentDirectory();
    diags::Result<providers::CliConfig> config =
        providers::loadCliConfig(system::ownEnvironment(), here ? here->string() : std::string());
    auto registry = std::make_shared<providers::DefaultRegistry>(
        folder.toStdString(), std::move(config.value).value_or(providers::CliConfig()),
        [log = m_log](const providers::plugin::LogEntry& entry) { log->add(entry); }, forced());
    {
        const std::lock_guard lock(m_mutex);
        std::swap(m_registry, registry);
    }
    makePool();
}

backends::ToolRun Worker::toolRun(const Result& result, std::stop_token stop) const {
    backends::ToolRun run = session::toolRun(result.request, std::move(stop));
    run.forced = forced();
    return run;
}

diags::Diagnostics Worker::applyThroughTool(const Result& result, EventBatcher& batcher, std::stop_token stop,
                                            ApplyReport& report) {
    diags::Diagnostics diagnostics = workspace::checkPlansCanBeSaved(result.stateSource.location);
    if (diagnostics.hasErrors())
        return diagnostics;
    diags::Result<QByteArray> saved; // the file of the plan, if it was opened from one
    if (result.finished)
        saved = readPlanFile(result.finished->file);
    if (saved.hasErrors())
        return saved.diagnostics;
    const history::ApprovedPlan approved =
        result.finished
            ? history::ApprovedPlan(*saved.value, result.planHash, diagnostics)
            : history::ApprovedPlan(*result.plan, result.stateSource.tool->program, *result.config,
                                    result.stateSource.location.encryption.plan(), result.planHash, diagnostics);
    const std::stop_callback removedInAnyCase(forced(), [&approved] { approved.remove(); });
    const fs::path& file = approved.path();
    if (diagnostics.hasErrors())
        return diagnostics;
    m_log->add(LogLevel::Info, "planlens",
               "Applying the plan through " + result.stateSource.tool->path.string() + " apply");
    report.hasStarted = true;
    workspace::ToolOutcome outcome =
        workspace::applyThrough(*result.stateSource.tool, toolRun(result, stop), file, {}, batcher);
    diagnostics.append(std::move(outcome.diagnostics));
    report.wasStopped = outcome.stopped;
    noteCounts(report, outcome.counts);
    const diags::Result<backends::StoredState> stored =
        backends::makeToolBackend(*result.stateSource.tool, toolRun(result, {}),
                                  backends::findBackendType(result.stateSource.location.backend.type))
            ->state(result.stateSource.location.backend.workspace)
            ->read({});
    report.stateSerial = stored.value ? stored->file.serial : result.stateSource.serial;
    if (stored.value) {
        m_log->addSecrets(models::secretsOf(*stored->file.state));
        noteOutputs(report, *stored->file.state, *m_log->mask());
    }
    return diagnostics;
}

/// Sets the batcher of an apply for the lifetime of this object.
class Worker::BatchScope {
public:
    BatchScope(Worker& worker, EventBatcher& batcher)
        : m_worker(worker) {
        set(&batcher);
    }
    ~BatchScope() { set(nullptr); }
    BatchScope(const BatchScope&) = delete;
    BatchScope& operator=(const BatchScope&) = delete;

private:
    void set(EventBatcher* batcher) {
        const std::lock_guard lock(m_worker.m_mutex);
        m_worker.m_batcher = batcher;
    }
    Worker& m_worker;
};

/// Opens and locks the state of a plan. Returns its contents; nullopt if it is no longer the state of the plan.
std::optional<states::File> Worker::lockState(quint64 generation, const Result& result, std::stop_token stop,
                                              std::optional<workspace::OpenedState>& opened,
                                              diags::Diagnostics& diagnostics) {
    workspace::Project project;
    project.directory = result.request.folder.toStdString();
    project.state = result.stateSource.location;
    const workspace::StateOptions options = stateOptions(generation, result, "OperationTypeApply", stop);
    opened = workspace::openState(project, options).into(diagnostics);
    if (!opened)
        return {};
    std::optional<states::File> state = workspace::readState(*opened, options).into(diagnostics);
    if (!state || diagnostics.hasErrors())
        return {};
    const plans::Plan& plan = *result.plan;
    if (result.finished)
        diagnostics.append(workspace::checkFresh(plan, *state));
    if (diagnostics.hasErrors())
        return {};
    if (workspace::isOfOtherState(plan, *state)) {
        diagnostics.error(tr("The state has changed").toStdString(),
                          tr("The state changed after this plan was created, so the approved plan is out of date. "
                             "Nothing was applied. Plan again and approve the new plan.")
                              .toStdString());
        return {};
    }
    return state;
}

/// Stores the bytes of an approved plan while it is applied. Null if that is not possible; the log says why.
std::unique_ptr<const history::ApprovedPlan> Worker::storeApproved(const Result& result) {
    // An encrypted plan must not be stored unencrypted.
    diags::Diagnostics problems = workspace::checkPlansCanBeSaved(result.stateSource.location);
    // A plan contains the state, so it is encrypted if either of them is.
    const workspace::FolderEncryption& encryption = result.stateSource.location.encryption;
    std::unique_ptr<const history::ApprovedPlan> approved;
    if (!problems.hasErrors())
        approved = std::make_unique<const history::ApprovedPlan>(
            *result.plan, result.plan->program, *result.config,
            encryption.plan() ? encryption.plan() : encryption.state(), result.planHash, problems);
    for (const diags::Diagnostic& diagnostic : problems)
        m_log->add(LogLevel::Warning, "planlens", diagnostic.summary);
    return approved;
}

void Worker::runApply(quint64 generation, const std::shared_ptr<const Result>& result) {
    const Work work(*this);
    const std::stop_token stop = begin(generation);
    ApplyReport report;
    diags::Diagnostics diagnostics;
    const auto finish = [&] {
        report.diagnostics =
            diagnosticTexts(diagnostics, {result && result->config ? &result->config->sources : nullptr});
        maskSecrets(report.diagnostics, *m_log->mask());
        report.hasFailed = diagnostics.hasErrors();
        Q_EMIT applied(generation, report);
    };
    const bool isSaved = result && result->finished; // from a file
    if (!result || !result->plan || !result->plan->canApply() ||
        (isSaved && !result->finished->notApplicable.isEmpty())) {
        diagnostics.error(tr("Nothing to apply").toStdString(),
                          tr("This plan cannot be applied. Plan again.").toStdString());
        return finish();
    }
    useFolder(result->request.folder);
    const fs::path folder = result->request.folder.toStdString();
    const plans::Plan& plan = *result->plan;
    EventBatcher batcher(
        {[this, generation](const Progress& progress) { Q_EMIT progressed(generation, progress); },
         [this, generation](const QVector<ApplyEvent>& events) { Q_EMIT applyProgressed(generation, events); },
         [this](LogLevel level, const std::string& source, const std::string& text) {
             m_log->add(level, source, text);
         }});
    const BatchScope scope(*this, batcher);
    if (result->stateSource.tool) {
        diagnostics.append(applyThroughTool(*result, batcher, stop, report));
        batcher.flush();
        m_readCache.reset();
        return finish();
    }
    std::optional<workspace::OpenedState> opened;
    const std::optional<states::File> state = lockState(generation, *result, stop, opened, diagnostics);
    if (!state)
        return finish();
    const std::unique_ptr<const history::ApprovedPlan> approved = storeApproved(*result); // deleted afterwards
    engine::ApplyRequest request;
    request.plan = result->plan;
    request.config = result->config;
    request.providers = m_providers;
    request.variables = result->variables;
    {
        const std::lock_guard lock(m_mutex);
        request.interrupted = m_interrupted.get_token();
    }
    request.forced = forced();
    engine::StateKeeper keeper(*opened->state, *state, [this](const diags::Diagnostics& loss) {
        for (const diags::Diagnostic& warning : loss)
            m_log->add(LogLevel::Warning, "planlens", warning.summary + ": " + warning.detail);
    });
    report.hasStarted = true;
    engine::ApplyOutcome outcome = engine::apply(request, batcher, keeper, stop);
    batcher.flush();
    diagnostics.append(std::move(outcome.diagnostics));
    engine::StateKeeper::Finish kept = keeper.finish(folder);
    diagnostics.append(std::move(kept.diagnostics));
    if (kept.unsaved)
        Q_EMIT stateUnsaved(QByteArray::fromStdString(*kept.unsaved));
    diagnostics.append(opened->unlock());
    m_readCache.reset();
    if (const auto& saved = keeper.saved().state) {
        m_log->addSecrets(models::secretsOf(*saved));
        noteOutputs(report, *saved, *m_log->mask());
    }
    if (!diagnostics.hasErrors() && !outcome.stopped)
        formats::keepInputs(plan, keeper.saved());
    report.wasStopped = outcome.stopped;
    noteCounts(report, outcome.counts);
    report.stateSerial = keeper.saved().state ? keeper.saved().serial : plan.stateSerial;
    finish();
}

} // namespace planlens::session
