// SPDX-License-Identifier: MPL-2.0
#include "core/engine/applying/apply_walk.h"

#include "core/configs/config.h"
#include "core/engine/evaluation/deprecations.h"
#include "core/engine/evaluation/input_variables.h"
#include "core/engine/evaluation/module_steps.h"
#include "core/engine/evaluation/provider_functions.h"
#include "core/engine/evaluation/provider_requests.h"
#include "core/engine/evaluation/repetition.h"
#include "core/engine/evaluation/stored_value.h"
#include "core/engine/provider_pool.h"
#include "core/plans/plan.h"
#include "core/schemas/values_by_schema.h"
#include "core/system/unexpected_error.h"
#include "core/values/json/json.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::engine {

using diags::Diagnostics;
using diags::Result;
using graph::Visit;
using plans::Action;
using states::Object;
using values::Mark;
using values::Value;

ApplyWalk::ApplyWalk(const ApplyRequest& request, Listener& listener, StateSink& sink, std::stop_token stop,
                     const ApplyGraph& graph, const lang::FunctionTable& functions)
    : state(*request.plan->priorState)
    , checks(*request.config)
    , m_request(request)
    , m_listener(listener)
    , m_sink(sink)
    , m_stopping(std::move(stop), request.interrupted)
    , m_graph(graph)
    , m_runtime(Operation::Apply, *request.config, functions, request.plan->backend.workspace)
    , m_selection(graph, *request.plan)
    , m_byNode(graph.nodes.size())
    , m_opened(listener)
    , m_removed(*request.config)
    , m_progress(listener) {
    m_runtime.providerFunctions = std::make_shared<const ProviderFunctions>(
        *request.config, request.providers->registry(), m_stopping.halt.get_token(),
        [this](const ModuleRuntime& module, const ProviderFunctionName& name) -> std::shared_ptr<providers::Provider> {
            const configs::ResolvedProvider resolved =
                m_request.config->providerFor(module.node.path, name.provider, name.alias);
            Diagnostics ignored; // a missing function is reported when it is called
            const auto key = providerInstanceKey(m_runtime, resolved, module, {}, {module.address, {}, {}}, ignored);
            const std::scoped_lock lock(m_mutex);
            const auto configured =
                key ? m_providers.find(addrs::AbsProviderInstance{resolved.address, *key}) : m_providers.end();
            return configured == m_providers.end() ? nullptr : configured->second;
        });
    const plans::Plan& plan = *request.plan;
    for (const auto& [address, result] : plan.checks)
        if (result.objectsKnown) { // the objects to check are those found while planning
            std::vector<std::string> objects;
            for (const auto& [object, ignored] : result.objects)
                objects.push_back(object);
            checks.reportObjects(address, objects);
        }
    for (const ApplyNode& node : graph.nodes)
        if (node.isWork() && m_selection.takesPart(node))
            m_progress.addSteps(1);
}

void ApplyWalk::run() {
    // Imported objects were read while planning and are part of the prior state. As in OpenTofu, forgotten objects
    // count even if -target or -exclude leaves them out of the apply.
    for (const plans::ResourceInstanceChangePtr& change : m_request.plan->changes.resources()) {
        if (change->change.action == plans::Action::Forget)
            ++counts.forgotten;
        if (!change->change.importing)
            continue;
        m_listener.imported(change->address, *change->change.importing);
        ++counts.imported;
    }
    graph::WalkOptions options;
    options.threads = m_request.threads;
    options.blockedCalls = m_request.parallelism;
    options.stop = m_stopping.halt.get_token();
    const graph::WalkResult result = graph::walk(
        m_graph.graph, [this](graph::Vertex v, graph::WorkContext& work) { return visit(v, work); }, options);
    stopped = result.stopped || m_hasLeftOut;
    // Each provisioner that was not started has reported that the lock is lost.
    const auto isRepeated = [&](const diags::Diagnostic& problem) {
        return std::ranges::find(m_lockLoss, problem.summary, &diags::Diagnostic::summary) != m_lockLoss.end() &&
               std::ranges::find(findings, problem.summary, &diags::Diagnostic::summary) != findings.end();
    };
    m_byNode.push_back(m_lockLoss);
    for (Diagnostics& found : m_byNode)
        for (diags::Diagnostic& problem : found)
            if (!isRepeated(problem))
                findings.append(std::move(problem));
    findings.append(m_opened.close(findings.hasErrors() ? OpenedResources::Report::No : OpenedResources::Report::Yes));
    for (const graph::WalkException& failed : result.exceptions)
        findings.append(system::unexpectedError(failed.exception));
}

