// SPDX-License-Identifier: MPL-2.0
#include "ui/session/worker.h"

#include "core/configs/terraform_syntax.h"
#include "core/engine/apply.h"
#include "core/engine/provider_pool.h"
#include "core/engine/state_keeper.h"
#include "core/formats/kept_schemas.h"
#include "core/formats/plan_json.h"
#include "core/lang/files_read.h"
#include "core/providers/folder_registry.h"
#include "core/providers/registry.h"
#include "core/providers/simulated/simulated_registry.h"
#include "core/report/generated_config.h"
#include "core/schemas/values_by_schema.h"
#include "core/states/manager.h"
#include "core/states/workspace.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/system/unexpected_error.h"
#include "core/workspace/state_location.h"
#include "ui/history/approved_plan.h"
#include "ui/models/text.h"
#include "ui/session/diagnostic_text.h"
#include "ui/session/disposal.h"
#include "ui/session/log_buffer.h"
#include "ui/session/plan_file.h"
#include "ui/session/questions.h"
#include "ui/session/relay.h"
#include "ui/session/risk_watch.h"
#include "ui/session/session_result.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
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

/// Lets go of a state's lock with the scope.
class LockGuard {
public:
    explicit LockGuard(states::LocalManager& manager) : m_manager(manager) {}
    ~LockGuard() { release(); }
    LockGuard(const LockGuard&) = delete;
    LockGuard& operator=(const LockGuard&) = delete;
    diags::Diagnostics release() { return m_manager.isLocked() ? m_manager.unlock() : diags::Diagnostics(); }

private:
    states::LocalManager& m_manager;
};

diags::Result<states::File> readLocked(states::LocalManager& manager, std::stop_token stop) {
    diags::Diagnostics locked = manager.lock("OperationTypePlan", {}, stop);
    return locked.hasErrors() ? std::move(locked) : manager.read();
}

/// Values typed in win over all others; what is not declared any more is left out.
void addTyped(configs::GivenVariables& given, const Request& request) {
    for (auto it = request.variables.begin(); it != request.variables.end(); ++it)
        given.insert_or_assign(it.key().toStdString(), configs::GivenVariable{configs::GivenVariable::Source::Interactive, it.value().toStdString(), {}});
}

/// Texts that the values of sensitive and ephemeral variables are.
models::Secrets secretsOf(const configs::Module& root, const std::map<std::string, configs::RootVariable>& variables, const Request& request) {
    std::vector<std::string> secrets;
    const auto add = [&](const values::Value& value, models::Sensitive sensitive) {
        const models::Secrets found = models::secretsOf(value, sensitive);
        secrets.insert(secrets.end(), found.begin(), found.end());
    };
    for (const auto& [name, declared] : root.variables) {
        const bool isSecret = declared.sensitive || declared.ephemeral;
        if (const auto variable = variables.find(name); variable != variables.end())
            add(variable->second.value, isSecret ? models::Sensitive::All : models::Sensitive::Marked);
        if (const QString typed = request.variables.value(qstring(name)); isSecret && !typed.isEmpty())
            add(values::Value::string(typed.toStdString()), models::Sensitive::All);
    }
    return secrets;
}

plans::Mode planMode(PlanMode mode) {
    switch (mode) {
    case PlanMode::Normal: return plans::Mode::Normal;
    case PlanMode::RefreshOnly: return plans::Mode::RefreshOnly;
    case PlanMode::Destroy: return plans::Mode::Destroy;
    }
    return plans::Mode::Normal;
}

void readTargets(const QStringList& texts, std::vector<addrs::TargetSubject>& targets, diags::Diagnostics& diagnostics) {
    for (const QString& text : texts) {
        diags::Result<addrs::Target> target = addrs::parseTargetText(text.toStdString());
        diagnostics.append(std::move(target.diagnostics));
        if (target.value)
            targets.push_back(target.value->subject);
    }
}

} // namespace

