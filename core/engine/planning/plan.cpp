// SPDX-License-Identifier: MPL-2.0
#include "core/engine/plan.h"

#include "core/configs/config.h"
#include "core/engine/apply.h"
#include "core/engine/evaluation/deprecations.h"
#include "core/engine/graphs/apply_cycles.h"
#include "core/engine/planning/drift.h"
#include "core/engine/planning/planner.h"
#include "core/engine/planning/relevant_attributes.h"
#include "core/engine/provider_schemas.h"
#include "core/lang/functions.h"
#include "core/masking/state_secrets.h"
#include "core/plans/plan.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <ctime>

namespace planlens::engine {

using diags::Diagnostics;
using plans::Action;
using plans::Mode;
using plans::Plan;
using values::Type;
using values::Value;

namespace {

plans::VariableOrigin::Kind originKind(configs::GivenVariable::Source source) {
    using Source = configs::GivenVariable::Source;
    using Kind = plans::VariableOrigin::Kind;
    switch (source) {
    case Source::Default:
        return Kind::Default;
    case Source::Environment:
        return Kind::Environment;
    case Source::AutoFile:
        return Kind::DefaultFile;
    case Source::NamedFile:
        return Kind::NamedFile;
    case Source::CommandLine:
        return Kind::CommandLine;
    case Source::Interactive:
        return Kind::Entered;
    case Source::Plan:
        return Kind::Plan;
    }
    return Kind::Default;
}

std::string rfc3339(std::chrono::system_clock::time_point time) {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

} // namespace

PlanOutcome Planner::run() {
    const PlanOptions& options = m_request.options;
    prepare();
    if (m_diagnostics.hasErrors())
        return finish(Made::Nothing);
    if (!options.forceReplace.empty() && options.mode != Mode::Normal) {
        m_diagnostics.error(
            "Unsupported plan mode",
            "Forcing resource instance replacement (with -replace=...) is allowed only in normal planning mode.");
        return finish(Made::Nothing);
    }
    if (isPartial())
        m_diagnostics.warning("Resource targeting is in effect",
                              "You are creating a plan with either the -target option or the -exclude option, "
                              "which means that the result of this plan "
                              "may not represent all of the changes requested by the current configuration.\n\nThe "
                              "-target and -exclude options are not "
                              "for routine use, and are provided only for exceptional situations such as "
                              "recovering from errors or mistakes, or when "
                              "OpenTofu specifically suggests to use it as part of an error message.");
    m_diagnostics.append(deprecatedRootVariables(m_request.config->root->module, options.variables));
    m_listener.phaseChanged(Phase::Plan);
    switch (options.mode) {
    case Mode::Normal:
        return finish(walk(WalkPurpose::Plan, m_state));
    case Mode::RefreshOnly:
        return finish(walk(WalkPurpose::RefreshOnly, m_state));
    case Mode::Destroy:
        return finish(planDestruction());
    }
    return finish(Made::Nothing);
}

void Planner::prepare() {
    const PlanOptions& options = m_request.options;
    m_plan->options.mode = options.mode;
    m_plan->options.refreshSkipped = options.refresh == Refresh::No;
    m_plan->options.targets = options.targets;
    m_plan->options.excludes = options.excludes;
    m_plan->options.forceReplace = options.forceReplace;
    m_plan->backend = {options.backendType, options.backendConfig, options.workspace};
    m_plan->timestamp = std::chrono::system_clock::now();
    m_plan->timestampText = options.timestamp.empty() ? rfc3339(m_plan->timestamp) : options.timestamp;
    for (const auto& [name, variable] : options.variables) {
        const auto config = m_request.config->root->module.variables.find(name);
        plans::VariableValue value{variable.given, variable.source == configs::GivenVariable::Source::Default, false};
        if (config != m_request.config->root->module.variables.end()) {
            value.ephemeral = config->second.ephemeral;
            if (config->second.sensitive)
                value.value = value.value.withMark(values::Mark::sensitive());
        }
        m_plan->variables.emplace(name, std::move(value));
        m_plan->recorded.variableOrigins.emplace(name,
                                                 plans::VariableOrigin{originKind(variable.source), variable.range});
    }
    m_plan->configuration = m_request.config;
    m_plan->recorded.appliedInputs = m_request.appliedInputs;
    if (m_request.state) {
        m_plan->stateLineage = m_request.state->lineage;
        m_plan->stateSerial = m_request.state->serial;
        m_plan->stateHash = m_request.state->textHash;
        if (m_request.state->state)
            m_state = *m_request.state->state;
    }
    diags::Result<plans::Schemas> schemas = schemasFor(*m_request.config, &m_state, *m_request.providers, m_stop);
    m_unreadSchemas = std::move(schemas.diagnostics);
    if (!m_unreadSchemas.hasErrors())
        m_diagnostics.append(m_unreadSchemas);
    if (schemas.value)
        m_plan->schemas = *std::move(schemas.value);
    m_request.providers->secrets()->setOperation(
        [file = m_request.state, schemas = m_plan->schemas,
         ofVariables = secretsOf(m_request.config->root->module, options.variables)] {
            return file && file->state ? masking::secretsOf(*file->state, schemas).with(ofVariables) : ofVariables;
        });
    lang::FunctionOptions functions;
    functions.baseDirectory = m_request.config->directory.string();
    functions.pure = true;
    functions.planTimestamp = m_plan->timestampText;
    functions.filesRead = m_filesRead;
    m_functions = lang::makeFunctionTable(functions);
}

Planner::Made Planner::walk(WalkPurpose purpose, const states::State& from) {
    // Before a destroy plan, OpenTofu makes a normal plan only for refreshing.
    if (!m_request.options.import && (purpose == WalkPurpose::Plan || purpose == WalkPurpose::BeforeDestroy)) {
        m_diagnostics.append(
            checkImportTargets(*m_request.config, isGenerating() ? ConfigGeneration::On : ConfigGeneration::Off));
        if (m_diagnostics.hasErrors())
            return Made::Nothing;
        m_diagnostics.append(RemovedBlocks(*m_request.config).stillConfigured(*m_request.config));
        if (m_diagnostics.hasErrors())
            return Made::Nothing;
    }
    Diagnostics beforeWalking = m_diagnostics;
    const std::vector<MoveStatement> statements =
        m_request.options.import ? std::vector<MoveStatement>() : findMoves(*m_request.config, from);
    states::State state = from;
    MoveResults moves = applyMoves(statements, state);
    m_diagnostics.append(checkTargetedMoves(moves, m_request.options.targets, m_request.options.excludes));
    if (m_diagnostics.hasErrors())
        return Made::Nothing;
    m_walk.reset();
    m_graph = graphFor(purpose, state);
    if (!m_graph)
        return Made::Nothing;
    m_walk = std::make_unique<PlanWalk>(m_request, m_listener, m_stop, purpose, m_plan->schemas, *m_graph, *m_functions,
                                        state, moves, m_readRecorder);
    PlanWalk& walk = *m_walk;
    if (m_request.options.import)
        walk.refactoring.imports.add(
            {nullptr, m_request.options.import->address, m_request.options.import->id, Value()});
    walk.run();
    Diagnostics found = std::move(walk.findings);
    const bool isImportFailed = m_request.options.import && found.hasErrors();
    if (Diagnostics undeclared = isImportFailed ? Diagnostics() : walk.refactoring.imports.checkDeclared(walk.runtime);
        undeclared.hasErrors()) {
        m_diagnostics = std::move(beforeWalking);
        m_diagnostics.append(std::move(undeclared));
        return Made::Nothing;
    }
    Diagnostics moveProblems = validateMoves(statements, *m_request.config, walk.runtime);
    if (moveProblems.hasErrors()) {
        m_diagnostics = std::move(beforeWalking);
        m_diagnostics.append(std::move(moveProblems));
        return Made::Nothing;
    }
    found.append(std::move(moveProblems));
    // A destroy plan adds the warning after its changes, whose errors take precedence.
    if (purpose != WalkPurpose::Destroy && !found.hasErrors())
        found.append(blockedMovesWarning(moves));
    m_stopped |= walk.stopped;
    m_plan->changes = std::move(walk.changes);
    m_plan->dependencies = std::move(walk.dependencies);
    m_plan->checks = walk.checks.results();
    m_plan->sensitiveOutputsRead.merge(walk.sensitiveOutputsRead);
    recordLeftOut(walk);
    const bool isDestroying = purpose == WalkPurpose::BeforeDestroy || purpose == WalkPurpose::Destroy;
    if (!isDestroying)
        planRemovedOutputs();
    if (purpose != WalkPurpose::Destroy) {                         // it sets its states after its changes
        const bool readsUnchanged = m_unreadSchemas.hasErrors() && // seldom: comparing the states takes long
                                    (!moves.previous.empty() || differ(walk.previousRunState, walk.priorState));
        if (Diagnostics unread = readsUnchanged ? unreadSchemas(walk.priorState) : Diagnostics(); unread.hasErrors()) {
            found.append(std::move(unread));
        } else {
            std::vector<plans::ResourceInstanceChangePtr> drift =
                findDrift(walk.previousRunState, walk.priorState, moves, m_plan->schemas,
                          isPartial() || found.hasErrors() ? Coverage::Partial : Coverage::Whole, found);
            if (!isDestroying)
                m_plan->drift = std::move(drift);
        }
    }
    m_plan->previousRunState = std::make_shared<const states::State>(walk.previousRunState);
    m_plan->priorState = std::make_shared<const states::State>(std::move(walk.priorState));
    m_moduleOutputs = std::move(walk.moduleOutputs);
    m_moves = std::move(moves);
    m_diagnostics.append(std::move(found));
    return Made::Plan;
}

Diagnostics Planner::unreadSchemas(const states::State& state) const {
    if (!m_unreadSchemas.hasErrors())
        return {};
    const diags::Result<plans::Schemas> schemas = schemasFor(*m_request.config, &state, *m_request.providers, m_stop);
    return schemas.hasErrors() ? schemasNotLoaded(schemas.diagnostics) : Diagnostics();
}

bool Planner::isOfConfigAlone(const ConfigGraphOptions& options) const {
    const configs::Config& config = *m_request.config;
    const bool generates = options.generation == ConfigGeneration::On &&
                           std::ranges::any_of(config.root->module.imports, [&](const configs::Import& import) {
                               return !config.resource({import.toModule, import.toResource});
                           });
    const bool accepted = std::ranges::any_of(config.root->module.requiredProviders,
                                              [](const auto& required) { return !required.second.aliases.empty(); });
    const bool ignoresImports =
        options.importBlocks == ConfigGraphOptions::ImportBlocks::Ignored && !config.root->module.imports.empty();
    return options.targets.empty() && options.excludes.empty() && !generates && !ignoresImports && !accepted &&
           std::ranges::all_of(options.state->resources(), [&](const auto& entry) {
               return config.resource(entry.first.config()) && !hasDeposed(entry.second);
           });
}

ConfigGraphPtr Planner::graphFor(WalkPurpose purpose, const states::State& state) {
    const ConfigGraphOptions options{
        &m_plan->schemas,
        &state,
        m_request.options.targets,
        m_request.options.excludes,
        nullptr,
        purpose == WalkPurpose::Plan && isGenerating() ? ConfigGeneration::On : ConfigGeneration::Off,
        configs::RootAliases::Missing,
        purpose == WalkPurpose::Destroy ? ConfigGraphOptions::Destroys::All
        : m_request.options.import      ? ConfigGraphOptions::Destroys::None
                                        : ConfigGraphOptions::Destroys::Orphans,
        m_request.options.import || purpose == WalkPurpose::RefreshOnly ? ConfigGraphOptions::ImportBlocks::Ignored
                                                                        : ConfigGraphOptions::ImportBlocks::Imported};
    if (m_request.graph && !m_unreadSchemas.hasErrors() && purpose != WalkPurpose::Destroy && isOfConfigAlone(options))
        return m_request.graph;
    diags::Result<ConfigGraph> graph = buildConfigGraph(*m_request.config, options);
    m_diagnostics.append(std::move(graph.diagnostics));
    if (graph.value && m_unreadSchemas.hasErrors())
        m_diagnostics.append(missingSchemaInGraph(*m_request.config, state, *m_request.providers, m_stop));
    if (!graph.value || m_diagnostics.hasErrors())
        return nullptr;
    if (purpose == WalkPurpose::Destroy)
        graph->selection = neededToDestroy(*graph, state);
    return std::make_shared<const ConfigGraph>(*std::move(graph.value));
}

void Planner::recordLeftOut(PlanWalk& walk) {
    m_plan->recorded.unchangedByMode = std::move(walk.recorded.unchangedByMode);
    m_plan->recorded.instancesLeftOut = std::move(walk.recorded.instancesLeftOut);
    std::ranges::sort(m_plan->recorded.instancesLeftOut);
    m_plan->recorded.resourcesLeftOut.clear();
    for (std::size_t i = 0; i < m_graph->nodes.size(); ++i) {
        const ConfigNode& node = m_graph->nodes[i];
        const bool isManaged = (node.kind == ConfigNode::Kind::Resource || node.kind == ConfigNode::Kind::Orphan) &&
                               node.resource.resource.mode == addrs::ResourceMode::Managed;
        if (isManaged && m_graph->selection[i] == Selection::None)
            m_plan->recorded.resourcesLeftOut.push_back(node.resource);
    }
    std::ranges::sort(m_plan->recorded.resourcesLeftOut);
}

void Planner::planRemovedOutputs() {
    if (!isPartial())
        for (const auto& [name, output] : m_state.outputs)
            if (!m_request.config->root->module.outputs.contains(name))
                removeOutput(name, output);
    m_plan->changes.sort();
}

void Planner::removeOutput(const std::string& name, const states::OutputValue& output) {
    plans::OutputChange change;
    change.name = name;
    change.sensitive = output.sensitive;
    change.change.action = Action::Delete;
    change.change.before = output.value;
    change.change.after = Value::null(Type::dynamic());
    m_plan->changes.add(std::move(change));
}

PlanOutcome Planner::finish(Made made) {
    PlanOutcome outcome;
    if (m_walk)
        m_diagnostics.append(
            m_walk->close(m_diagnostics.hasErrors() ? OpenedResources::Report::No : OpenedResources::Report::Yes));
    if (m_stopped)
        m_diagnostics.error("Planning was stopped",
                            "The plan is incomplete because planning was stopped before everything was planned.");
    if (made == Made::Plan) {
        m_diagnostics.append(unreadSchemas(*m_plan->priorState));
        m_plan->errored = m_diagnostics.hasErrors();
        m_plan->quality = m_plan->errored                     ? plans::Quality::Incomplete
                          : m_request.providers->isEstimate() ? plans::Quality::Estimate
                                                              : plans::Quality::Exact;
        m_plan->recorded.filesRead = m_filesRead->texts();
        m_plan->recorded.filesListed = m_filesRead->listed();
        m_plan->recorded.secretsOfProviders = m_request.providers->secrets()->ofCalls();
        m_plan->relevantAttributes =
            relevantAttributes(*m_request.config, m_plan->changes, m_plan->schemas, m_moduleOutputs);
        // As in OpenTofu, a plan is valid even if applying it will report these cycles.
        if (!m_plan->errored) {
            m_diagnostics.append(checkApplyGraph(*m_request.config, *m_plan));
            recordNotApplied(*m_request.config, *m_plan);
        }
        outcome.plan = m_plan;
    }
    outcome.readCache = m_readRecorder.take();
    outcome.diagnostics = std::move(m_diagnostics);
    m_listener.phaseChanged(Phase::Done);
    return outcome;
}

PlanOutcome plan(const PlanRequest& request, Listener& listener, std::stop_token stop) {
    return Planner(request, listener, std::move(stop)).run();
}

} // namespace planlens::engine