Visit ApplyWalk::visit(graph::Vertex v, graph::WorkContext& work) {
    const ApplyNode& node = m_graph[v];
    Diagnostics found;
    switch (node.kind) {
    case ApplyNode::Kind::Config:
        if (m_selection.isDeclared(node.config) || m_graph.config.nodes[node.config].kind == ConfigNode::Kind::Release)
            found = visitConfig(m_graph.config.nodes[node.config], work);
        else if (m_selection.isStored(node.config))
            takeStored(m_graph.config.nodes[node.config]);
        break;
    case ApplyNode::Kind::Declared:
        if (ModuleRuntime* const module = m_runtime.find(node.module); module && m_selection.isDeclared(node.config)) {
            std::vector<std::string> unused; // the plan contains the objects
            found = declareResource(m_graph.config.nodes[node.config], *module, unused);
        }
        break;
    case ApplyNode::Kind::Apply:
        if (m_selection.takesPart(node))
            found = visitApply(node, work);
        break;
    case ApplyNode::Kind::Destroy:
        if (m_selection.takesPart(node))
            found = destroy(node, work);
        break;
    case ApplyNode::Kind::Joined:
    case ApplyNode::Kind::Destroyed:
        break;
    }
    const bool failed = found.hasErrors();
    m_byNode[graph::index(v)] = std::move(found);
    return failed ? Visit::Failed : Visit::Done;
}

Diagnostics ApplyWalk::visitConfig(const ConfigNode& node, graph::WorkContext& work) {
    const configs::ModuleNode& module = *node.module;
    Diagnostics diagnostics;
    switch (node.kind) {
    case ConfigNode::Kind::Expansion: {
        std::vector<plans::Dependency> unused;
        return expandModule(m_runtime, module, unused);
    }
    case ConfigNode::Kind::Variable: {
        const configs::Variable& variable = module.module.variables.at(node.name);
        reportMembers(m_runtime, module, "var." + node.name, checks);
        if (!module.parent) {
            const auto given = m_request.variables.find(node.name);
            const auto planned = m_request.plan->variables.find(node.name);
            Value& slot = m_runtime.root().variables.find(node.name)->second;
            if (given != m_request.variables.end())
                slot = given->second.value;
            else if (planned != m_request.plan->variables.end())
                slot = planned->second.value.unmarkedDeep();
            diagnostics.append(
                evaluateVariableValidations(variable, nullptr, ModuleScope(m_runtime, m_runtime.root()), checks));
            break;
        }
        const hcl::ExpressionPtr argument = callArgument(module, node.name);
        for (ModuleRuntime* instance : m_runtime.instancesOf(module)) {
            Result<Value> value =
                moduleVariableValue(variable, argument.get(),
                                    ModuleScope(m_runtime, *instance->parent, instance->repetition), instance->address);
            diagnostics.append(std::move(value.diagnostics));
            instance->variables.find(node.name)->second = *std::move(value.value);
        }
        if (!diagnostics.hasErrors())
            for (ModuleRuntime* instance : m_runtime.instancesOf(module))
                diagnostics.append(
                    evaluateVariableValidations(variable, argument.get(), ModuleScope(m_runtime, *instance), checks));
        break;
    }
    case ConfigNode::Kind::Local:
        for (ModuleRuntime* instance : m_runtime.instancesOf(module)) {
            Result<Value> value =
                ModuleScope(m_runtime, *instance).evaluate(*module.module.locals.at(node.name).expression);
            diagnostics.append(std::move(value.diagnostics));
            instance->locals.find(node.name)->second = *std::move(value.value);
        }
        break;
    case ConfigNode::Kind::Output:
        return visitOutput(node);
    case ConfigNode::Kind::Resource:
        diagnostics = declareResource(node);
        if (node.isEphemeral() && !diagnostics.hasErrors())
            diagnostics.append(openEphemeral(node, work));
        return diagnostics;
    case ConfigNode::Kind::Provider:
        return visitProvider(node, work);
    case ConfigNode::Kind::Check:
        return evaluateCheck(m_runtime, node, checks);
    case ConfigNode::Kind::Release:
        work.blocked([&] { diagnostics = m_opened.close(node.resource); });
        return diagnostics;
    case ConfigNode::Kind::Close: {
        const std::scoped_lock lock(m_mutex);
        m_closed.insert(module.path);
        break;
    }
    case ConfigNode::Kind::Orphan:
    case ConfigNode::Kind::Deposed:
    case ConfigNode::Kind::Import:
        break;
    }
    return diagnostics;
}