/// The time in which providers are needed.
class Worker::Work {
public:
    explicit Work(Worker& worker) : m_worker(worker) { m_worker.m_idle->stop(); }
    ~Work() { m_worker.m_idle->start(); }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

private:
    Worker& m_worker;
};

struct Worker::Validated {
    configs::ConfigPtr config;
    diags::Diagnostics diagnostics;
};

Worker::Worker(std::shared_ptr<LogBuffer> log, std::stop_token forced) : m_log(std::move(log)), m_forced(std::move(forced)), m_idle(new QTimer(this)),
      m_risks(std::make_unique<RiskWatch>()) {
    m_idle->setSingleShot(true);
    m_idle->setInterval(std::chrono::minutes(5));
    connect(m_idle, &QTimer::timeout, this, &Worker::stopPlugins);
}

Worker::~Worker() { dispose(std::move(m_refreshed)); }

std::vector<providers::plugin::Status> Worker::plugins() const {
    const std::lock_guard lock(m_mutex);
    return m_registry ? m_registry->plugins() : std::vector<providers::plugin::Status>();
}

void Worker::stopPluginsAfter(std::chrono::milliseconds idle) { m_idle->setInterval(idle); }

void Worker::stopPlugins() {
    if (!m_registry)
        return;
    makePool();
    m_registry->releaseSpares();
}

void Worker::makePool() {
    m_validated.reset();
    m_providers = engine::makeProviderPool(m_registry, [registry = m_registry, log = m_log](const addrs::Provider& provider, const values::Value& config) {
        // What its configuration says is secret, before it can say so itself.
        const auto schema = registry->schema(provider, {});
        if (schema.isOk() && (*schema)->provider)
            log->addSecrets(models::secretsOf(config.withPathMarks(schemas::sensitivePaths((*schema)->provider->block, config)), models::Sensitive::Marked));
    });
}

void Worker::validate(engine::PlanRequest& request, Reading reading, Relay& relay, std::stop_token stop, diags::Diagnostics& diagnostics) {
    const bool isEstimate = request.providers != m_providers;
    const bool isKnown = !isEstimate && reading == Reading::AsBefore && m_validated && m_validated->config->sources.haveSameTexts(request.config->sources);
    if (isKnown) {
        diagnostics.append(m_validated->diagnostics);
        return;
    }
    diags::Result<engine::ConfigGraphPtr> graph = engine::validate(*request.config, *request.providers, relay, std::move(stop));
    if (graph.value && !isEstimate)
        m_validated = std::make_unique<Validated>(Validated{request.config, graph.diagnostics});
    diagnostics.append(std::move(graph.diagnostics));
    request.graph = graph.value.value_or(nullptr);
}

std::shared_ptr<engine::ProviderPool> Worker::estimating(const fs::path& folder, diags::Diagnostics& diagnostics) const {
    using namespace providers::simulated;
    const auto text = system::readFile(formats::keptSchemas(folder));
    if (!text && !text.error().isMissing()) {
        diagnostics.append(cannotRead(qstring(text.error().path.string()), qstring(text.error().reason())));
        return nullptr;
    }
    if (!text) {
        diagnostics.error(tr("No schemas to estimate with").toStdString(), tr("No plan has been made in this folder with its providers yet. Run \"tofu init\", and plan with them once.").toStdString());
        return nullptr;
    }
    diags::Result<SchemasByProvider> schemas = readProviderSchemas(*text);
    diagnostics.append(std::move(schemas.diagnostics));
    return schemas.value ? engine::makeProviderPool(std::make_shared<SimulatedRegistry>(*std::move(schemas.value), ReplacementRules(), m_registry)) : nullptr;
}

void Worker::supersede(quint64 generation) {
    m_newest = generation;
    stop();
}

void Worker::stop() {
    const std::lock_guard lock(m_mutex);
    m_stop.request_stop();
}

