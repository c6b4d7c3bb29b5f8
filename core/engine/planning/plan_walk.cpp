// SPDX-License-Identifier: MPL-2.0
#include "core/engine/planning/plan_walk.h"

#include "core/configs/config.h"
#include "core/engine/evaluation/deprecations.h"
#include "core/engine/evaluation/input_variables.h"
#include "core/engine/evaluation/module_steps.h"
#include "core/engine/evaluation/provider_functions.h"
#include "core/engine/evaluation/provider_requests.h"
#include "core/engine/evaluation/repetition.h"
#include "core/engine/provider_pool.h"
#include "core/lang/functions.h"
#include "core/schemas/decode.h"
#include "core/schemas/values_by_schema.h"
#include "core/system/background_task.h"
#include "core/system/unexpected_error.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

namespace planlens::engine {

using diags::Diagnostics;
using diags::Result;
using graph::Visit;
using values::Mark;
using values::Type;
using values::Value;
using Kind = ConfigNode::Kind;

PlanWalk::PlanWalk(const PlanRequest& request, Listener& listener, std::stop_token stop, WalkPurpose purpose,
                   const plans::Schemas& schemas, const ConfigGraph& graph, const lang::FunctionTable& functions,
                   states::State state, MoveResults moves, ProviderReadRecorder& readRecorder)
    : runtime(request.options.import ? Operation::Import : Operation::Plan, *request.config, functions,
              request.options.workspace)
    , previousRunState(state)
    , priorState(state)
    , checks(*request.config)
    , refactoring{std::move(moves), RemovedBlocks(*request.config), {}}
    , m_request(request)
    , m_listener(listener)
    , m_stop(std::move(stop))
    , m_purpose(purpose)
    , m_schemas(schemas)
    , m_graph(graph)
    , m_initial(std::move(state))
    , m_readRecorder(readRecorder)
    , m_byNode(graph.nodes.size())
    , m_opened(listener)
    , m_progress(listener) {
    priorState.checkResults.reset(); // those of the previous run
    runtime.providerFunctions = std::make_shared<const ProviderFunctions>(
        *request.config, request.providers->registry(), m_stop,
        [this](const ModuleRuntime& module, const ProviderFunctionName& name) -> std::shared_ptr<providers::Provider> {
            const configs::ResolvedProvider resolved =
                m_request.config->providerFor(module.node.path, name.provider, name.alias);
            Diagnostics ignored; // a missing function is reported when it is called
            const auto key = providerInstanceKey(runtime, resolved, module, {}, {module.address, {}, {}}, ignored);
            const std::scoped_lock lock(m_mutex);
            const auto configured = key ? m_providers.instances.find(addrs::AbsProviderInstance{resolved.address, *key})
                                        : m_providers.instances.end();
            return configured == m_providers.instances.end() ? nullptr : configured->second.provider;
        });
}

PlanWalk::InitialState::InitialState(states::State from)
    : state(std::move(from)) {
    const addrs::ModuleInstance* last = nullptr;
    for (const auto& [address, resource] : state.resources()) {
        if (last && *last == address.module)
            continue;
        last = &address.module;
        modulesWithResources[last->module()].push_back(*last);
        for (addrs::ModuleInstance module = *last; !module.isRoot() && modulesWithObjects.insert(module).second;)
            module = module.parent();
    }
}

void PlanWalk::run() {
    graph::WalkOptions options;
    options.threads = m_request.options.threads;
    options.blockedCalls = m_request.options.parallelism;
    options.stop = m_stop;
    const graph::WalkResult result = graph::walk(
        m_graph.graph, [this](graph::Vertex v, graph::WorkContext& work) { return visit(v, work); }, options);
    stopped = result.stopped;
    for (Diagnostics& found : m_byNode)
        findings.append(std::move(found));
    for (const graph::WalkException& failed : result.exceptions)
        findings.append(system::unexpectedError(failed.exception));
    // The objects of checks are known if their modules are, even if their dependencies failed.
    for (std::size_t i = 0; i < m_graph.nodes.size(); ++i)
        if (const ConfigNode& node = m_graph.nodes[i]; node.kind == Kind::Check &&
                                                       m_graph.selection[i] != Selection::None &&
                                                       !runtime.instancesOf(*node.module).empty())
            reportMembers(runtime, *node.module, "check." + node.name, checks);
    auto finished = system::runInBackground([this] { dependencies.finish(); });
    changes.sort();
    finished.get();
}

Visit PlanWalk::visit(graph::Vertex vertex, graph::WorkContext& work) {
    const std::size_t i = graph::index(vertex);
    const ConfigNode& node = m_graph.nodes[i];
    const Selection selection = m_graph.selection[i];
    if (selection == Selection::None && node.kind != Kind::Release)
        return Visit::Done;
    Diagnostics found;
    switch (node.kind) {
    case Kind::Release:
        // Destroys are planned after this walk, by providers whose configuration may use this resource.
        if (m_purpose != WalkPurpose::Destroy)
            work.blocked([&] { found = m_opened.close(node.resource); });
        break;
    case Kind::Variable:
        found = visitVariable(node);
        break;
    case Kind::Local:
        found = visitLocal(node);
        break;
    case Kind::Output:
        found = visitOutput(node);
        break;
    case Kind::Expansion: {
        std::vector<plans::Dependency> used;
        found = expandModule(runtime, *node.module, used);
        note(std::move(used));
        break;
    }
    case Kind::Close:
        break;
    case Kind::Resource:
        found = m_purpose == WalkPurpose::Destroy && !node.isEphemeral() ? visitDestroyed(node)
                                                                         : visitResource(node, selection, work);
        break;
    case Kind::Orphan:
        if (m_purpose != WalkPurpose::Destroy && !isImporting())
            found = visitOrphan(node, selection, work);
        break;
    case Kind::Deposed:
        if (m_purpose != WalkPurpose::Destroy && !isImporting())
            found = visitDeposed(node, selection, work);
        break;
    case Kind::Import:
        if (m_purpose != WalkPurpose::Destroy)
            found = visitGeneratedImport(node, selection, work);
        break;
    case Kind::Provider:
        found = visitProvider(node, work);
        break;
    case Kind::Check:
        found = evaluateCheck(runtime, node, checks);
        break;
    }
    const bool failed = found.hasErrors();
    m_byNode[i] = std::move(found);
    return failed ? Visit::Failed : Visit::Done;
}

Diagnostics PlanWalk::visitVariable(const ConfigNode& node) {
    Diagnostics diagnostics;
    const configs::ModuleNode& module = *node.module;
    const configs::Variable& variable = module.module.variables.at(node.name);
    if (!module.parent) {
        reportMembers(runtime, module, "var." + node.name, checks);
        const auto given = m_request.options.variables.find(node.name);
        if (given != m_request.options.variables.end()) {
            runtime.root().variables.find(node.name)->second = given->second.value;
            if (given->second.problems.hasErrors())
                return given->second.problems;
        }
        diagnostics.append(
            evaluateVariableValidations(variable, nullptr, ModuleScope(runtime, runtime.root()), checks));
        return diagnostics;
    }
    const hcl::ExpressionPtr argument = callArgument(module, node.name);
    for (ModuleRuntime* instance : runtime.instancesOf(module)) {
        DependencyRecorder recorder(plans::NamedValue{plans::NamedValue::Kind::Variable, instance->address, node.name});
        ModuleScope scope(runtime, *instance->parent, instance->repetition);
        scope.withRecorder(&recorder);
        Result<Value> value = moduleVariableValue(variable, argument.get(), scope, instance->address);
        diagnostics.append(std::move(value.diagnostics));
        instance->variables.find(node.name)->second = *std::move(value.value);
        note(recorder.take());
    }
    if (diagnostics.hasErrors())
        return diagnostics; // the validated object is not listed then
    reportMembers(runtime, module, "var." + node.name, checks);
    for (ModuleRuntime* instance : runtime.instancesOf(module))
        diagnostics.append(
            evaluateVariableValidations(variable, argument.get(), ModuleScope(runtime, *instance), checks));
    return diagnostics;
}

Diagnostics PlanWalk::visitLocal(const ConfigNode& node) {
    Diagnostics diagnostics;
    const configs::Local& local = node.module->module.locals.at(node.name);
    for (ModuleRuntime* instance : runtime.instancesOf(*node.module)) {
        DependencyRecorder recorder(plans::NamedValue{plans::NamedValue::Kind::Local, instance->address, node.name});
        ModuleScope scope(runtime, *instance);
        scope.withRecorder(&recorder);
        Result<Value> value = scope.evaluate(*local.expression);
        diagnostics.append(std::move(value.diagnostics));
        instance->locals.find(node.name)->second = *std::move(value.value);
        note(recorder.take());
    }
    return diagnostics;
}

diags::Severity PlanWalk::conditionSeverity() const {
    return m_purpose == WalkPurpose::Plan || m_purpose == WalkPurpose::Destroy ? diags::Severity::Error
                                                                               : diags::Severity::Warning;
}

Diagnostics PlanWalk::visitOutput(const ConfigNode& node) {
    Diagnostics diagnostics;
    const configs::Output& output = node.module->module.outputs.at(node.name);
    const std::string member = "output." + node.name;
    const std::string configAddress = reportMembers(runtime, *node.module, member, checks);
    for (ModuleRuntime* instance : runtime.instancesOf(*node.module)) {
        DependencyRecorder recorder(plans::NamedValue{plans::NamedValue::Kind::Output, instance->address, node.name});
        ModuleScope scope(runtime, *instance);
        scope.withRecorder(&recorder);
        if (m_purpose != WalkPurpose::Destroy) {
            Diagnostics found =
                evaluateConditions(output.preconditions, ConditionKind::OutputPrecondition, scope, conditionSeverity(),
                                   checks, configAddress, memberName(instance->address, member));
            const bool unmet = found.hasErrors();
            diagnostics.append(std::move(found));
            if (unmet)
                continue;
        }
        Result<Value> evaluated = scope.evaluate(*output.expression);
        bool failed = evaluated.hasErrors();
        diagnostics.append(std::move(evaluated.diagnostics));
        note(recorder.take());
        Value value = *std::move(evaluated.value);
        Diagnostics problems = checkOutputValue(output, *node.module, value);
        failed |= problems.hasErrors();
        diagnostics.append(std::move(problems));
        if (failed)
            value = Value::dynamicUnknown();
        Value seen = value;
        if (output.sensitive)
            seen = seen.withMark(Mark::sensitive());
        if (output.ephemeral)
            seen = seen.withMark(Mark::ephemeral());
        seen = withDeprecation(std::move(seen), output, instance->address, *node.module);
        instance->outputs.find(node.name)->second = seen;
        if (failed)
            continue;
        if (!node.module->parent) {
            addRootOutput(output, node.name, value);
        } else if (!value.isNull()) {
            const std::scoped_lock lock(m_mutex);
            moduleOutputs.emplace_back(instance->address, node.name);
        }
    }
    return diagnostics;
}

/// Adds the value to the prior state if it is known, and its change to the plan.
void PlanWalk::addRootOutput(const configs::Output& output, const std::string& name, const Value& value) {
    const Value after = value.unmarkedDeep();
    if (after.isWhollyKnown() || isImporting()) { // an import stores null for unknown values
        const std::scoped_lock lock(m_mutex);
        if (after.isNull())
            priorState.outputs.erase(name);
        else
            priorState.outputs.insert_or_assign(
                name, states::OutputValue{values::unknownAsNull(after), output.sensitive, output.deprecated});
    }
    if (m_purpose == WalkPurpose::BeforeDestroy || m_purpose == WalkPurpose::Destroy)
        return;
    const auto before = m_initial.state.outputs.find(name);
    const bool existed = before != m_initial.state.outputs.end();
    const bool wasSensitive = existed && before->second.sensitive;
    const bool isDeprecatedAsBefore = output.deprecated == (existed ? before->second.deprecated : std::string());
    plans::OutputChange change;
    change.name = name;
    change.sensitive = output.sensitive || wasSensitive;
    change.change.before = existed ? before->second.value : Value::null(Type::dynamic());
    change.change.after = after;
    if (after.isNull() && change.change.before.isNull() && isDeprecatedAsBefore)
        change.change.action = plans::Action::NoOp;
    else if (!existed)
        change.change.action = plans::Action::Create;
    else if (after.isWhollyKnown() && after == change.change.before && output.sensitive == wasSensitive &&
             isDeprecatedAsBefore)
        change.change.action = plans::Action::NoOp;
    else
        change.change.action = plans::Action::Update;
    const std::scoped_lock lock(m_mutex);
    changes.add(std::move(change));
}

Diagnostics PlanWalk::visitProvider(const ConfigNode& node, graph::WorkContext& work) {
    Diagnostics diagnostics;
    const auto schemas = m_schemas.find(node.provider.provider);
    if (schemas == m_schemas.end())
        return diags::Diagnostic::error("Provider not available", fmt::format("The schema of provider {} is not known.",
                                                                              node.provider.provider.forDisplay()));
    const schemas::ResourceSchemaPtr schema =
        schemas->second->provider ? schemas->second->provider : schemas::ResourceSchema::make({});
    const configs::ProviderConfig* config = node.providerConfig;
    const std::optional<Instances> declared = providerInstances(runtime, node).into(diagnostics);
    if (!declared)
        return diagnostics;
    const Instances& instances = *declared;
    for (std::size_t i = 0; i < instances.keys.size(); ++i) {
        const ModuleScope scope(runtime, moduleOf(runtime, node.provider), instances.data(i));
        Result<Value> evaluated =
            scope.evaluateBody(providerBody(config, node.provider), schema->block, ModuleScope::Ephemeral::Allowed);
        const bool failed = evaluated.hasErrors();
        diagnostics.append(std::move(evaluated.diagnostics));
        if (failed)
            continue;
        const Value value = evaluated->unmarkedDeep();
        if (isImporting() && !value.isWhollyKnown()) {
            diagnostics.error(
                "Invalid provider configuration",
                fmt::format("The configuration for {} depends on values that cannot be determined until apply.",
                            node.provider.toString()),
                config->range);
            continue;
        }
        ProviderUse use;
        use.address = {node.provider, instances.keys[i]};
        bool made = false;
        const graph::Call called = work.blocked([&] {
            Result<ProviderPool::Configured> configured = m_request.providers->configured(use.address, value, m_stop);
            diagnostics.append(std::move(configured.diagnostics));
            if (!configured.value)
                return;
            diagnostics.append(fromConfigured(configured->problems, config, schema->block, use.address));
            made = !providers::hasErrors(configured->problems);
            use.provider = configured->provider;
        });
        if (called != graph::Call::Made || !made)
            continue;
        const std::scoped_lock lock(m_mutex);
        m_providers.instances.insert_or_assign(use.address, use);
    }
    const std::scoped_lock lock(m_mutex);
    if (!diagnostics.hasErrors())
        m_providers.complete.insert(node.provider);
    return diagnostics;
}

namespace {

/// Explains why objects cannot be planned because their provider instance is not declared.
std::string missingProviderDetail(const addrs::AbsProviderInstance& provider, const addrs::AbsResourceInstance& user,
                                  const addrs::DeposedKey& deposed) {
    const std::string object =
        deposed.empty() ? user.toString() : fmt::format("{}'s deposed object {}", user.toString(), deposed);
    const std::string detail =
        fmt::format("To work with {} its original provider instance at {} is required, but it has been removed. ",
                    object, provider.toString());
    if (!provider.key.isNone()) {
        const std::string reason =
            "This occurs when an element is removed from the provider configuration's for_each collection while "
            "objects created by that the associated "
            "provider instance still exist in the state. Re-add the for_each element to destroy ";
        constexpr std::string_view after = ", after which you can remove the provider configuration again.";
        if (!deposed.empty())
            return fmt::format("{}{}this deposed object for {}{}", detail, reason, user.toString(), after);
        return fmt::format(
            "{}{}{}{}\n\nThis is commonly caused by using the same for_each collection both for a resource (or its "
            "containing module) and its associated "
            "provider configuration. To successfully remove an instance of a resource it must be possible to remove "
            "the corresponding element from the resource's "
            "for_each collection while retaining the corresponding element in the provider's for_each collection.",
            detail, reason, user.toString(), after);
    }
    const std::string config = provider.config.toString();
    if (!deposed.empty())
        return fmt::format("{}This suggests that you've added for_each to this provider configuration while there are "
                           "existing deposed objects of {} that need to be destroyed by "
                           "the original single-instance provider configuration.\n\nTo proceed, return to your "
                           "previous single-instance configuration for {} and ensure that all "
                           "deposed instances of {} have been destroyed before using for_each with this provider.",
                           detail, user.toString(), config, user.toString());
    return fmt::format("{}This suggests that you've added for_each to this provider configuration while there are "
                       "existing instances of {} that need to be destroyed by the original "
                       "single-instance provider configuration.\n\nTo proceed, return to your previous single-instance "
                       "configuration for {} and ensure that {} has been destroyed or "
                       "forgotten before using for_each with this provider, or change the resource configuration to "
                       "still declare an instance with the key {}.",
                       detail, user.containing().toString(), config, user.toString(),
                       user.key.isNone() ? "%!s(<nil>)" : user.key.toString()); // as OpenTofu prints no key
}

} // namespace

std::optional<PlanWalk::ProviderUse> PlanWalk::providerFor(const addrs::AbsProviderConfig& config,
                                                           const addrs::InstanceKey& key,
                                                           const addrs::AbsResourceInstance& user,
                                                           const addrs::DeposedKey& deposed,
                                                           Diagnostics& diagnostics) const {
    const std::scoped_lock lock(m_mutex);
    const auto it = m_providers.instances.find(addrs::AbsProviderInstance{config, key});
    if (it != m_providers.instances.end())
        return it->second;
    diagnostics.error("Provider instance not present",
                      missingProviderDetail(addrs::AbsProviderInstance{config, key}, user, deposed));
    return {};
}

plans::ResourceInstanceChangePtr PlanWalk::record(plans::ResourceInstanceChange change) {
    m_listener.planned(change);
    const auto shared = std::make_shared<const plans::ResourceInstanceChange>(std::move(change));
    const std::scoped_lock lock(m_mutex);
    changes.add(shared);
    return shared;
}

void PlanWalk::note(std::vector<plans::Dependency> found) {
    if (found.empty())
        return;
    const std::scoped_lock lock(m_mutex);
    dependencies.append(std::move(found));
}

bool PlanWalk::call(providers::Provider& provider, graph::WorkContext* work,
                    const std::function<void(std::stop_token)>& what) const {
    return provider.isInstant() ? (what(m_stop), true) : callBlocking(work, what);
}

bool PlanWalk::callToRead(providers::Provider& provider, graph::WorkContext* work,
                          const std::function<void(std::stop_token)>& what) const {
    return provider.readsInstantly() ? (what(m_stop), true) : callBlocking(work, what);
}

bool PlanWalk::callBlocking(graph::WorkContext* work, const std::function<void(std::stop_token)>& what) const {
    if (work)
        return work->blocked([&] { what(m_stop); }) == graph::Call::Made;
    what(m_stop);
    return true;
}

Diagnostics fromProvider(const providers::ProviderDiagnostics& found, const hcl::BodyPtr& body,
                         const schemas::Block* schema, const std::string& address) {
    Diagnostics diagnostics;
    for (const providers::ProviderDiagnostic& one : found) {
        diags::Diagnostic diagnostic;
        diagnostic.severity = one.severity;
        diagnostic.summary = one.summary;
        diagnostic.detail = one.detail;
        const bool placed = one.about == providers::ProviderDiagnostic::About::Body || !one.attribute.isEmpty();
        if (placed && body)
            diagnostic.address = address;
        if (placed && body && schema)
            diagnostic.subject =
                one.attribute.isEmpty() ? body->missingItemRange() : schemas::rangeOfPath(body, *schema, one.attribute);
        diagnostics.append(std::move(diagnostic));
    }
    return diagnostics;
}

ModuleRuntime& moduleOf(Runtime& runtime, const addrs::AbsProviderConfig& address) {
    addrs::ModuleInstance instance;
    for (const std::string& name : address.module.path)
        instance.path.push_back({name, {}});
    ModuleRuntime* module = runtime.find(instance);
    return module ? *module : runtime.root();
}

Result<Instances> providerInstances(Runtime& runtime, const ConfigNode& node) {
    if (node.providerConfig && node.providerConfig->forEach)
        return declareInstances({}, node.providerConfig->forEach, {},
                                ModuleScope(runtime, moduleOf(runtime, node.provider)), node.provider.toString());
    Instances one;
    one.keys.emplace_back();
    return one;
}

hcl::BodyPtr providerBody(const configs::ProviderConfig* config, const addrs::AbsProviderConfig& address) {
    return config && config->config ? config->config : hcl::emptyBody(address.toString() + " with no configuration");
}

Diagnostics fromConfigured(const providers::ProviderDiagnostics& problems, const configs::ProviderConfig* config,
                           const schemas::Block& schema, const addrs::AbsProviderInstance& address) {
    Diagnostics diagnostics = fromProvider(problems, providerBody(config, address.config), &schema, address.toString());
    if (diagnostics.hasErrors() && !config)
        diagnostics.error("Invalid provider configuration",
                          fmt::format("Provider {} requires explicit configuration. Add a provider block to the root "
                                      "module and configure the provider's required arguments as "
                                      "described in the provider documentation.\n",
                                      values::quoted(address.config.provider.toString())));
    return diagnostics;
}

} // namespace planlens::engine