void ApplyWalk::takeStored(const ConfigNode& node) {
    const schemas::ResourceSchemaPtr schema =
        plans::resourceSchema(m_request.plan->schemas, node.provider.provider, node.resource.resource);
    for (ModuleRuntime* module : m_runtime.instancesOf(*node.module)) {
        const states::Resource* const stored =
            schema ? m_request.plan->priorState->resource({module->address, node.resource.resource}) : nullptr;
        if (!stored)
            continue;
        ResourceRuntime& resource = module->resources.at(node.resource.resource);
        resource.schema = schema;
        expandFromState(*stored, resource, *node.module);
    }
}

Diagnostics ApplyWalk::declareResource(const ConfigNode& node) {
    Diagnostics diagnostics;
    std::vector<std::string> objects;
    for (ModuleRuntime* module : m_runtime.instancesOf(*node.module)) {
        ResourceRuntime& resource = module->resources.at(node.resource.resource);
        if (!resource.isExpanded())
            diagnostics.append(declareResource(node, *module, objects));
        if (resource.isExpanded() && !node.isEphemeral())
            declareInState({module->address, node.resource.resource}, node.provider);
    }
    // Objects of other resources come from the plan, even if targets excluded them.
    if (node.isEphemeral())
        checks.reportObjects(node.resource.toString(), objects);
    return diagnostics;
}

/// Declares instances with their values from the state. Changed instances are updated when they are applied.
Diagnostics ApplyWalk::declareResource(const ConfigNode& node, ModuleRuntime& module,
                                       std::vector<std::string>& objects) {
    Diagnostics diagnostics;
    const configs::Resource& config = *node.resourceConfig;
    const schemas::ResourceSchemaPtr schema =
        plans::resourceSchema(m_request.plan->schemas, node.provider.provider, node.resource.resource);
    ResourceRuntime& resource = module.resources.at(node.resource.resource);
    resource.schema = schema;
    const addrs::AbsResource address{module.address, node.resource.resource};
    const states::Resource* inState = schema ? m_request.plan->priorState->resource(address) : nullptr;
    if (!inState && !m_selection.isExpanded(indexOf(node)))
        return diagnostics;
    Result<Instances> instances = declareInstances(config.count, config.forEach, config.enabled,
                                                   ModuleScope(m_runtime, module), address.toString());
    diagnostics.append(std::move(instances.diagnostics));
    if (!instances.value)
        return diagnostics;
    resource.expand(*std::move(instances.value));
    for (std::size_t i = 0; i < resource.instances().keys.size(); ++i) {
        const addrs::AbsResourceInstance instance = address.instance(resource.instances().keys[i]);
        objects.push_back(instance.toString());
        if (!schema)
            continue;
        if (const states::StoredObjectPtr object = storedObject(instance, {}))
            if (std::optional<Value> value = storedValue(*object, instance.key, resource, *node.module))
                resource.setValue(i, *std::move(value));
    }
    // An instance that is no longer declared but remains, because the plan leaves it out.
    if (!inState)
        return diagnostics;
    for (const auto& [key, ignored] : inState->instances) {
        const addrs::AbsResourceInstance instance = address.instance(key);
        if (resource.instances().find(key) || m_request.plan->changes.resource(instance))
            continue;
        if (const states::StoredObjectPtr object = storedObject(instance, {}))
            if (std::optional<Value> value = storedValue(*object, key, resource, *node.module))
                resource.addUndeclared(key, *std::move(value));
    }
    return diagnostics;
}