void Worker::passOnEvents() {
    const std::lock_guard lock(m_mutex);
    if (m_relay)
        m_relay->flush();
}

void Worker::plan(quint64 generation, const Request& request) {
    try {
        runPlan(generation, request);
    } catch (...) {
        const auto result = std::make_shared<Result>();
        result->generation = generation;
        result->request = request;
        result->diagnostics = diagnosticTexts(system::unexpectedError(system::currentExceptionText()), {});
        result->prepare({});
        Q_EMIT planned(generation, result);
    }
}

void Worker::apply(quint64 generation, const std::shared_ptr<const Result>& result) {
    try {
        runApply(generation, result);
    } catch (...) {
        ApplyReport report;
        report.hasStarted = true;
        report.hasFailed = true;
        report.diagnostics = diagnosticTexts(system::unexpectedError(system::currentExceptionText()), {});
        Q_EMIT applied(generation, report);
    }
}

std::stop_token Worker::begin(quint64 generation) {
    const std::lock_guard lock(m_mutex);
    m_stop = std::stop_source();
    if (generation != m_newest)
        m_stop.request_stop();
    return m_stop.get_token();
}

void Worker::useFolder(const QString& folder) {
    if (folder == m_folder && m_providers)
        return;
    m_folder = folder;
    m_refreshed.reset();
    // Problems of the CLI configuration are ignored here: the command-line interface reports them. Only relative paths in it need
    // the working directory, which may have been deleted.
    const auto here = system::currentDirectory();
    diags::Result<providers::CliConfig> config = providers::loadCliConfig(system::ownEnvironment(), here ? *here : fs::path());
    auto registry = std::make_shared<providers::DefaultRegistry>(
        fs::path(folder.toStdString()), config.value ? *std::move(config.value) : providers::CliConfig{},
        [log = m_log](const providers::plugin::LogEntry& entry) { log->add(entry); }, m_forced);
    {
        const std::lock_guard lock(m_mutex);
        std::swap(m_registry, registry);
    }
    makePool();
}

workspace::ToolRun Worker::toolRun(const Result& result, std::stop_token stop) const {
    workspace::ToolRun run{result.request.folder.toStdString(), system::ownEnvironment(), {}, std::move(stop), m_forced};
    if (!result.request.workspace.isEmpty())
        run.environment.push_back("TF_WORKSPACE=" + result.workspace.toStdString());
    // On a command line, others could read what was typed in.
    for (auto it = result.request.variables.begin(); it != result.request.variables.end(); ++it)
        run.environment.push_back("TF_VAR_" + it.key().toStdString() + "=" + it.value().toStdString());
    return run;
}

diags::Result<states::File> Worker::pullState(Result& result, std::stop_token stop) {
    const workspace::ToolRun run = toolRun(result, std::move(stop));
    const std::filesystem::path program = workspace::findTool({}, result.config->registry, run.environment);
    diags::Result<workspace::Tool> tool = workspace::askTool(program, result.location.whyThroughTool(), result.config->registry, run);
    if (!tool.isOk())
        return std::move(tool.diagnostics);
    result.tool = *tool.value;
    m_log->add(LogLevel::Info, "planlens", "Reading the state (" + result.location.whyThroughTool() + ") through " + program.string() + " state pull");
    Q_EMIT progressed(result.generation, {tr("Reading the state through %1").arg(qstring(program.string())), result.request.folder, 0, 0});
    return workspace::pullState(*tool.value, run);
}

