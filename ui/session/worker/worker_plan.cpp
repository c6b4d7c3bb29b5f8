// SPDX-License-Identifier: MPL-2.0
// Plans a folder.
#include "ui/session/worker/worker.h"

#include "core/configs/config.h"
#include "core/configs/terraform_syntax.h"
#include "core/engine/provider_secrets.h"
#include "core/formats/plan_json.h"
#include "core/formats/schema_cache.h"
#include "core/lang/files_read.h"
#include "core/plans/plan.h"
#include "core/report/generated_config.h"
#include "core/workspace/state_access.h"
#include "ui/basics/change_key.h"
#include "ui/basics/text.h"
#include "ui/language/words.h"
#include "ui/session/diagnostic_text.h"
#include "ui/session/log_buffer.h"
#include "ui/session/open_options.h"
#include "ui/session/plan_costs.h"
#include "ui/session/risk_watch.h"
#include "ui/session/session_result.h"
#include "ui/session/worker/event_batcher.h"
#include "ui/session/worker/questions.h"

#include <QCryptographicHash>
#include <QElapsedTimer>

#include <array>

namespace planlens::session {

namespace fs = std::filesystem;
using diags::Diagnostics;

namespace {

/// Returns the values of sensitive and ephemeral variables, also those that were typed.
models::Secrets secretsOf(const configs::Module& root, const std::map<std::string, configs::RootVariable>& variables,
                          const Request& request) {
    std::vector<std::string> typedSecrets;
    for (const auto& [name, declared] : root.variables)
        if (const QString typed = request.variables.value(qstring(name)); declared.sensitive || declared.ephemeral)
            typedSecrets.push_back(typed.toStdString());
    return engine::secretsOf(root, variables).with(models::Secrets(std::move(typedSecrets)));
}

plans::Mode planMode(PlanMode mode) {
    switch (mode) {
    case PlanMode::Normal:
        return plans::Mode::Normal;
    case PlanMode::RefreshOnly:
        return plans::Mode::RefreshOnly;
    case PlanMode::Destroy:
        return plans::Mode::Destroy;
    }
    return plans::Mode::Normal;
}

void readTargets(const QStringList& texts, std::vector<addrs::TargetSubject>& targets, Diagnostics& diagnostics) {
    for (const QString& text : texts) // possibly the key of the change of a deposed object
        if (const std::optional<addrs::Target> target =
                addrs::parseTargetText(instanceOf(text).toStdString()).into(diagnostics))
            targets.push_back(target->subject);
}

engine::PlanOptions planOptions(const Request& request, Diagnostics& diagnostics) {
    engine::PlanOptions options;
    options.mode = planMode(request.mode);
    options.refresh = request.reading == Reading::None ? engine::Refresh::No : engine::Refresh::Yes;
    // Generated configuration of imported objects is shown, but not written to a file.
    if (options.mode == plans::Mode::Normal)
        options.generateConfigPath = report::generatedConfigFile;
    readTargets(request.target, options.targets, diagnostics);
    readTargets(request.exclude, options.excludes, diagnostics);
    for (const QString& text : request.replace)
        if (const std::optional<addrs::AbsResourceInstance> address =
                addrs::parseAbsResourceInstance(instanceOf(text).toStdString()).into(diagnostics))
            options.forceReplace.push_back(*address);
    return options;
}

/// Warns about files that only Terraform reads, and reports an error if there is no configuration.
void checkFiles(const workspace::Project& project, const Request& request, Diagnostics& diagnostics) {
    if (!project.config)
        return;
    for (const std::string& note : configs::terraformFileNotes(*project.config))
        diagnostics.warning("File of Terraform is not read", note);
    if (project.config->files.empty() && request.mode != PlanMode::Destroy)
        diagnostics = diags::Diagnostic::error(
            Worker::tr("No configuration files").toStdString(),
            Worker::tr(
                "The folder %1 contains no OpenTofu configuration files. Choose a folder with .tf or .tofu files.")
                .arg(request.folder)
                .toStdString());
}

/// Returns the entered variables with invalid values, which are requested again.
QVector<AskedVariable> refusedVariables(const workspace::Project& project, const Request& request,
                                        Diagnostics& diagnostics) {
    Diagnostics all = diagnostics;
    for (const auto& [name, variable] : project.variables)
        all.append(variable.problems);
    QVector<AskedVariable> refused = refusedVariables(project.config->root->module, request, all);
    if (!refused.isEmpty())
        diagnostics = std::move(all);
    return refused;
}

QString hashOf(const plans::Plan& plan, const configs::Config& config) {
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&hash](std::string_view piece) {
        hash.addData(QByteArrayView(piece.data(), qsizetype(piece.size())));
    };
    return formats::writePlanJson(plan, config, add).hasErrors() ? QString()
                                                                 : QString::fromLatin1(hash.result().toHex());
}

} // namespace