void ApplyWalk::declareInState(const addrs::AbsResource& address, const addrs::AbsProviderConfig& provider) {
    const std::scoped_lock lock(m_mutex);
    const states::Resource* const known = state.resource(address);
    if (known && known->provider == provider)
        return;
    states::Resource declared = known ? *known : states::Resource();
    declared.provider = provider;
    state.setResource(address, std::move(declared));
}

void ApplyWalk::removeEmptyResources(bool failed) {
    std::vector<addrs::AbsResource> empty;
    for (const auto& [address, resource] : state.resources())
        if (resource.instances.empty() && (!failed || m_closed.contains(address.module.module())))
            empty.push_back(address);
    for (const addrs::AbsResource& address : empty)
        state.removeResource(address);
}

Diagnostics ApplyWalk::visitOutput(const ConfigNode& node) {
    Diagnostics diagnostics;
    const configs::Output& output = node.module->module.outputs.at(node.name);
    const bool isRoot = !node.module->parent;
    const std::string member = "output." + node.name;
    const std::string configAddress = reportMembers(m_runtime, *node.module, member, checks);
    if (!m_selection.isUsed(indexOf(node)))
        return diagnostics;
    for (ModuleRuntime* instance : m_runtime.instancesOf(*node.module)) {
        const ModuleScope scope(m_runtime, *instance);
        // Errors in every mode. As in OpenTofu, only refresh-only planning reports warnings.
        Diagnostics found =
            evaluateConditions(output.preconditions, ConditionKind::OutputPrecondition, scope, diags::Severity::Error,
                               checks, configAddress, memberName(instance->address, member));
        const bool conditionFailed = found.hasErrors();
        diagnostics.append(std::move(found));
        if (conditionFailed)
            continue;
        Value value;
        if (const Value* planned = m_selection.plannedOutput(node)) {
            value = *planned;
        } else {
            Result<Value> evaluated = scope.evaluate(*output.expression);
            if (evaluated.isOk()) // marks may depend on values that were not known while planning
                evaluated.diagnostics.append(checkOutputValue(output, *node.module, *evaluated));
            const bool failed = evaluated.hasErrors();
            diagnostics.append(std::move(evaluated.diagnostics));
            if (failed)
                continue;
            value = *std::move(evaluated.value);
        }
        Value seen = value;
        if (output.sensitive)
            seen = seen.withMark(Mark::sensitive());
        if (output.ephemeral)
            seen = seen.withMark(Mark::ephemeral());
        seen = withDeprecation(std::move(seen), output, instance->address, *node.module);
        instance->outputs.find(node.name)->second = std::move(seen);
        if (!isRoot)
            continue;
        Value kept = values::unknownAsNull(value.unmarkedDeep());
        if (const auto json = values::toJson(kept, kept.type()); !json) {
            diagnostics.error("Failed to serialize output value in state",
                              fmt::format("An error occurred while serializing output value \"{}\": {}.", node.name,
                                          json.error().message));
            continue;
        }
        const std::scoped_lock lock(m_mutex);
        if (value.isNull())
            state.outputs.erase(node.name);
        else
            state.outputs.insert_or_assign(node.name,
                                           states::OutputValue{std::move(kept), output.sensitive, output.deprecated});
    }
    return diagnostics;
}

Diagnostics ApplyWalk::visitProvider(const ConfigNode& node, graph::WorkContext& work) {
    Diagnostics diagnostics;
    const auto known = m_request.plan->schemas.find(node.provider.provider);
    if (known == m_request.plan->schemas.end())
        return diagnostics;
    const schemas::ResourceSchemaPtr schema =
        known->second->provider ? known->second->provider : schemas::ResourceSchema::make({});
    const configs::ProviderConfig* config = node.providerConfig;
    const std::optional<Instances> declared = providerInstances(m_runtime, node).into(diagnostics);
    if (!declared)
        return diagnostics;
    const Instances& instances = *declared;
    for (std::size_t i = 0; i < instances.keys.size(); ++i) {
        Result<Value> evaluated =
            ModuleScope(m_runtime, moduleOf(m_runtime, node.provider), instances.data(i))
                .evaluateBody(providerBody(config, node.provider), schema->block, ModuleScope::Ephemeral::Allowed);
        const bool failed = evaluated.hasErrors();
        diagnostics.append(std::move(evaluated.diagnostics));
        if (failed)
            continue;
        const Value value = evaluated->unmarkedDeep();
        const addrs::AbsProviderInstance address{node.provider, instances.keys[i]};
        std::shared_ptr<providers::Provider> provider;
        work.blocked([&] {
            Result<ProviderPool::Configured> configured =
                m_request.providers->configured(address, value, m_stopping.halt.get_token());
            diagnostics.append(std::move(configured.diagnostics));
            if (!configured.value)
                return;
            diagnostics.append(fromConfigured(configured->problems, config, schema->block, address));
            provider = configured->provider;
        });
        if (!provider)
            continue;
        const std::scoped_lock lock(m_mutex);
        m_providers.insert_or_assign(address, std::move(provider));
    }
    return diagnostics;
}