diags::Diagnostics Worker::applyThroughTool(const Result& result, Relay& relay, std::stop_token stop, ApplyReport& report) {
    diags::Diagnostics diagnostics = workspace::checkPlansCanBeSaved(result.location);
    if (diagnostics.hasErrors())
        return diagnostics;
    const history::ApprovedPlan approved(*result.plan, result.tool->program, *result.config, result.planHash, diagnostics);
    const std::stop_callback removedInAnyCase(m_forced, [&approved] { approved.remove(); });
    const fs::path& file = approved.path();
    if (diagnostics.hasErrors())
        return diagnostics;
    m_log->add(LogLevel::Info, "planlens", "Applying the plan through " + result.tool->path.string() + " apply");
    report.hasStarted = true;
    workspace::ToolOutcome outcome = workspace::applyThrough(*result.tool, toolRun(result, stop), file, {}, relay);
    diagnostics.append(std::move(outcome.diagnostics));
    report.wasStopped = outcome.stopped;
    noteCounts(report, outcome.counts);
    const diags::Result<states::File> state = workspace::pullState(*result.tool, toolRun(result, {}));
    report.stateSerial = state.value ? state->serial : result.stateSerial;
    if (state.value && state->state)
        m_log->addSecrets(models::secretsOf(*state->state));
    return diagnostics;
}