bool Worker::addProject(Result& result, const workspace::Project& project, Diagnostics& diagnostics) const {
    result.workspace = qstring(project.workspace);
    result.config = project.config;
    result.variables = project.variables;
    result.stateSource.location = project.state;
    diagnostics.append(project.state.encryption.warnings);
    result.programs.untrusted = programs(project.untrusted);
    std::error_code none;
    result.canEstimate = project.lacksProviders && fs::exists(formats::keptSchemas(project.directory), none);
    checkFiles(project, result.request, diagnostics);
    if (!project.config || !project.config->root)
        return false;
    const configs::Module& root = project.config->root->module;
    m_log->addSecrets(secretsOf(root, project.variables, result.request));
    result.askedVariables.typed = typedVariables(root, result.request);
    result.askedVariables.missing = missingVariables(root, project.missingVariables, result.request);
    if (result.askedVariables.missing.isEmpty())
        result.askedVariables.missing = refusedVariables(project, result.request, diagnostics);
    if (result.request.answers == Answers::OfProviders && result.programs.untrusted.isEmpty())
        diagnostics.append(providers::devOverrideWarning(project.registry->packages().config()));
    if (project.registry && !project.isSimulated)
        result.programs.started = programs(
            workspace::startedPrograms(*project.config, project.state, project.registry->packages(), project.sources));
    if (diagnostics.hasErrors() || !result.programs.untrusted.isEmpty() || !result.askedVariables.missing.isEmpty())
        return false;
    const bool isRemote = project.state.isRemote();
    if ((project.state.access == backends::Access::ThroughTool || isRemote) &&
        result.request.trust == Trust::NotGiven) {
        diagnostics.error(tr("The state cannot be read for an estimate").toStdString(),
                          (isRemote ? tr("It is on a server (%1), and an estimate contacts no server for an untrusted "
                                         "folder. Trust the folder and plan.")
                                    : tr("Only another program can read it (%1), and an estimate starts no program in "
                                         "an untrusted folder. Trust the folder and plan."))
                              .arg(qstring(project.state.whyNotLocal()))
                              .toStdString());
        return false;
    }
    return true;
}

/// Translated where they are shown.
[[maybe_unused]] constexpr std::array actionsOnServers{
    QT_TRANSLATE_NOOP("planlens::session::Worker", "reading the state"),
    QT_TRANSLATE_NOOP("planlens::session::Worker", "locking the state"),
    QT_TRANSLATE_NOOP("planlens::session::Worker", "writing the state"),
    QT_TRANSLATE_NOOP("planlens::session::Worker", "releasing the lock of the state"),
    QT_TRANSLATE_NOOP("planlens::session::Worker", "removing the lock of the state")};

workspace::StateOptions Worker::stateOptions(quint64 generation, const Result& result, std::string_view operation,
                                             std::stop_token stop) {
    workspace::StateOptions options;
    options.paths = result.stateSource.location.paths;
    options.operation = operation;
    options.toolRun = toolRun(result, stop);
    options.stop = std::move(stop);
    options.whileHeld = [this, folder = result.request.folder, generation](const states::LockInfo& holder) {
        const QDateTime since = QDateTime::fromString(qstring(holder.created), Qt::ISODate);
        const QString kind = qstring(holder.operation).remove(QStringLiteral("OperationType")).toLower();
        const QString held = tr("Waiting for the state lock of %1 (%2), held since %3")
                                 .arg(qstring(holder.who), kind, language::momentText(since.toLocalTime()));
        Q_EMIT progressed(generation, {held, folder, 0, 0});
    };
    options.whileWaiting = [this, backend = qstring(result.stateSource.location.backend.type),
                            folder = result.request.folder, generation](std::string_view action) {
        const QString text = tr("Waiting for the server of the state (backend %1): %2");
        Q_EMIT progressed(generation, {action.empty() ? QString() : text.arg(backend, tr(std::string(action).c_str())),
                                       folder, 0, 0, true});
    };
    options.beforePull = [this, why = result.stateSource.location.whyNotLocal(), folder = result.request.folder,
                          generation](const backends::Tool& tool) {
        m_log->add(LogLevel::Info, "planlens",
                   "Reading the state (" + why + ") through " + tool.path.string() + " state pull");
        Q_EMIT progressed(generation,
                          {tr("Reading the state through %1").arg(qstring(tool.path.string())), folder, 0, 0});
    };
    return options;
}