std::shared_ptr<providers::Provider> ApplyWalk::providerFor(const addrs::AbsProviderInstance& address,
                                                            const std::string& user, Diagnostics& diagnostics) const {
    const std::scoped_lock lock(m_mutex);
    const auto it = m_providers.find(address);
    if (it != m_providers.end())
        return it->second;
    diagnostics.error(
        "Provider instance not present",
        fmt::format("To work with {} its provider configuration {} is required, but it is not in the configuration.",
                    user, address.toString()));
    return nullptr;
}

bool ApplyWalk::call(providers::Provider& provider, graph::WorkContext& work,
                     const std::function<void(std::stop_token)>& what) {
    if (!provider.isInstant())
        return callBlocking(work, what);
    const bool isMade = mayStart();
    if (isMade)
        what({});
    return isMade;
}

bool ApplyWalk::callBlocking(graph::WorkContext& work, const std::function<void(std::stop_token)>& what) {
    // A stop request prevents new calls. Running calls are awaited, even after
    // the provider was asked to stop.
    bool isMade = false;
    (void)work.blocked([&] {
        isMade = mayStart();
        if (isMade)
            what(m_stopping.interrupted);
    });
    if (!isMade)
        m_hasLeftOut = true;
    return isMade;
}

Diagnostics ApplyWalk::checkLock() {
    Diagnostics loss = m_sink.checkLock();
    if (!loss.hasErrors())
        return loss;
    m_stopping.halt.request_stop();
    const std::scoped_lock lock(m_mutex);
    m_lockLoss = loss;
    return loss;
}

bool ApplyWalk::mayStart() {
    if (!checkLock().hasErrors())
        return true;
    m_hasLeftOut = true;
    return false;
}

states::StoredObjectPtr ApplyWalk::storedObject(const addrs::AbsResourceInstance& address,
                                                const addrs::DeposedKey& deposed) const {
    const std::scoped_lock lock(m_mutex);
    return state.object(address, deposed);
}

std::optional<Object> ApplyWalk::stored(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                                        const schemas::ResourceSchema& schema, Diagnostics& diagnostics) const {
    const states::StoredObjectPtr object = storedObject(address, deposed);
    if (!object)
        return {};
    Result<Object> decoded = states::decode(*object, schema);
    diagnostics.append(std::move(decoded.diagnostics));
    return std::move(decoded.value);
}

void ApplyWalk::store(const plans::ResourceInstanceChange& change, const addrs::DeposedKey& deposed,
                      const std::optional<Object>& object, const schemas::ResourceSchema& schema) {
    const states::StoredObjectPtr encoded =
        object && !object->value.isNull() ? states::encode(*object, schema, change.address.resource.mode) : nullptr;
    m_sink.finished(change.address, deposed, change.change.action, encoded, change.provider);
    const std::scoped_lock lock(m_mutex);
    state.setObject(change.address, deposed, encoded, change.provider);
    saveSometimes();
}

/// The mutex must be locked.
void ApplyWalk::saveSometimes() {
    const auto now = std::chrono::steady_clock::now();
    if (now - m_snapshots.last < m_snapshots.interval)
        return;
    m_sink.snapshot(std::make_shared<const states::State>(state));
    m_snapshots.last = std::chrono::steady_clock::now();
    m_snapshots.interval = std::max<std::chrono::steady_clock::duration>(
        m_sink.snapshotInterval(), 10 * (m_snapshots.last - now)); // the journal covers the time between
}

} // namespace planlens::engine