void Worker::runPlan(quint64 generation, const Request& request) {
    const Work work(*this);
    const std::stop_token stop = begin(generation);
    if (generation != m_newest)
        return;
    if (!request.planFile.isEmpty())
        return openFinished(generation, request, stop);
    QElapsedTimer clock;
    clock.start();
    useFolder(request.folder);
    const fs::path folder = request.folder.toStdString();
    auto result = std::make_shared<Result>();
    result->generation = generation;
    result->request = request;
    diags::Diagnostics diagnostics;
    diags::Sources variableSources;
    models::Secrets secrets; // of the plan
    const auto finish = [&] {
        result->diagnostics =
            diagnosticTexts(diagnostics, {result->config ? &result->config->sources : nullptr, &variableSources});
        maskSecrets(result->diagnostics, *m_log->mask());
        result->milliseconds = int(clock.elapsed());
        result->wasStopped = stop.stop_requested();
        result->prepare(secrets);
        Q_EMIT planned(generation, std::move(result));
    };

    Q_EMIT progressed(generation, {tr("Loading"), request.folder, 0, 0});
    for (const std::string& name : states::listWorkspaces(folder))
        result->workspaces.append(qstring(name));
    std::string workspace = request.workspace.toStdString();
    if (workspace.empty())
        workspace = states::currentWorkspace(folder).into(diagnostics).value_or("default");
    result->workspace = qstring(workspace);

    std::vector<configs::VariableArgument> arguments;
    for (const QString& file : request.variableFiles)
        arguments.push_back({configs::VariableArgument::Kind::File, file.toStdString()});
    diags::Result<configs::CollectedVariables> collected = configs::collectVariables(folder, system::ownEnvironment(), arguments);
    diagnostics.append(std::move(collected.diagnostics));
    configs::LoadOptions load;
    load.directory = folder;
    load.dataDirectory = states::dataDirectory(folder);
    load.workspace = workspace;
    if (collected.value) {
        load.variables = collected.value->variables;
        addTyped(load.variables, request);
        variableSources = collected.value->sources;
    }
    load.registry = providers::registryOfFolder(folder);
    diags::Result<configs::ConfigPtr> config = configs::load(load);
    if (config.isOk()) {
        const diags::Result<workspace::StateLocation> location = workspace::stateLocation(**config, load, configs::encryptionOf(**config, system::ownEnvironment()));
        const std::string_view registry = providers::registryOfFolder(folder, location.value ? location->paths.state : fs::path());
        if (registry != load.registry) {
            load.registry = registry;
            config = configs::load(load);
        }
    }
    diagnostics.append(std::move(config.diagnostics));
    if (config.value)
        result->config = *config.value;
    if (result->config)
        for (const std::string& note : configs::terraformFileNotes(*result->config))
            diagnostics.warning("File of Terraform is not read", note);
    if (result->config && result->config->files.empty())
        diagnostics.error(tr("No configuration files").toStdString(),
                          tr("The folder %1 contains no OpenTofu configuration files. Choose a folder with .tf or .tofu files.").arg(request.folder).toStdString());
    if (!result->config || !result->config->root || diagnostics.hasErrors())
        return finish();
    const bool isEstimate = request.answers == Answers::Estimated;
    if (request.trust == Trust::NotGiven && !isEstimate) {
        result->untrusted = programs(*result->config, m_registry->packages());
        const diags::Result<workspace::StateLocation> where = workspace::stateLocation(*result->config, load, configs::encryptionOf(*result->config, system::ownEnvironment()));
        if (where.value && where->access == workspace::StateAccess::ThroughTool)
            result->untrusted.append(stateTool(*where.value, result->config->registry, system::ownEnvironment()));
        if (!result->untrusted.isEmpty())
            return finish();
    }
    const configs::Module& root = result->config->root->module;
    std::erase_if(load.variables, [&](const auto& given) {
        return given.second.source == configs::GivenVariable::Source::Interactive && !root.variables.contains(given.first);
    });
    result->typedVariables = typedVariables(root, request);
    result->missingVariables = missingVariables(root, load.variables, request);
    if (!result->missingVariables.isEmpty())
        return finish();
    auto variables = configs::rootVariables(root, load.variables);
    diagnostics.append(std::move(variables.diagnostics));
    if (variables.value)
        for (const auto& [name, variable] : *variables.value)
            diagnostics.append(variable.problems);
    result->missingVariables = refusedVariables(root, request, diagnostics);
    if (!result->missingVariables.isEmpty())
        return finish();
    if (variables.value)
        result->variables = *std::move(variables.value);
    m_log->addSecrets(secretsOf(root, result->variables, request));
    diags::Result<workspace::StateLocation> location = workspace::stateLocation(*result->config, load, configs::encryptionOf(*result->config, system::ownEnvironment()));
    diagnostics.append(std::move(location.diagnostics));
    // `init` may have been run since the last plan.
    if (m_registry->forgetChanged())
        makePool();
    if (!isEstimate && !diagnostics.hasErrors()) {
        diagnostics.append(providers::devOverrideWarning(m_registry->packages().config()));
        diagnostics.append(m_registry->packages().problems(providers::InstalledPackages::Form::Whole));
        if (!diagnostics.hasErrors())
            diagnostics.append(m_registry->packages().inconsistencies(result->config->providerRequirements(), result->config->registry));
        std::error_code none;
        result->canEstimate = diagnostics.hasErrors() && fs::exists(formats::keptSchemas(folder), none);
    }
    if (!diagnostics.hasErrors()) {
        const diags::Result<providers::LockFile> locks = providers::readLockFile(folder);
        diagnostics.append(locks.isOk() ? providers::checkLocksOfFolder(*locks, result->config->providerRequirements()) : locks.diagnostics);
    }
    const std::shared_ptr<engine::ProviderPool> providers = isEstimate ? estimating(folder, diagnostics) : m_providers;
    if (!location.value || diagnostics.hasErrors())
        return finish();
    result->location = *location.value;
    const bool isThroughTool = location->access == workspace::StateAccess::ThroughTool;
    if (isThroughTool && request.trust == Trust::NotGiven) {
        diagnostics.error(tr("The state is out of reach for an estimate").toStdString(),
                          tr("Only another program can read it (%1), and an estimate starts none in a folder that is not trusted. Plan, and trust the folder.")
                              .arg(qstring(location->whyThroughTool())).toStdString());
        return finish();
    }

    engine::PlanRequest planRequest;
    planRequest.config = result->config;
    planRequest.providers = providers;
    planRequest.options.mode = planMode(request.mode);
    planRequest.options.refresh = request.reading == Reading::None ? engine::Refresh::No : engine::Refresh::Yes;
    // What is imported and not configured is shown with a configuration; nothing is written by that.
    if (planRequest.options.mode == plans::Mode::Normal)
        planRequest.options.generateConfigPath = report::generatedConfigFile;
    planRequest.options.variables = result->variables;
    planRequest.options.workspace = workspace;
    planRequest.options.backendType = location->backend.type;
    planRequest.options.backendConfig = location->backend.config;
    readTargets(request.target, planRequest.options.targets, diagnostics);
    readTargets(request.exclude, planRequest.options.excludes, diagnostics);
    for (const QString& text : request.replace) {
        auto address = addrs::parseAbsResourceInstance(text.toStdString());
        diagnostics.append(std::move(address.diagnostics));
        if (address.value)
            planRequest.options.forceReplace.push_back(*address.value);
    }
    planRequest.filesRead = std::make_shared<lang::FilesRead>();
    result->filesRead = planRequest.filesRead;
    if (request.reading == Reading::AsBefore && !isEstimate)
        planRequest.refreshed = m_refreshed;
    if (diagnostics.hasErrors())
        return finish();

    states::LocalManager manager(result->location.paths);
    LockGuard guard(manager);
    diags::Result<states::File> state = isThroughTool ? pullState(*result, stop) : readLocked(manager, stop);
    diagnostics.append(std::move(state.diagnostics));
    if (!state.value || diagnostics.hasErrors())
        return finish();
    result->stateSerial = state->serial;
    result->stateLineage = qstring(state->lineage);
    if (state->state) {
        diagnostics.append(providers::fitStateToFolder(state->state, result->config->registry, result->config->providerRequirements()));
        if (diagnostics.hasErrors())
            return finish();
        m_log->addSecrets(models::secretsOf(*state->state));
    }
    planRequest.state = std::make_shared<const states::File>(*std::move(state.value));

    Relay relay({[this, generation](const Progress& progress) { Q_EMIT progressed(generation, progress); },
                 [](const QVector<ApplyEvent>&) {}, [this](LogLevel level, const std::string& source, const std::string& text) { m_log->add(level, source, text); }});
    validate(planRequest, request.reading, relay, stop, diagnostics);
    if (diagnostics.hasErrors()) {
        relay.flush();
        return finish();
    }
    engine::PlanOutcome outcome = engine::plan(planRequest, relay, stop);
    relay.flush();
    diagnostics.append(std::move(outcome.diagnostics));
    diagnostics.append(guard.release());
    result->missingVariables = refusedVariables(root, request, diagnostics); // by their validation rules
    result->plan = std::move(outcome.plan);
    if (result->plan) {
        secrets = models::secretsOf(*result->plan);
        m_log->addSecrets(secrets);
        result->findings = m_risks->findings(folder, *result->plan, result->config.get(), diagnostics);
    }
    result->refreshed = outcome.refreshed;
    if (result->plan && !isEstimate)
        formats::keepSchemas(result->plan->schemas, folder);
    if (outcome.refreshed && !isEstimate) {
        m_refreshed = outcome.refreshed;
        if (engine::answerCount(*outcome.refreshed) > 0)
            result->readAt = QDateTime::fromSecsSinceEpoch(
                std::chrono::system_clock::to_time_t(engine::refreshedAt(*outcome.refreshed)));
    }
    if (!result->readAt.isValid())
        result->readAt = QDateTime::currentDateTime();
    if (result->plan && !stop.stop_requested()) {
        QCryptographicHash hash(QCryptographicHash::Sha256);
        const auto add = [&hash](std::string_view piece) { hash.addData(QByteArrayView(piece.data(), qsizetype(piece.size()))); };
        if (!formats::writePlanJson(*result->plan, *result->config, add).hasErrors())
            result->planHash = QString::fromLatin1(hash.result().toHex());
    }
    finish();
}

