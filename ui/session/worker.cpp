// SPDX-License-Identifier: MPL-2.0
#include "ui/session/worker.h"

#include "core/engine/apply.h"
#include "core/engine/state_keeper.h"
#include "core/engine/state_location.h"
#include "core/formats/plan_json.h"
#include "core/providers/folder_registry.h"
#include "core/providers/registry.h"
#include "core/states/manager.h"
#include "core/states/workspace.h"
#include "ui/models/text.h"
#include "ui/session/diagnostic_text.h"
#include "ui/session/relay.h"
#include "ui/session/session_result.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QProcessEnvironment>

#include <filesystem>

#ifdef Q_OS_LINUX
#include <sys/resource.h>
#endif

namespace planlens::session {

namespace fs = std::filesystem;

bool Result::hasErrors() const {
    for (const DiagnosticText& text : diagnostics)
        if (text.isError)
            return true;
    return false;
}

namespace {

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

std::vector<std::string> environment() {
    std::vector<std::string> list;
    for (const QString& entry : QProcessEnvironment::systemEnvironment().toStringList())
        list.push_back(entry.toStdString());
    return list;
}

AskedVariable asked(const configs::Variable& variable, const Request& request) {
    using Kind = AskedVariable::Kind;
    AskedVariable made;
    made.name = qstring(variable.name);
    made.description = qstring(variable.description);
    made.isSensitive = variable.sensitive;
    made.value = request.variables.value(made.name);
    if (variable.typeGiven) {
        const values::Type type = variable.constraint.type;
        made.type = qstring(type.friendlyNameForConstraint());
        made.kind = type.isBool() ? Kind::Bool : type.isNumber() ? Kind::Number : type.isString() ? Kind::Text : Kind::Expression;
    }
    return made;
}

QVector<AskedVariable> missingVariables(const configs::Module& root, const configs::GivenVariables& given, const Request& request) {
    QVector<AskedVariable> missing;
    for (const auto& [name, variable] : root.variables)
        if (variable.isRequired() && !given.contains(name))
            missing.append(asked(variable, request));
    return missing;
}

QVector<AskedVariable> typedVariables(const configs::Module& root, const Request& request) {
    QVector<AskedVariable> typed;
    for (const auto& [name, variable] : root.variables)
        if (request.variables.contains(qstring(name)))
            typed.append(asked(variable, request));
    return typed;
}

/// Those whose typed value is what an error is about.
QVector<AskedVariable> refusedVariables(const configs::Module& root, const Request& request, const diags::Diagnostics& diagnostics) {
    QVector<AskedVariable> refused = typedVariables(root, request);
    for (AskedVariable& variable : refused) {
        const std::string name = variable.name.toStdString();
        for (const diags::Diagnostic& diagnostic : diagnostics)
            if (diagnostic.severity == diags::Severity::Error && diagnostic.subject && variable.error.isEmpty() &&
                (*diagnostic.subject == root.variables.at(name).range || diagnostic.subject->filename.str() == "<value for var." + name + ">"))
                variable.error = qstring(diagnostic.detail.empty() ? diagnostic.summary : diagnostic.detail);
    }
    refused.removeIf([](const AskedVariable& variable) { return variable.error.isEmpty(); });
    return refused;
}

/// Values typed in win over all others; what is not declared any more is left out.
void addTyped(configs::GivenVariables& given, const Request& request) {
    for (auto it = request.variables.begin(); it != request.variables.end(); ++it)
        given.insert_or_assign(it.key().toStdString(), configs::GivenVariable{configs::GivenVariable::Source::Interactive, it.value().toStdString(), {}});
}

/// The programs that planning or applying would start because the folder says so.
QStringList programs(const configs::Config& config) {
    QStringList list;
    for (const addrs::Provider& provider : config.requiredProviders())
        if (!provider.isBuiltIn())
            list.append(QStringLiteral("provider %1").arg(qstring(provider.forDisplay())));
    config.forEachModule([&](const configs::ModuleNode& node) {
        for (const auto& [address, resource] : node.module.resources)
            for (const configs::Provisioner& provisioner : resource.provisioners)
                list.append(QStringLiteral("provisioner %1 of %2")
                                .arg(qstring(provisioner.type),
                                     qstring(addrs::ConfigResource{node.path, address}.toString())));
    });
    list.removeDuplicates();
    return list;
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

Worker::Worker() = default;
Worker::~Worker() = default;

void Worker::supersede(quint64 generation) {
    m_newest = generation;
    stop();
}

void Worker::stop() {
    const std::lock_guard lock(m_mutex);
    m_stop.request_stop();
}

void Worker::yieldToWindow() {
#ifdef Q_OS_LINUX
    // QThread's priorities mean nothing to the usual scheduler. Here 0 is the calling thread, and what it starts inherits it.
    constexpr int slightlyNice = 5;
    setpriority(PRIO_PROCESS, 0, slightlyNice);
#endif
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
    // What is wrong in the CLI configuration is for those to mend who use it; here it takes no effect.
    diags::Result<providers::CliConfig> config = providers::loadCliConfig(environment(), fs::current_path());
    m_registry = std::make_shared<providers::DefaultRegistry>(fs::path(folder.toStdString()), config.value ? *std::move(config.value) : providers::CliConfig{});
    m_providers = engine::makeProviderPool(m_registry);
}

void Worker::plan(quint64 generation, const Request& request) {
    const std::stop_token stop = begin(generation);
    if (generation != m_newest)
        return;
    QElapsedTimer clock;
    clock.start();
    useFolder(request.folder);
    const fs::path folder = request.folder.toStdString();
    auto result = std::make_shared<Result>();
    result->generation = generation;
    result->request = request;
    diags::Diagnostics diagnostics;
    diags::Sources variableSources;
    const auto finish = [&] {
        result->diagnostics =
            diagnosticTexts(diagnostics, {result->config ? &result->config->sources : nullptr, &variableSources});
        result->milliseconds = int(clock.elapsed());
        result->wasStopped = stop.stop_requested();
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
    diags::Result<configs::CollectedVariables> collected = configs::collectVariables(folder, environment(), arguments);
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
        const diags::Result<engine::StateLocation> location = engine::stateLocation(**config, load);
        const std::string_view registry = providers::registryOfFolder(folder, location.value ? location->paths.state : fs::path());
        if (registry != load.registry) {
            load.registry = registry;
            config = configs::load(load);
        }
    }
    diagnostics.append(std::move(config.diagnostics));
    if (config.value)
        result->config = *config.value;
    if (result->config && result->config->files.empty())
        diagnostics.error("No configuration files",
                          "The folder " + folder.string() + " contains no OpenTofu configuration files. Choose a folder with .tf or .tofu files.");
    if (!result->config || !result->config->root || diagnostics.hasErrors())
        return finish();
    if (request.trust == Trust::NotGiven) {
        result->untrusted = programs(*result->config);
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
    diags::Result<engine::StateLocation> location = engine::stateLocation(*result->config, load);
    diagnostics.append(std::move(location.diagnostics));
    diagnostics.append(engine::checkEncryption(*result->config));
    diagnostics.append(providers::devOverrideWarning(m_registry->packages().config()));
    // `init` may have been run since the last plan.
    if (m_registry->forgetChanged())
        m_providers = engine::makeProviderPool(m_registry);
    if (!diagnostics.hasErrors())
        diagnostics.append(m_registry->packages().problems(providers::InstalledPackages::Form::Whole));
    if (!diagnostics.hasErrors())
        diagnostics.append(m_registry->packages().inconsistencies(result->config->providerRequirements(), result->config->registry));
    if (!location.value || diagnostics.hasErrors())
        return finish();
    result->statePaths = location->paths;

    engine::PlanRequest planRequest;
    planRequest.config = result->config;
    planRequest.providers = m_providers;
    planRequest.options.mode = planMode(request.mode);
    planRequest.options.refresh = request.reading == Reading::None ? engine::Refresh::No : engine::Refresh::Yes;
    planRequest.options.variables = result->variables;
    planRequest.options.workspace = workspace;
    planRequest.options.backendConfig = location->backend.config;
    readTargets(request.target, planRequest.options.targets, diagnostics);
    readTargets(request.exclude, planRequest.options.excludes, diagnostics);
    for (const QString& text : request.replace) {
        auto address = addrs::parseAbsResourceInstance(text.toStdString());
        diagnostics.append(std::move(address.diagnostics));
        if (address.value)
            planRequest.options.forceReplace.push_back(*address.value);
    }
    if (request.reading == Reading::AsBefore)
        planRequest.refreshed = m_refreshed;
    if (diagnostics.hasErrors())
        return finish();

    states::LocalManager manager(result->statePaths);
    LockGuard guard(manager);
    diagnostics.append(manager.lock("OperationTypePlan", {}, stop));
    if (diagnostics.hasErrors())
        return finish();
    diags::Result<states::File> state = manager.read();
    diagnostics.append(std::move(state.diagnostics));
    if (!state.value || diagnostics.hasErrors())
        return finish();
    result->stateSerial = state->serial;
    result->stateLineage = qstring(state->lineage);
    if (state->state) {
        auto fitted = std::make_shared<states::State>(*state->state);
        diagnostics.append(providers::fitStateToFolder(*fitted, result->config->registry, result->config->providerRequirements()));
        if (diagnostics.hasErrors())
            return finish();
        state.value->state = std::move(fitted);
    }
    planRequest.state = std::make_shared<const states::File>(*std::move(state.value));

    Relay relay({[this, generation](const Progress& progress) { Q_EMIT progressed(generation, progress); },
                 [](const QVector<ApplyEvent>&) {}, [this](const QStringList& lines) { Q_EMIT logged(lines); }});
    engine::PlanOutcome outcome = engine::plan(planRequest, relay, stop);
    relay.flush();
    diagnostics.append(std::move(outcome.diagnostics));
    diagnostics.append(guard.release());
    result->missingVariables = refusedVariables(root, request, diagnostics); // by their validation rules
    result->plan = std::move(outcome.plan);
    result->refreshed = outcome.refreshed;
    if (outcome.refreshed) {
        m_refreshed = outcome.refreshed;
        if (engine::answerCount(*outcome.refreshed) > 0)
            result->readAt = QDateTime::fromSecsSinceEpoch(
                std::chrono::system_clock::to_time_t(engine::refreshedAt(*outcome.refreshed)));
    }
    if (!result->readAt.isValid())
        result->readAt = QDateTime::currentDateTime();
    if (result->plan && !stop.stop_requested()) {
        const diags::Result<std::string> json = formats::planJson(*result->plan, *result->config);
        if (json.value)
            result->planHash = QString::fromLatin1(
                QCryptographicHash::hash(QByteArrayView(json.value->data(), qsizetype(json.value->size())), QCryptographicHash::Sha256).toHex());
    }
    finish();
}

void Worker::apply(quint64 generation, const std::shared_ptr<const Result>& result) {
    const std::stop_token stop = begin(generation);
    ApplyReport report;
    diags::Diagnostics diagnostics;
    const auto finish = [&] {
        report.diagnostics = diagnosticTexts(diagnostics, {result && result->config ? &result->config->sources : nullptr});
        report.hasFailed = diagnostics.hasErrors();
        Q_EMIT applied(generation, report);
    };
    if (!result || !result->plan || !result->plan->canApply()) {
        diagnostics.error("Nothing to apply", "This plan cannot be applied. Make a new one.");
        return finish();
    }
    useFolder(result->request.folder);
    const fs::path folder = result->request.folder.toStdString();
    const plans::Plan& plan = *result->plan;
    const states::StatePaths& paths = result->statePaths;
    states::LocalManager manager(paths);
    LockGuard guard(manager);
    diagnostics.append(manager.lock("OperationTypeApply", {}, stop));
    if (diagnostics.hasErrors())
        return finish();
    diags::Result<states::File> state = manager.read();
    diagnostics.append(std::move(state.diagnostics));
    if (!state.value || diagnostics.hasErrors())
        return finish();
    if (state->serial != plan.stateSerial || state->lineage != plan.stateLineage) {
        diagnostics.error("The state has moved on",
                          "The state was changed after this plan was made, so what was approved is not what would happen. "
                          "Nothing was applied. Plan again and approve the new plan.");
        return finish();
    }
    engine::ApplyRequest request;
    request.plan = result->plan;
    request.config = result->config;
    request.providers = m_providers;
    request.variables = result->variables;
    engine::StateKeeper keeper(manager, *state);
    Relay relay({[this, generation](const Progress& progress) { Q_EMIT progressed(generation, progress); },
                 [this, generation](const QVector<ApplyEvent>& events) { Q_EMIT applyProgressed(generation, events); },
                 [this](const QStringList& lines) { Q_EMIT logged(lines); }});
    report.hasStarted = true;
    engine::ApplyOutcome outcome = engine::apply(request, relay, keeper, stop);
    relay.flush();
    diagnostics.append(std::move(outcome.diagnostics));
    diagnostics.append(keeper.finish(folder));
    diagnostics.append(guard.release());
    m_refreshed.reset();
    report.wasStopped = outcome.stopped;
    report.imported = int(outcome.counts.imported);
    report.added = int(outcome.counts.added);
    report.changed = int(outcome.counts.changed);
    report.destroyed = int(outcome.counts.destroyed);
    report.forgotten = int(outcome.counts.forgotten);
    report.stateSerial = keeper.saved().state ? keeper.saved().serial : plan.stateSerial;
    finish();
}

} // namespace planlens::session
