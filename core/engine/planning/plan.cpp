// SPDX-License-Identifier: MPL-2.0
#include "core/engine/plan.h"

#include "core/engine/apply.h"
#include "core/engine/evaluation/deprecations.h"
#include "core/engine/evaluation/prevent_destroy.h"
#include "core/engine/graphs/apply_cycles.h"
#include "core/engine/graphs/destroy_selection.h"
#include "core/engine/planning/drift.h"
#include "core/engine/planning/plan_walk.h"
#include "core/engine/planning/relevant_attributes.h"
#include "core/engine/provider_schemas.h"
#include "core/engine/refactoring/forgetting.h"
#include "core/lang/functions.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <ctime>
#include <set>

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

/// Makes one plan, from the request to the outcome.
class Planner {
public:
    Planner(const PlanRequest& request, Listener& listener, std::stop_token stop)
        : m_request(request)
        , m_listener(listener)
        , m_stop(std::move(stop))
        , m_answers(request.readCache)
        , m_plan(std::make_shared<Plan>()) {}

    PlanOutcome run() {
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
        if (!options.targets.empty() || !options.excludes.empty())
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

private:
    enum class Made { Nothing, Plan };

    void prepare() {
        const PlanOptions& options = m_request.options;
        m_plan->mode = options.mode;
        m_plan->refreshSkipped = options.refresh == Refresh::No;
        m_plan->targets = options.targets;
        m_plan->excludes = options.excludes;
        m_plan->forceReplace = options.forceReplace;
        m_plan->backend = {options.backendType, options.backendConfig, options.workspace};
        m_plan->timestamp = std::chrono::system_clock::now();
        m_plan->timestampText = rfc3339(m_plan->timestamp);
        for (const auto& [name, variable] : options.variables) {
            const auto config = m_request.config->root->module.variables.find(name);
            plans::VariableValue value{variable.given, variable.source == configs::GivenVariable::Source::Default,
                                       false};
            if (config != m_request.config->root->module.variables.end()) {
                value.ephemeral = config->second.ephemeral;
                if (config->second.sensitive)
                    value.value = value.value.withMark(values::Mark::sensitive());
            }
            m_plan->variables.emplace(name, std::move(value));
            m_plan->variableOrigins.emplace(name, plans::VariableOrigin{originKind(variable.source), variable.range});
        }
        m_plan->configuration = m_request.config;
        if (m_request.state) {
            m_plan->stateLineage = m_request.state->lineage;
            m_plan->stateSerial = m_request.state->serial;
            if (m_request.state->state)
                m_state = *m_request.state->state;
        }
        diags::Result<plans::Schemas> schemas = schemasFor(*m_request.config, &m_state, *m_request.providers, m_stop);
        m_diagnostics.append(std::move(schemas.diagnostics));
        if (schemas.value)
            m_plan->schemas = *std::move(schemas.value);
        lang::FunctionOptions functions;
        functions.baseDirectory = m_request.config->directory.string();
        functions.pure = true;
        functions.planTimestamp = m_plan->timestampText;
        functions.filesRead = m_request.filesRead;
        m_functions = lang::makeFunctionTable(functions);
    }

    bool isGenerating() const { return !m_request.options.generateConfigPath.empty(); }

    /// Refreshes and plans with one walk over the configuration, starting with a state.
    Made walk(WalkPurpose purpose, const states::State& from) {
        // Before a destroy plan, the reference makes a normal plan only for refreshing.
        if (purpose == WalkPurpose::Plan || purpose == WalkPurpose::BeforeDestroy) {
            m_diagnostics.append(
                checkImportTargets(*m_request.config, isGenerating() ? ConfigGeneration::On : ConfigGeneration::Off));
            if (m_diagnostics.hasErrors())
                return Made::Nothing;
            m_diagnostics.append(RemovedBlocks(*m_request.config).stillConfigured(*m_request.config));
            if (m_diagnostics.hasErrors())
                return Made::Nothing;
        }
        Diagnostics beforeWalking = m_diagnostics;
        const std::vector<MoveStatement> statements = findMoves(*m_request.config, from);
        states::State state = from;
        MoveResults moves = applyMoves(statements, state);
        m_diagnostics.append(checkTargetedMoves(moves, m_request.options.targets, m_request.options.excludes));
        if (m_diagnostics.hasErrors())
            return Made::Nothing;
        m_walk.reset();
        m_graph = graphFor(purpose, state);
        if (!m_graph)
            return Made::Nothing;
        m_walk = std::make_unique<PlanWalk>(m_request, m_listener, m_stop, purpose, m_plan->schemas, *m_graph,
                                            *m_functions, state, moves, m_answers);
        PlanWalk& walk = *m_walk;
        walk.run();
        Diagnostics found = std::move(walk.findings);
        if (Diagnostics undeclared = walk.imports.checkDeclared(walk.runtime); undeclared.hasErrors()) {
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
        noteLeftOut(walk);
        const bool isDestroying = purpose == WalkPurpose::BeforeDestroy || purpose == WalkPurpose::Destroy;
        if (!isDestroying) {
            planRemovedOutputs();
            const bool isPartial =
                !m_request.options.targets.empty() || !m_request.options.excludes.empty() || found.hasErrors();
            m_plan->drift = findDrift(walk.previousRunState, walk.priorState, moves, m_plan->schemas,
                                      isPartial ? Coverage::Partial : Coverage::Whole, found);
        }
        m_plan->previousRunState = std::make_shared<const states::State>(walk.previousRunState);
        m_plan->priorState = std::make_shared<const states::State>(std::move(walk.priorState));
        m_moduleOutputs = std::move(walk.moduleOutputs);
        m_moves = std::move(moves);
        m_diagnostics.append(std::move(found));
        return Made::Plan;
    }

    /// Whether the graph for these options equals the one made by validate().
    bool isOfConfigAlone(const ConfigGraphOptions& options) const {
        const configs::Config& config = *m_request.config;
        const bool generates = options.generation == ConfigGeneration::On &&
                               std::ranges::any_of(config.root->module.imports, [&](const configs::Import& import) {
                                   return !config.resource({import.toModule, import.toResource});
                               });
        const bool accepted = std::ranges::any_of(config.root->module.requiredProviders, [](const auto& required) {
            return !required.second.aliases.empty();
        });
        return options.targets.empty() && options.excludes.empty() && !generates && !accepted &&
               std::ranges::all_of(options.state->resources(),
                                   [&](const auto& entry) { return config.resource(entry.first.config()); });
    }

    /// Returns null after adding errors.
    ConfigGraphPtr graphFor(WalkPurpose purpose, const states::State& state) {
        const ConfigGraphOptions options{&m_plan->schemas,
                                         &state,
                                         m_request.options.targets,
                                         m_request.options.excludes,
                                         nullptr,
                                         purpose == WalkPurpose::Plan && isGenerating() ? ConfigGeneration::On
                                                                                        : ConfigGeneration::Off,
                                         configs::RootAliases::Missing,
                                         purpose == WalkPurpose::Destroy ? ConfigGraphOptions::Destroys::All
                                                                         : ConfigGraphOptions::Destroys::Orphans};
        if (m_request.graph && purpose != WalkPurpose::Destroy && isOfConfigAlone(options))
            return m_request.graph;
        diags::Result<ConfigGraph> graph = buildConfigGraph(*m_request.config, options);
        m_diagnostics.append(std::move(graph.diagnostics));
        if (!graph.value)
            return nullptr;
        if (purpose == WalkPurpose::Destroy)
            graph->selection = neededToDestroy(*graph, state);
        return std::make_shared<const ConfigGraph>(*std::move(graph.value));
    }

    void noteLeftOut(PlanWalk& walk) {
        m_plan->unchangedByMode = std::move(walk.unchangedByMode);
        m_plan->instancesLeftOut = std::move(walk.instancesLeftOut);
        std::ranges::sort(m_plan->instancesLeftOut);
        m_plan->resourcesLeftOut.clear();
        for (std::size_t i = 0; i < m_graph->nodes.size(); ++i) {
            const ConfigNode& node = m_graph->nodes[i];
            const bool isManaged = (node.kind == ConfigNode::Kind::Resource || node.kind == ConfigNode::Kind::Orphan) &&
                                   node.resource.resource.mode == addrs::ResourceMode::Managed;
            if (isManaged && m_graph->selection[i] == Selection::Left)
                m_plan->resourcesLeftOut.push_back(node.resource);
        }
        std::ranges::sort(m_plan->resourcesLeftOut);
    }

    /// Plans the removal of outputs that are in the state but not configured.
    void planRemovedOutputs() {
        for (const auto& [name, output] : m_state.outputs) {
            if (m_request.config->root->module.outputs.contains(name))
                continue;
            if (!m_request.options.targets.empty() || !m_request.options.excludes.empty())
                continue;
            removeOutput(name, output);
        }
        m_plan->changes.sort();
    }
    void removeOutput(const std::string& name, const states::OutputValue& output) {
        plans::OutputChange change;
        change.name = name;
        change.sensitive = output.sensitive;
        change.change.action = Action::Delete;
        change.change.before = output.value;
        change.change.after = Value::null(Type::dynamic());
        m_plan->changes.add(std::move(change));
    }

    static std::shared_ptr<const states::State> withoutCheckResults(const std::shared_ptr<const states::State>& state) {
        if (!state->checkResults)
            return state;
        states::State copy = *state;
        copy.checkResults.reset();
        return std::make_shared<const states::State>(std::move(copy));
    }

    bool isRefreshing() const { return m_request.options.refresh == Refresh::Yes && !m_state.isEmpty(); }

    /// The resources in a state with at least one destroyed object.
    std::set<addrs::ConfigResource> destroyedResources(const states::State& state) const {
        const PlanOptions& options = m_request.options;
        std::set<addrs::ConfigResource> destroyed;
        for (const addrs::AbsResourceInstance& address : selectDestroyed(state, options.targets, options.excludes))
            destroyed.insert(address.config());
        for (const auto& [address, resource] : state.resources())
            for (const auto& [key, instance] : resource.instances)
                if (!instance.deposed.empty() && isTargeted(address.instance(key), options.targets, options.excludes))
                    destroyed.insert(address.config());
        return destroyed;
    }

    /// The nodes to evaluate for a destroy: everything that the provider configurations and prevent_destroy of
    /// destroyed resources need, and selected ephemeral resources that any provider in the state needs.
    std::vector<Selection> neededToDestroy(const ConfigGraph& graph, const states::State& state) const {
        const std::set<addrs::ConfigResource> destroyed = destroyedResources(state);
        std::set<addrs::ConfigResource> present;
        for (const auto& [address, resource] : state.resources())
            present.insert(address.config());
        std::vector<graph::Vertex> starts, providers;
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            const ConfigNode& node = graph.nodes[i];
            if ((node.kind != ConfigNode::Kind::Resource && node.kind != ConfigNode::Kind::Orphan) ||
                !present.contains(node.resource))
                continue;
            const bool isDestroyed = destroyed.contains(node.resource);
            for (const graph::Vertex dependency : graph.graph.dependencies(static_cast<graph::Vertex>(i))) {
                if (graph[dependency].kind != ConfigNode::Kind::Provider)
                    continue;
                providers.push_back(dependency);
                if (isDestroyed)
                    starts.push_back(dependency);
            }
            if (!isDestroyed)
                continue;
            const std::vector<graph::Vertex> references =
                preventDestroyReferences(graph, static_cast<graph::Vertex>(i));
            starts.insert(starts.end(), references.begin(), references.end());
        }
        const std::vector<bool> behindProviders = evaluatedWith(graph, providers);
        for (std::size_t i = 0; i < graph.nodes.size(); ++i)
            if (graph.nodes[i].isEphemeral() && behindProviders[i] && graph.selection[i] != Selection::Left)
                starts.push_back(static_cast<graph::Vertex>(i));
        const std::vector<bool> needed = evaluatedWith(graph, starts);
        std::vector<Selection> selection(needed.size(), Selection::Left);
        for (std::size_t i = 0; i < needed.size(); ++i)
            if (needed[i])
                selection[i] = Selection::Whole;
        return selection;
    }

    /// The nodes with everything that their evaluation needs. Resources except ephemeral ones are taken from the state
    /// and need only their module.
    static std::vector<bool> evaluatedWith(const ConfigGraph& graph, std::vector<graph::Vertex> open) {
        std::vector<bool> found(graph.nodes.size());
        for (const graph::Vertex start : open)
            found[graph::index(start)] = true;
        while (!open.empty()) {
            const graph::Vertex v = open.back();
            open.pop_back();
            const bool isStored = graph[v].kind == ConfigNode::Kind::Resource && !graph[v].isEphemeral();
            for (const graph::Vertex dependency : graph.graph.dependencies(v)) {
                if (found[graph::index(dependency)] ||
                    (isStored && graph[dependency].kind != ConfigNode::Kind::Expansion))
                    continue;
                found[graph::index(dependency)] = true;
                open.push_back(dependency);
            }
        }
        return found;
    }

    /// Makes a normal plan for refreshing first, and then destroys all remaining objects.
    Made planDestruction() {
        if (isRefreshing()) {
            const Diagnostics before = m_diagnostics;
            const Made made = walk(WalkPurpose::BeforeDestroy, m_state);
            if (m_diagnostics.hasErrors() || made == Made::Nothing)
                return Made::Nothing;
            m_diagnostics = before; // its warnings are about a configuration that is not planned
            const std::shared_ptr<const states::State> refreshed = m_plan->priorState,
                                                       previous = m_plan->previousRunState;
            plans::Dependencies dependencies = std::move(m_plan->dependencies);
            m_diagnostics.append(m_walk->close(OpenedResources::Report::Yes));
            if (walk(WalkPurpose::Destroy, *refreshed) == Made::Nothing)
                return Made::Nothing;
            m_plan->previousRunState = previous;
            m_plan->dependencies = std::move(dependencies);
        } else if (walk(WalkPurpose::Destroy, m_state) == Made::Nothing) {
            return Made::Nothing;
        }
        const auto prior = m_plan->priorState;
        m_plan->changes = {};
        m_plan->resourcesLeftOut.clear();
        m_plan->instancesLeftOut.clear();
        m_plan->checks = resultsOfDestroying();
        if (Diagnostics cycles = checkDestroyGraph(prior, m_request.options.targets, m_request.options.excludes);
            cycles.hasErrors()) {
            m_diagnostics.append(std::move(cycles));
            return Made::Nothing;
        }
        const std::set<addrs::AbsResourceInstance> selected =
            selectDestroyed(*prior, m_request.options.targets, m_request.options.excludes);
        std::vector<plans::ResourceInstanceChangePtr> planned;
        std::map<addrs::AbsResourceInstance, Diagnostics> problems;
        std::set<addrs::AbsResourceInstance> failed;
        for (const auto& [address, resource] : prior->resources()) {
            for (const auto& [key, instance] : resource.instances) {
                const addrs::AbsResourceInstance instanceAddress = address.instance(key);
                const bool isSelected = selected.contains(instanceAddress);
                if (!isSelected && address.resource.mode == addrs::ResourceMode::Managed)
                    m_plan->instancesLeftOut.push_back(instanceAddress);
                std::vector<std::pair<addrs::DeposedKey, states::StoredObjectPtr>> objects;
                if (instance.current && isSelected)
                    objects.emplace_back(addrs::DeposedKey(), instance.current);
                // Deposed objects have no dependents, so they are selected by their own address.
                if (isTargeted(instanceAddress, m_request.options.targets, m_request.options.excludes))
                    objects.insert(objects.end(), instance.deposed.begin(), instance.deposed.end());
                for (const auto& [deposed, object] : objects) {
                    Diagnostics& found = problems[instanceAddress];
                    const std::optional<PlanWalk::ProviderUse> use =
                        m_walk->providerForDestroyed(instanceAddress, deposed, found);
                    if (!use) {
                        failed.insert(instanceAddress);
                        continue;
                    }
                    diags::Result<plans::ResourceInstanceChangePtr> change =
                        destroyObject(instanceAddress, deposed, *object, *use);
                    found.append(std::move(change.diagnostics));
                    if (change.value && *change.value)
                        planned.push_back(*change.value);
                }
            }
        }
        if (!isRefreshing())
            takeUpgraded();
        // Objects that are destroyed after a failed one are not planned.
        for (const auto& [address, found] : problems)
            if (found.hasErrors())
                failed.insert(address);
        const std::set<addrs::AbsResourceInstance> left = failed.empty() ? failed : destroyedAfter(*prior, failed);
        for (auto& [address, found] : problems)
            if (!left.contains(address))
                m_diagnostics.append(std::move(found));
        for (plans::ResourceInstanceChangePtr& change : planned) {
            if (left.contains(change->address))
                continue;
            m_listener.planned(*change);
            m_plan->changes.add(std::move(change));
        }
        if (m_request.options.targets.empty() && m_request.options.excludes.empty())
            for (const auto& [name, output] : prior->outputs)
                removeOutput(name, output);
        m_plan->changes.sort();
        if (!m_diagnostics.hasErrors())
            m_diagnostics.append(blockedMovesWarning(m_moves));
        return Made::Plan;
    }

    /// The check results of a destroy plan: those of evaluated nodes, and unknown ones for root outputs.
    states::CheckResults resultsOfDestroying() const {
        if (m_request.options.targets.empty() && m_request.options.excludes.empty())
            for (const auto& [name, output] : m_request.config->root->module.outputs)
                m_walk->checks.reportObjects("output." + name, {"output." + name});
        return m_walk->checks.results();
    }

    /// Decodes the object to destroy. Refreshing has already upgraded it.
    std::optional<states::Object> readObject(const addrs::AbsResourceInstance& address,
                                             const addrs::DeposedKey& deposed, const states::StoredObject& stored,
                                             const schemas::ResourceSchema& schema, const PlanWalk::ProviderUse& use,
                                             Diagnostics& diagnostics) {
        if (!isRefreshing())
            return m_walk->readStored(address, deposed, schema, use, nullptr, diagnostics);
        return states::decode(stored, schema).into(diagnostics);
    }

    /// Without refreshing, upgraded objects are known only now.
    void takeUpgraded() {
        m_plan->previousRunState = std::make_shared<const states::State>(m_walk->previousRunState);
        m_plan->priorState = withoutCheckResults(m_plan->previousRunState);
    }

    diags::Result<plans::ResourceInstanceChangePtr> destroyObject(const addrs::AbsResourceInstance& address,
                                                                  const addrs::DeposedKey& deposed,
                                                                  const states::StoredObject& stored,
                                                                  const PlanWalk::ProviderUse& use) {
        Diagnostics diagnostics;
        const configs::Resource* config = m_request.config->resource(address.config());
        const addrs::AbsResourceInstance previous = m_moves.previousAddress(address);
        std::optional<plans::ResourceInstanceChange> change;
        if (address.resource.mode != addrs::ResourceMode::Managed) {
            states::Object gone; // its value is not used, and may not conform to the schema
            gone.value = Value::null(Type::dynamic());
            change = removal(address, previous, deposed, use.address, gone, Action::Delete);
        } else {
            const addrs::Provider& provider = use.address.config.provider;
            const schemas::ResourceSchemaPtr schema =
                plans::resourceSchema(m_plan->schemas, provider, address.resource);
            if (!schema) {
                diagnostics.error("Unsupported resource type in state",
                                  fmt::format("The provider {} does not support the type of {}, which is in the state.",
                                              provider.forDisplay(), address.toString()));
                return diagnostics;
            }
            const std::optional<states::Object> object =
                readObject(address, deposed, stored, *schema, use, diagnostics);
            if (!object || diagnostics.hasErrors())
                return diagnostics;
            const Forgetting forgetting = forgettingOf(config, object->skipDestroy, nullptr);
            if (forgetting.isForgotten) {
                change = removal(address, previous, deposed, use.address, *object, Action::Forget);
                change->reason = forgetting.reason;
                if (!deposed.empty())
                    diagnostics.append(forgottenWarning(address));
            } else {
                const std::optional<Value> meta = m_walk->metaFor(address, use, diagnostics);
                if (!meta)
                    return diagnostics;
                change = planDestroy(
                    use, *meta, *m_plan->schemas.at(provider), address, previous, deposed, *object,
                    config ? config->config : nullptr,
                    [&](const auto& what) {
                        what(m_stop);
                        return true;
                    },
                    diagnostics);
            }
        }
        if (!change)
            return diagnostics;
        change->causes.push_back({plans::Cause::Kind::Mode, {}, {}});
        if (config && deposed.empty())
            diagnostics.append(checkPreventDestroy(*config, m_walk->runtime, *change));
        return {std::make_shared<const plans::ResourceInstanceChange>(std::move(*change)), std::move(diagnostics)};
    }

    PlanOutcome finish(Made made) {
        PlanOutcome outcome;
        if (m_walk)
            m_diagnostics.append(
                m_walk->close(m_diagnostics.hasErrors() ? OpenedResources::Report::No : OpenedResources::Report::Yes));
        if (m_stopped)
            m_diagnostics.error("Planning was stopped",
                                "The plan is incomplete because it was asked to stop before everything was planned.");
        if (made == Made::Plan) {
            m_plan->errored = m_diagnostics.hasErrors();
            m_plan->quality = m_plan->errored                     ? plans::Quality::Incomplete
                              : m_request.providers->isEstimate() ? plans::Quality::Estimate
                                                                  : plans::Quality::Exact;
            m_plan->relevantAttributes = relevantAttributes(*m_request.config, *m_plan, m_moduleOutputs);
            // As in the reference, a plan is valid even if applying it will report these cycles.
            if (!m_plan->errored) {
                m_diagnostics.append(checkApplyGraph(*m_request.config, *m_plan));
                m_plan->notApplied = leftOutOfApply(*m_request.config, *m_plan);
            }
            outcome.plan = m_plan;
        }
        outcome.readCache = m_answers.take();
        outcome.diagnostics = std::move(m_diagnostics);
        m_listener.phaseChanged(Phase::Done);
        return outcome;
    }

    const PlanRequest& m_request;
    Listener& m_listener;
    std::stop_token m_stop;
    ProviderReadRecorder m_answers;
    std::shared_ptr<Plan> m_plan;
    std::shared_ptr<const lang::FunctionTable> m_functions;
    states::State m_state;
    MoveResults m_moves;
    ConfigGraphPtr m_graph;
    std::unique_ptr<PlanWalk> m_walk; // uses m_graph
    std::vector<std::pair<addrs::ModuleInstance, std::string>> m_moduleOutputs;
    Diagnostics m_diagnostics;
    bool m_stopped = false;
};

} // namespace

PlanOutcome plan(const PlanRequest& request, Listener& listener, std::stop_token stop) {
    return Planner(request, listener, std::move(stop)).run();
}

} // namespace planlens::engine