/// The relay of an apply for as long as it goes on.
class Worker::Telling {
public:
    Telling(Worker& worker, Relay& relay) : m_worker(worker) { set(&relay); }
    ~Telling() { set(nullptr); }
    Telling(const Telling&) = delete;
    Telling& operator=(const Telling&) = delete;

private:
    void set(Relay* relay) {
        const std::lock_guard lock(m_worker.m_mutex);
        m_worker.m_relay = relay;
    }
    Worker& m_worker;
};

void Worker::runApply(quint64 generation, const std::shared_ptr<const Result>& result) {
    const Work work(*this);
    const std::stop_token stop = begin(generation);
    ApplyReport report;
    diags::Diagnostics diagnostics;
    const auto finish = [&] {
        report.diagnostics = diagnosticTexts(diagnostics, {result && result->config ? &result->config->sources : nullptr});
        maskSecrets(report.diagnostics, *m_log->mask());
        report.hasFailed = diagnostics.hasErrors();
        Q_EMIT applied(generation, report);
    };
    if (!result || !result->plan || !result->plan->canApply()) {
        diagnostics.error(tr("Nothing to apply").toStdString(), tr("This plan cannot be applied. Make a new one.").toStdString());
        return finish();
    }
    useFolder(result->request.folder);
    const fs::path folder = result->request.folder.toStdString();
    const plans::Plan& plan = *result->plan;
    Relay relay({[this, generation](const Progress& progress) { Q_EMIT progressed(generation, progress); },
                 [this, generation](const QVector<ApplyEvent>& events) { Q_EMIT applyProgressed(generation, events); },
                 [this](LogLevel level, const std::string& source, const std::string& text) { m_log->add(level, source, text); }});
    const Telling telling(*this, relay);
    if (result->tool) {
        diagnostics.append(applyThroughTool(*result, relay, stop, report));
        relay.flush();
        m_refreshed.reset();
        return finish();
    }
    states::LocalManager manager(result->location.paths);
    LockGuard guard(manager);
    diagnostics.append(manager.lock("OperationTypeApply", {}, stop));
    if (diagnostics.hasErrors())
        return finish();
    diags::Result<states::File> state = manager.read();
    diagnostics.append(std::move(state.diagnostics));
    if (!state.value || diagnostics.hasErrors())
        return finish();
    if (state->serial != plan.stateSerial || state->lineage != plan.stateLineage) {
        diagnostics.error(tr("The state has moved on").toStdString(),
                          tr("The state was changed after this plan was made, so what was approved is not what would happen. "
                             "Nothing was applied. Plan again and approve the new plan.").toStdString());
        return finish();
    }
    diags::Diagnostics unsaved = workspace::checkPlansCanBeSaved(result->location); // as an encrypted one is not to lie there in clear
    std::optional<history::ApprovedPlan> approved;
    if (!unsaved.hasErrors())
        approved.emplace(plan, plan.program, *result->config, result->planHash, unsaved);
    for (const diags::Diagnostic& diagnostic : unsaved)
        m_log->add(LogLevel::Warning, "planlens", diagnostic.summary);
    engine::ApplyRequest request;
    request.plan = result->plan;
    request.config = result->config;
    request.providers = m_providers;
    request.variables = result->variables;
    request.forced = m_forced;
    engine::StateKeeper keeper(manager, *state);
    report.hasStarted = true;
    engine::ApplyOutcome outcome = engine::apply(request, relay, keeper, stop);
    relay.flush();
    diagnostics.append(std::move(outcome.diagnostics));
    engine::StateKeeper::Finish kept = keeper.finish(folder);
    diagnostics.append(std::move(kept.diagnostics));
    if (kept.unsaved)
        Q_EMIT stateUnsaved(QByteArray::fromStdString(*kept.unsaved));
    diagnostics.append(guard.release());
    m_refreshed.reset();
    if (const auto& saved = keeper.saved().state)
        m_log->addSecrets(models::secretsOf(*saved));
    report.wasStopped = outcome.stopped;
    noteCounts(report, outcome.counts);
    report.stateSerial = keeper.saved().state ? keeper.saved().serial : plan.stateSerial;
    finish();
}

} // namespace planlens::session
