// SPDX-License-Identifier: MPL-2.0
// Opens saved plans, for review or to apply them.
#include "core/plans/plan.h"
#include "ui/session/worker/worker.h"

#include "core/backends/tool.h"
#include "core/configs/config.h"
#include "core/diags/join_messages.h"
#include "core/engine/provider_pool.h"
#include "core/engine/saved_causes.h"
#include "core/engine/saved_config.h"
#include "core/formats/reading/plan_reader.h"
#include "core/plans/shown/hidden_values.h"
#include "core/projects/results/run_files.h"
#include "core/workspace/saved_plan.h"
#include "core/workspace/state_access.h"
#include "ui/basics/text.h"
#include "ui/session/log_buffer.h"
#include "ui/session/open_options.h"
#include "ui/session/session_result.h"
#include "ui/session/worker/questions.h"

#include <QDir>

namespace planlens::session {

using diags::Diagnostic;
using diags::Diagnostics;

namespace {

template <typename Addresses>
QStringList textsOf(const Addresses& addresses) {
    QStringList texts;
    for (const auto& address : addresses)
        if constexpr (std::is_same_v<std::decay_t<decltype(address)>, addrs::TargetSubject>)
            texts.append(qstring(addrs::Target{address, {}}.toString()));
        else
            texts.append(qstring(address.toString()));
    return texts;
}

/// Shows hidden values if the plan is in RESULTS, together with its JSON. Returns whether none is hidden any more.
bool showValuesOfJson(plans::Plan& plan, const std::optional<std::string>& json, const std::stop_token& stop) {
    if (!json)
        return false;
    const diags::Result<formats::FinishedPlan> read = formats::readPlanJson(*json, stop);
    return read.value && plans::replaceHiddenValues(plan, *read->plan);
}

/// Sets the planning options with which a saved plan was made.
void noteOptions(Request& request, const plans::Plan& plan) {
    request.mode = plan.options.mode == plans::Mode::Destroy       ? PlanMode::Destroy
                   : plan.options.mode == plans::Mode::RefreshOnly ? PlanMode::RefreshOnly
                                                                   : PlanMode::Normal;
    request.replace = textsOf(plan.options.forceReplace);
    request.target = textsOf(plan.options.targets);
    request.exclude = textsOf(plan.options.excludes);
}

/// Returns the programs that applying a saved plan starts. Starts none of them.
diags::Result<std::vector<workspace::StartedProgram>> programsOf(const plans::Plan& plan, const configs::Config& config,
                                                                 const workspace::OpenOptions& options) {
    diags::Result<workspace::Project> project = workspace::openFolder(options, workspace::RootFiles());
    if (project.hasErrors())
        return std::move(project.diagnostics);
    const diags::Result<workspace::StateLocation> location =
        workspace::stateLocation(plan.backend, project->directory, project->state.encryption);
    if (location.hasErrors())
        return location.diagnostics;
    return workspace::startedPrograms(config, *location, options.registry->packages(), config.sources);
}

} // namespace

Diagnostics Worker::openForReview(Result& result, std::string_view bytes, std::stop_token stop) {
    const std::filesystem::path folder = result.request.folder.toStdString();
    Diagnostics diagnostics;
    workspace::SchemaSource schemas(
        [&](const addrs::Provider& provider) {
            if (!provider.isBuiltIn() && result.request.trust != Trust::Given)
                return schemas::ProviderSchemaPtr();
            return m_providers->schema(provider, stop).into(diagnostics).value_or(nullptr);
        },
        folder);
    std::optional<workspace::OpenedPlan> opened = workspace::openPlanWithKnownSchemas(bytes, schemas).into(diagnostics);
    if (!opened)
        return diagnostics;
    (void)workspace::addConfig(*opened, folder, schemas); // its problems were reported when the plan was created
    result.config = opened->config;
    const bool hasCauses = opened->withoutSchema.empty() && engine::addSavedCauses(*opened->plan, result.config, stop);
    if (result.config && !hasCauses)
        engine::completeFromConfig(*opened->plan, *result.config);
    result.finished->hidesValues =
        !opened->withoutSchema.empty() &&
        !showValuesOfJson(*opened->plan, projects::jsonOfPlan(result.finished->file.toStdString(), bytes), stop);
    result.finished->terraform = opened->terraform;
    result.workspace = qstring(opened->saved.workspace);
    result.plan = std::move(opened->plan);
    return diagnostics;
}

Diagnostics Worker::checkStateOf(Result& result, const workspace::Project& project, const plans::Plan& plan,
                                 const std::stop_token& stop) {
    const bool isByTool = project.state.access == backends::Access::ThroughTool;
    if (project.state.isRemote() && !isByTool)
        return {}; // servers are only contacted to apply, which checks the state again
    Diagnostics diagnostics;
    if (isByTool)
        diagnostics.append(workspace::checkPlansCanBeSaved(project.state));
    if (diagnostics.hasErrors())
        return diagnostics;
    const workspace::StateOptions options = unlockedStateOptions(result.request, project, stop);
    std::optional<workspace::OpenedState> state = workspace::openState(project, options).into(diagnostics);
    if (!state || diagnostics.hasErrors())
        return diagnostics;
    if (state->tool) { // it compares the state itself
        if (state->tool->program.version != plan.program.version)
            diagnostics.error(tr("Saved plan is for another version").toStdString(),
                              tr("The plan was saved for %1, but %2 is %3. Plan the folder again.")
                                  .arg(qstring(plan.program.toString()), qstring(state->tool->path.string()),
                                       qstring(state->tool->program.toString()))
                                  .toStdString());
        result.stateSource.tool = state->tool;
        return diagnostics;
    }
    if (const std::optional<states::File> file = workspace::readState(*state, options).into(diagnostics))
        diagnostics.append(workspace::checkFresh(plan, *file));
    return diagnostics;
}

Diagnostics Worker::openToApply(Result& result, std::string_view bytes, const std::stop_token& stop) {
    if (m_registry->forgetChanged())
        makePool();
    workspace::OpenOptions options = openOptions(result.request, workspace::Purpose::Planning);
    options.trust = workspace::OpenOptions::Trust::Given;
    options.registry = m_registry;
    options.providers = m_providers;
    Diagnostics diagnostics;
    std::optional<workspace::OpenedPlan> opened =
        workspace::openPlan(bytes, options, workspace::PlanUse::Apply, result.request.planFile.toStdString())
            .into(diagnostics);
    if (!opened || diagnostics.hasErrors())
        return diagnostics;
    std::optional<workspace::PlanVariables> variables =
        workspace::variablesOfPlan(*opened, options.variables).into(diagnostics);
    if (variables)
        diagnostics.append(variables->mismatches);
    if (!variables || diagnostics.hasErrors())
        return diagnostics;
    diagnostics.append(checkStateOf(result, opened->project, *opened->plan, stop));
    if (diagnostics.hasErrors())
        return diagnostics;
    if (!engine::addSavedCauses(*opened->plan, opened->config, stop))
        engine::completeFromConfig(*opened->plan, *opened->config);
    opened->project.variables = std::move(variables->values);
    noteOptions(result.request, *opened->plan);
    result.finished->hidesValues = false;
    result.finished->terraform = opened->terraform;
    result.plan = std::move(opened->plan);
    addProject(result, opened->project, diagnostics);
    return diagnostics;
}

/// Opens a saved plan. Its folder must be trusted to apply it, and to start providers for their schemas.
Diagnostics Worker::openSaved(Result& result, const QByteArray& bytes, std::stop_token stop) {
    useFolder(result.request.folder);
    const std::string_view content(bytes.constData(), std::size_t(bytes.size()));
    FinishedPlan& finished = *result.finished;
    finished.format = tr("saved plan");
    Diagnostics diagnostics, problems;
    const bool isTrusted = result.request.trust == Trust::Given, isPiped = finished.file.isEmpty();
    if (isTrusted && !isPiped)
        problems = openToApply(result, content, stop);
    if (!result.plan)
        diagnostics = openForReview(result, content, stop);
    if (!result.plan)
        return problems.hasErrors() ? problems : diagnostics;
    if (!isTrusted && !isPiped && result.config) {
        workspace::OpenOptions options = openOptions(result.request, workspace::Purpose::Planning);
        options.registry = m_registry;
        if (const auto started = programsOf(*result.plan, *result.config, options).into(problems))
            finished.untrusted = programs(*started);
        if (!problems.hasErrors() && finished.untrusted.isEmpty())
            problems = openToApply(result, content, stop);
    }
    if (!problems.hasErrors())
        diagnostics.append(problems);
    finished.notApplicable =
        isPiped                ? tr("A plan from the standard input can only be reviewed. Open its file to apply it.")
        : !result.config       ? tr("The configuration in the plan cannot be read.")
        : problems.hasErrors() ? qstring(diags::joinMessages(problems))
        : !finished.untrusted.isEmpty() ? tr("The folder %1 is not trusted. Trust it to apply this plan.")
                                              .arg(QDir::toNativeSeparators(result.request.folder))
                                        : QString();
    result.stateSource.serial = result.plan->stateSerial;
    result.stateSource.lineage = qstring(result.plan->stateLineage);
    noteOptions(result.request, *result.plan);
    return diagnostics;
}

} // namespace planlens::session