void Worker::planProject(Result& result, const workspace::Project& project, std::stop_token stop,
                         Diagnostics& diagnostics) {
    const bool isEstimate = project.isSimulated;
    const fs::path& folder = project.directory;
    engine::PlanOptions planned = planOptions(result.request, diagnostics);
    if (diagnostics.hasErrors())
        return;
    workspace::StateOptions options = stateOptions(result.generation, result, "OperationTypePlan", stop);
    options.lockTimeout = result.request.lockTimeout;
    std::optional<workspace::OpenedState> opened = workspace::openState(project, options).into(diagnostics);
    if (!opened)
        return;
    result.stateSource.tool = opened->tool;
    std::optional<states::File> state = workspace::readState(*opened, options).into(diagnostics);
    if (!state || diagnostics.hasErrors())
        return;
    result.stateSource.serial = state->serial;
    result.stateSource.lineage = qstring(state->lineage);
    std::optional<engine::PlanRequest> request =
        workspace::planRequest(project, *std::move(state), std::move(planned)).into(diagnostics);
    if (!request)
        return;
    if (request->state->state)
        m_log->addSecrets(models::secretsOf(*request->state->state));
    result.filesRead = request->filesRead = std::make_shared<lang::FilesRead>();
    if (result.request.reading == Reading::AsBefore && !isEstimate)
        request->readCache = m_readCache;
    EventBatcher batcher(
        {[this, generation = result.generation](const Progress& progress) { Q_EMIT progressed(generation, progress); },
         [](const QVector<ApplyEvent>&) {},
         [this](LogLevel level, const std::string& source, const std::string& text) {
             m_log->add(level, source, text);
         }});
    validate(*request, result.request.reading, batcher, stop, diagnostics);
    if (diagnostics.hasErrors())
        return batcher.flush();
    engine::PlanOutcome outcome = engine::plan(*request, batcher, stop);
    batcher.flush();
    diagnostics.append(std::move(outcome.diagnostics));
    diagnostics.append(opened->unlock());
    result.askedVariables.missing = session::refusedVariables(project.config->root->module, result.request,
                                                              diagnostics); // by validation rules
    result.plan = std::move(outcome.plan);
    result.readCache = outcome.readCache;
    if (result.plan && !isEstimate)
        formats::keepSchemas(result.plan->schemas, folder);
    if (outcome.readCache && !isEstimate) {
        m_readCache = outcome.readCache;
        if (engine::readCount(*outcome.readCache) > 0)
            result.readAt = QDateTime::fromSecsSinceEpoch(
                std::chrono::system_clock::to_time_t(engine::oldestRead(*outcome.readCache)));
    }
    if (!result.readAt.isValid())
        result.readAt = QDateTime::currentDateTime();
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
    // `init` may have been run since the last plan.
    if (m_registry->forgetChanged())
        makePool();
    auto result = std::make_shared<Result>();
    result->generation = generation;
    result->request = request;
    Q_EMIT progressed(generation, {tr("Loading"), request.folder, 0, 0});
    workspace::OpenOptions options = openOptions(request, workspace::Purpose::Planning);
    options.registry = m_registry;
    options.providers = m_providers;
    Diagnostics diagnostics;
    const workspace::Project project = *workspace::openProject(options).into(diagnostics);
    for (const std::string& name : workspace::localWorkspaces(project))
        result->workspaces.append(qstring(name));
    if (addProject(*result, project, diagnostics))
        planProject(*result, project, stop, diagnostics);
    models::Secrets secrets;
    if (result->plan) {
        if (result->config)
            addRuns(result->programs.started, *result->config, *result->plan);
        secrets = models::secretsOf(*result->plan);
        m_log->addSecrets(secrets);
        result->analysis.findings = m_risks->findings(project.directory, *result->plan, result->config.get(),
                                                      stdStrings(request.added.findings), diagnostics);
        result->analysis.costs = costsOf(request, result->plan->changes, diagnostics);
        if (!stop.stop_requested())
            result->planHash = hashOf(*result->plan, *result->config);
    }
    result->diagnostics = diagnosticTexts(diagnostics, {&project.sources});
    maskSecrets(result->diagnostics, *m_log->mask());
    result->milliseconds = int(clock.elapsed());
    result->wasStopped = stop.stop_requested();
    result->prepare(secrets);
    Q_EMIT planned(generation, std::move(result));
}

} // namespace planlens::session
