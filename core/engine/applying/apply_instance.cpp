// SPDX-License-Identifier: MPL-2.0
#include "core/engine/applying/apply_walk.h"

#include "core/engine/display_id.h"
#include "core/engine/evaluation/marks.h"
#include "core/engine/evaluation/module_steps.h"
#include "core/engine/evaluation/provider_requests.h"
#include "core/engine/evaluation/stored_value.h"
#include "core/engine/planning/plan_change.h"
#include "core/plans/objchange/objchange.h"
#include "core/schemas/values_by_schema.h"
#include "core/values/conversion/convert.h"
#include "core/values/operations.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::engine {

using diags::Diagnostics;
using diags::Result;
using plans::Action;
using states::Object;
using states::ObjectStatus;
using values::Value;

namespace {

class Timer {
public:
    std::chrono::milliseconds elapsed() const {
        return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - m_start);
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

} // namespace

Diagnostics ApplyWalk::visitApply(const ApplyNode& node, graph::WorkContext& work) {
    Diagnostics diagnostics;
    const plans::ResourceInstanceChange& planned = *node.change;
    if (planned.change.action == Action::Forget) {
        forget(planned);
        return diagnostics;
    }
    if (node.config == ApplyNode::npos) {
        // Configuration generated for an import is only stored as text in the plan.
        if (planned.change.action != Action::NoOp)
            diagnostics.error("Configuration of a planned change is missing",
                              fmt::format("The plan changes {}, but the configuration that was planned does not have "
                                          "it. Review the configuration that was generated for it, and make a "
                                          "new plan.",
                                          planned.address.toString()));
        return diagnostics;
    }
    const ConfigNode& config = m_graph.config.nodes[node.config];
    if (planned.change.action == Action::NoOp && !config.hasConditions())
        return diagnostics;
    ModuleRuntime* module = m_runtime.find(planned.address.module);
    ResourceRuntime* resource = module ? &module->resources.at(planned.address.resource) : nullptr;
    const auto instance =
        resource && resource->isExpanded() ? resource->instances().find(planned.address.key) : std::nullopt;
    if (!instance) {
        diagnostics.error(
            "Instance is not declared any more",
            fmt::format(
                "The plan changes {}, but evaluating the configuration again does not declare it. Make a new plan.",
                planned.address.toString()));
        return diagnostics;
    }
    // Saved plans do not contain the key of the provider instance.
    const std::optional<addrs::InstanceKey> providerKey =
        providerInstanceKey(m_runtime, m_request.config->providerFor(*config.module, *config.resourceConfig), *module,
                            resource->instances().data(*instance), planned.address, diagnostics);
    if (!providerKey)
        return diagnostics;
    plans::ResourceInstanceChange change = planned;
    change.provider.key = *providerKey;
    const std::shared_ptr<providers::Provider> provider =
        providerFor(change.provider, change.address.toString(), diagnostics);
    if (!provider || !resource->schema)
        return diagnostics;
    const Place place{config, *module, *resource, *instance, change, resource->schema, provider, work};
    return change.address.resource.mode == addrs::ResourceMode::Managed ? applyManaged(place) : readData(place);
}

void ApplyWalk::forget(const plans::ResourceInstanceChange& change) {
    const std::scoped_lock lock(m_mutex);
    if (change.deposed.empty())
        state.forget(change.address);
    else
        state.setDeposed(change.address, change.deposed, nullptr, change.provider);
    m_sink.finished(change.address, change.deposed, Action::Forget, nullptr, change.provider);
    ++counts.forgotten;
    saveSometimes();
    m_listener.progressed(++m_done, m_known);
}

Value ApplyWalk::metaFor(const plans::ResourceInstanceChange& change) const {
    const addrs::Provider& provider = change.provider.config.provider;
    Diagnostics told; // reported while planning
    return providerMeta(m_runtime, change.address, provider, *m_request.plan->schemas.at(provider), told)
        .value_or(Value());
}

Diagnostics ApplyWalk::readData(const Place& place) {
    Diagnostics diagnostics;
    const configs::Resource& config = *place.node.resourceConfig;
    const plans::ResourceInstanceChange& change = place.change;
    const std::string address = change.address.toString();
    const std::string configAddress = place.node.resource.toString();
    const ModuleScope scope(m_runtime, place.module, place.resource.instances().data(place.instance));
    diagnostics.append(evaluateConditions(config.preconditions, ConditionKind::ResourcePrecondition, scope,
                                          diags::Severity::Error, checks, configAddress, address));
    if (diagnostics.hasErrors())
        return diagnostics;
    Result<Value> evaluated = scope.evaluateBody(config.config, place.schema->block);
    const bool failed = evaluated.hasErrors();
    diagnostics.append(std::move(evaluated.diagnostics));
    if (failed)
        return diagnostics;
    Result<Value> read;
    if (!call(*place.provider, place.work, [&](std::stop_token stop) {
            read = engine::readDataSource({change.address, change.provider, *place.provider, *place.schema,
                                           config.config, evaluated->unmarkedDeep(), metaFor(change)},
                                          m_listener, std::move(stop));
        }))
        return diagnostics;
    m_listener.progressed(++m_done, m_known);
    if (!config.container.empty())
        reportNestedData(config, place.module, read.diagnostics, checks);
    diagnostics.append(std::move(read.diagnostics));
    if (!read.value)
        return diagnostics;
    Object object;
    object.value = read.value->withPathMarks(evaluated->pathMarks());
    diagnostics.append(checkStorable(address, object.value, place.schema->type));
    if (diagnostics.hasErrors())
        return diagnostics;
    store(change, {}, object, *place.schema);
    const Value seen = seenValue(object.value, place.schema->block, change.address.resource, place.module.node);
    place.resource.setValue(place.instance, seen);
    ModuleScope after = scope;
    after.withSelf({change.address.resource, seen});
    diagnostics.append(evaluateConditions(config.postconditions, ConditionKind::ResourcePostcondition, after,
                                          diags::Severity::Error, checks, configAddress, address,
                                          config.preconditions.size()));
    return diagnostics;
}

/// Opens all instances before anything that refers to one of them is applied.
Diagnostics ApplyWalk::openEphemeral(const ConfigNode& node, graph::WorkContext& work) {
    const configs::Resource& config = *node.resourceConfig;
    const std::string configAddress = node.resource.toString();
    const configs::Config::ResolvedProvider resolved = m_request.config->providerFor(*node.module, config);
    struct Job {
        ModuleRuntime* module;
        ResourceRuntime* resource;
        std::size_t instance;
    };
    std::vector<Job> jobs;
    for (ModuleRuntime* module : m_runtime.instancesOf(*node.module)) {
        ResourceRuntime& resource = module->resources.at(node.resource.resource);
        for (std::size_t i = 0; i < resource.instances().keys.size(); ++i)
            jobs.push_back({module, &resource, i});
    }
    const auto open = [&](const Job& job) -> Diagnostics {
        Diagnostics diagnostics;
        const schemas::ResourceSchemaPtr& schema = job.resource->schema;
        const RepetitionData repetition = job.resource->instances().data(job.instance);
        const addrs::AbsResourceInstance address{job.module->address, node.resource.resource,
                                                 job.resource->instances().keys[job.instance]};
        const std::optional<addrs::InstanceKey> key =
            providerInstanceKey(m_runtime, resolved, *job.module, repetition, address, diagnostics);
        const std::shared_ptr<providers::Provider> provider =
            key ? providerFor({node.provider, *key}, address.toString(), diagnostics) : nullptr;
        if (!provider || !schema)
            return diagnostics;
        const ModuleScope scope(m_runtime, *job.module, repetition);
        diagnostics.append(evaluateConditions(config.preconditions, ConditionKind::ResourcePrecondition, scope,
                                              diags::Severity::Error, checks, configAddress, address.toString()));
        if (diagnostics.hasErrors())
            return diagnostics;
        Result<Value> evaluated = scope.evaluateBody(config.config, schema->block, ModuleScope::Ephemeral::Allowed);
        const bool failed = evaluated.hasErrors();
        diagnostics.append(std::move(evaluated.diagnostics));
        if (failed)
            return diagnostics;
        if (!evaluated->isWhollyKnown()) {
            diagnostics.error(
                "Incomplete configuration for ephemeral resource",
                fmt::format("Ephemeral resource {} has incomplete configuration.", values::quoted(address.toString())),
                config.typeRange);
            return diagnostics;
        }
        std::optional<Value> result;
        if (!call(*provider, work,
                  [&](std::stop_token stop) {
                      result = m_opened.open({address, schema, provider, {node.provider, *key}, config.config},
                                             *evaluated, stop, diagnostics);
                  }) ||
            !result)
            return diagnostics;
        const Value seen = seenValue(*result, schema->block, address.resource, *node.module);
        job.resource->setValue(job.instance, seen);
        ModuleScope after = scope;
        after.withSelf({address.resource, seen});
        diagnostics.append(evaluateConditions(config.postconditions, ConditionKind::ResourcePostcondition, after,
                                              diags::Severity::Error, checks, configAddress, address.toString(),
                                              config.preconditions.size()));
        return diagnostics;
    };
    std::vector<Diagnostics> found(jobs.size());
    work.parallelFor(jobs.size(), [&](std::size_t i) {
        found[i] = open(jobs[i]);
        return found[i].hasErrors() ? graph::Visit::Failed : graph::Visit::Done;
    });
    Diagnostics diagnostics;
    for (Diagnostics& one : found)
        diagnostics.append(std::move(one));
    return diagnostics;
}

namespace {

/// The change decided while applying must equal the planned one.
void checkPlannedChange(const plans::ResourceInstanceChange& planned, const plans::ResourceInstanceChange& now,
                        const schemas::ResourceSchema& schema, Diagnostics& diagnostics) {
    const Action was = planned.change.action, is = now.change.action;
    const std::string provider = planned.provider.toString();
    const std::string address = planned.address.toString();
    const bool allowed = was == is || (was == Action::Update && is == Action::NoOp) ||
                         (was == Action::ForgetThenCreate && is == Action::Create);
    if (!allowed)
        diagnostics.error(
            "Provider produced inconsistent final plan",
            fmt::format(
                "When expanding the plan for {} to include new values learned so far during apply, provider {} changed "
                "the planned action from {} to "
                "{}.\n\nThis is a bug in the provider, which should be reported in the provider's own issue tracker.",
                address, values::quoted(provider), plans::name(was), plans::name(is)));
    for (const values::PathError& error :
         plans::objchange::assertObjectCompatible(schema.block, planned.change.after, now.change.after))
        diagnostics.error(
            "Provider produced inconsistent final plan",
            fmt::format(
                "When expanding the plan for {} to include new values learned so far during apply, provider {} "
                "produced an invalid new value for "
                "{}.\n\nThis is a bug in the provider, which should be reported in the provider's own issue tracker.",
                address, values::quoted(provider), values::formatError(error)));
}

} // namespace

Diagnostics ApplyWalk::applyManaged(const Place& place) {
    Diagnostics diagnostics;
    const configs::Resource& config = *place.node.resourceConfig;
    const plans::ResourceInstanceChange& planned = place.change;
    const std::string address = planned.address.toString();
    const std::string configAddress = place.node.resource.toString();
    const ModuleScope scope(m_runtime, place.module, place.resource.instances().data(place.instance));
    const Action plannedAction = planned.change.action;
    const bool instant = place.provider->isInstant();

    addrs::DeposedKey deposedKey;
    if (plannedAction == Action::CreateThenDelete) {
        deposedKey = depose(planned);
    } else if (plannedAction == Action::ForgetThenCreate) {
        const std::scoped_lock lock(m_mutex);
        state.setCurrent(planned.address, nullptr,
                         planned.provider); // counted as a create only, as in the reference
    }
    std::optional<Object> before = stored(planned.address, {}, *place.schema, diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    ChangeInput input{config,          *place.schema,           *place.provider, planned.provider,
                      planned.address, planned.previousAddress, configAddress};
    input.createBeforeDestroy = place.node.createBeforeDestroy;
    input.planned = &planned;
    input.providerMeta = metaFor(planned);
    input.call = [&](const auto& what) { return call(*place.provider, place.work, what); };
    std::optional<plans::ResourceInstanceChange> now =
        planChange(input, before, scope, checks, m_listener, diagnostics);
    if (!now || diagnostics.hasErrors()) {
        restoreDeposed(planned, deposedKey);
        return diagnostics;
    }
    if (plannedAction != Action::NoOp)
        checkPlannedChange(planned, *now, *place.schema, diagnostics);
    if (diagnostics.hasErrors()) {
        restoreDeposed(planned, deposedKey);
        return diagnostics;
    }
    const plans::ResourceInstanceChange change = now->simplify(plans::ResourceInstanceChange::Half::Creating);
    const auto postconditions = [&] {
        ModuleScope after = scope;
        if (place.resource.isPresent(place.instance))
            after.withSelf({planned.address.resource, place.resource.value(place.instance), {}});
        else
            after.withSelf({planned.address.resource, {}, planned.address.key});
        diagnostics.append(evaluateConditions(config.postconditions, ConditionKind::ResourcePostcondition, after,
                                              diags::Severity::Error, checks, configAddress, address,
                                              config.preconditions.size()));
    };
    if (change.change.action == Action::NoOp) {
        postconditions();
        return diagnostics;
    }
    Result<Value> evaluated = scope.evaluateBody(config.config, place.schema->block);
    const bool configFailed = evaluated.hasErrors();
    diagnostics.append(std::move(evaluated.diagnostics));
    if (!configFailed && !evaluated->isWhollyKnown())
        diagnostics.error("Configuration contains unknown value",
                          fmt::format("The configuration of {} still contains unknown values while it is applied. This "
                                      "is a bug in Planlens; please report it.",
                                      address));
    if (diagnostics.hasErrors()) {
        restoreDeposed(planned, deposedKey);
        return diagnostics;
    }
    Timer timer;
    Diagnostics found;
    std::optional<Object> after;
    const bool isNew = change.change.action == Action::Create;
    const bool isProvisioned = isNew && std::ranges::any_of(config.provisioners, [](const configs::Provisioner& one) {
                                   return one.when == configs::ProvisionerWhen::Create;
                               });
    const auto apply = [&](std::stop_token stop) {
        timer = Timer();
        const auto [oldKey, oldValue] = displayIdOrName(change.change.before);
        m_listener.applyStarted(planned.address, {}, change.change.action, oldKey, oldValue);
        if (!instant) {
            m_sink.started(planned.address, {}, change.change.action, planned.provider);
            found = m_sink.settle();
        }
        after = found.hasErrors() ? before
                                  : applyChange(change, before, evaluated->unmarkedDeep(), config.config, *place.schema,
                                                *place.provider, std::move(stop), found);
        if (after) {
            // An object is complete only after its provisioners have run.
            if (isNew && (isProvisioned || found.hasErrors()))
                after->status = ObjectStatus::Tainted;
            after->dependencies = place.node.dependencies;
            after->createBeforeDestroy = place.node.createBeforeDestroy || plannedAction == Action::CreateThenDelete;
            if (!found.hasErrors()) // partly created objects are not stored
                after->skipDestroy = config.destroy.has_value() && !*config.destroy;
            place.resource.setValue(place.instance, seenValue(after->value, place.schema->block,
                                                              planned.address.resource, place.module.node));
        }
        // As in the reference, a value that cannot be stored leaves the state unchanged.
        const Diagnostics unstorable = after ? checkStorable(address, after->value, place.schema->type) : Diagnostics();
        if (!unstorable.hasErrors())
            store(change, {}, after, *place.schema);
        found.append(unstorable);
        if (!instant)
            (void)m_sink.settle(); // an error is kept and reported before the next call
    };
    if (!call(*place.provider, place.work, apply)) {
        restoreDeposed(planned, deposedKey);
        return diagnostics;
    }
    if (after && isProvisioned && !found.hasErrors()) {
        found.append(provisionCreated(place, change));
        if (!found.hasErrors()) {
            after->status = ObjectStatus::Ready;
            store(change, {}, after, *place.schema);
        }
    }
    const bool failed = found.hasErrors();
    if (failed && !after && !restoreDeposed(planned, deposedKey))
        place.resource.removeValue(place.instance);
    diagnostics.append(std::move(found));
    const auto [newKey, newValue] = after ? displayId(after->value) : std::pair<std::string, std::string>();
    m_listener.applyFinished(planned.address, {}, change.change.action, timer.elapsed(), failed, newKey, newValue);
    m_listener.progressed(++m_done, m_known);
    if (!failed) {
        const std::scoped_lock lock(m_mutex);
        if (change.change.action == Action::Create)
            ++counts.added;
        else if (change.change.action == Action::Update)
            ++counts.changed;
    }
    postconditions(); // also after a failure, with the available value
    return diagnostics;
}

addrs::DeposedKey ApplyWalk::depose(const plans::ResourceInstanceChange& change) {
    const std::scoped_lock lock(m_mutex);
    addrs::DeposedKey key = states::newDeposedKey(state, change.address);
    const states::StoredObjectPtr object = state.current(change.address);
    state.depose(change.address, key);
    m_sink.deposed(change.address, key, object, change.provider);
    return key;
}

bool ApplyWalk::restoreDeposed(const plans::ResourceInstanceChange& change, const addrs::DeposedKey& key) {
    if (key.empty())
        return false;
    const std::scoped_lock lock(m_mutex);
    if (!state.restoreDeposed(change.address, key))
        return false;
    m_sink.restored(change.address, key, state.current(change.address), change.provider);
    return true;
}

std::optional<Object> ApplyWalk::applyChange(const plans::ResourceInstanceChange& change,
                                             const std::optional<Object>& before, const Value& config,
                                             const hcl::BodyPtr& body, const schemas::ResourceSchema& schema,
                                             providers::Provider& provider, std::stop_token stop,
                                             Diagnostics& diagnostics) {
    const std::string address = change.address.toString();
    const std::string providerName = change.provider.toString();
    const Value unmarkedBefore = change.change.before.unmarkedDeep();
    const Value unmarkedAfter = change.change.after.unmarkedDeep();
    const bool destroying = change.change.action == Action::Delete;
    // If only the sensitivity changes, the provider is not called.
    if (change.change.action == Action::Update && before) {
        const Value equal = values::equals(unmarkedBefore, unmarkedAfter);
        if (equal.isKnown() && equal.asBool()) {
            Object same = *before;
            same.value = change.change.after;
            return same;
        }
    }
    const Value meta = metaFor(change);
    const providers::ApplyResponse response =
        provider.applyResourceChange({change.address.resource.type, unmarkedBefore, unmarkedAfter, config,
                                      change.privateData, meta, change.change.afterIdentity},
                                     stop);
    // As in the reference, diagnostics about destroyed objects have no range.
    diagnostics.append(fromProvider(response.diagnostics, body, &schema.block, body ? address : std::string()));
    Value value = response.newState;
    bool conforms = true;
    for (const values::PathError& error : values::testConformance(value.type(), schema.type)) {
        // Failed calls may return a null of the dynamic type.
        if (value.isNull())
            break;
        conforms = false;
        diagnostics.error("Provider produced invalid object",
                          fmt::format("Provider {} produced an invalid value after apply for {}. The result cannot not "
                                      "be saved in the OpenTofu state.\n\nThis is a bug in the "
                                      "provider, which should be reported in the provider's own issue tracker.",
                                      values::quoted(providerName), values::formatErrorPrefixed(error, address)));
    }
    if (!conforms)
        return {};
    if (!value.isNull() && !value.isWhollyKnown()) {
        values::walk(value, [&](const values::Path& path, const Value& part) {
            if (!part.isKnown())
                diagnostics.error("Provider returned invalid result object after apply",
                                  fmt::format("After the apply operation, the provider still indicated an unknown "
                                              "value for {}{}. All values must be known after apply, so this is "
                                              "always a bug in the provider and should be reported in the provider's "
                                              "own repository. OpenTofu will still save the other known "
                                              "object values in the state.",
                                              address, path.toString()));
            return true;
        });
        value = values::unknownAsNull(value);
    }
    if (!value.isNull()) {
        const std::vector<values::PathMarks> marks =
            combinedMarks(change.change.after.pathMarks(), schemas::sensitivePaths(schema.block, value));
        if (!marks.empty())
            value = value.withPathMarks(marks);
    }
    if (!destroying && !diagnostics.hasErrors()) {
        for (const values::PathError& error :
             plans::objchange::assertObjectCompatible(schema.block, change.change.after, value)) {
            if (response.legacyTypeSystem) {
                m_listener.logged(
                    providerName,
                    fmt::format("produced an unexpected new value for {}, tolerated because of its legacy SDK: {}",
                                address, error.path.toString()));
                continue;
            }
            diagnostics.error("Provider produced inconsistent result after apply",
                              fmt::format("When applying changes to {}, provider {} produced an unexpected new value: "
                                          "{}.\n\nThis is a bug in the provider, which should be "
                                          "reported in the provider's own issue tracker.",
                                          address, values::quoted(providerName), values::formatError(error)));
        }
    }
    if (!diagnostics.hasErrors()) {
        if (destroying && !value.isNull())
            diagnostics.error("Provider returned invalid result object after apply",
                              fmt::format("After applying a {} plan, the provider returned a non-null object for {}. "
                                          "Destroying should always produce a null value, so this is always "
                                          "a bug in the provider and should be reported in the provider's own "
                                          "repository. OpenTofu will still save this errant object in the state "
                                          "for debugging and recovery.",
                                          plans::name(change.change.action), address));
        if (!destroying && value.isNull())
            diagnostics.error(
                "Provider returned invalid result object after apply",
                fmt::format("After applying a {} plan, the provider returned a null object for {}. Only destroying "
                            "should always produce a null value, so this is always "
                            "a bug in the provider and should be reported in the provider's own repository.",
                            plans::name(change.change.action), address));
    }
    if (value.isNull())
        return diagnostics.hasErrors() ? before : std::nullopt;
    Object object;
    if (before)
        object = *before;
    if (!diagnostics.hasErrors())
        object.status = ObjectStatus::Ready;
    object.value = schemas::withoutWriteOnly(schema.block, value);
    object.privateData = response.privateData;
    object.identity = response.identity;
    return object;
}

Diagnostics ApplyWalk::destroy(const ApplyNode& node, graph::WorkContext& work) {
    Diagnostics diagnostics;
    const plans::ResourceInstanceChange& planned = *node.change;
    const schemas::ResourceSchemaPtr schema =
        plans::resourceSchema(m_request.plan->schemas, planned.provider.config.provider, planned.address.resource);
    if (!schema) {
        diagnostics.error("Unsupported resource type in state",
                          fmt::format("The type of {} is not known to its provider.", planned.address.toString()));
        return diagnostics;
    }
    if (planned.address.resource.mode != addrs::ResourceMode::Managed) {
        const std::scoped_lock lock(m_mutex);
        state.forget(planned.address);
        return diagnostics;
    }
    const std::shared_ptr<providers::Provider> provider =
        providerFor(planned.provider, planned.address.toString(), diagnostics);
    if (!provider)
        return diagnostics;
    plans::ResourceInstanceChange change = planned.simplify(plans::ResourceInstanceChange::Half::Destroying);
    addrs::DeposedKey deposed = planned.deposed;
    if (planned.change.action == Action::CreateThenDelete) {
        // The old object was deposed when the new one was created.
        const std::scoped_lock lock(m_mutex);
        const states::ResourceInstance* instance = state.instance(planned.address);
        const states::ResourceInstance* prior = m_request.plan->priorState->instance(planned.address);
        for (const auto& [key, object] :
             instance ? instance->deposed : std::map<addrs::DeposedKey, states::StoredObjectPtr>())
            if (!prior || !prior->deposed.contains(key))
                deposed = key;
        if (deposed.empty())
            return diagnostics;
    }
    change.deposed = deposed;
    const std::optional<Object> before = stored(planned.address, deposed, *schema, diagnostics);
    if (!before || diagnostics.hasErrors())
        return diagnostics;
    change.change.before = before->value;
    if (!deposed.empty()) {
        // The object may have been replaced, or its private data may have changed since planning.
        std::optional<plans::ResourceInstanceChange> again = planDestroy(
            {provider, planned.provider}, metaFor(planned),
            *m_request.plan->schemas.at(planned.provider.config.provider), planned.address, planned.previousAddress,
            deposed, *before,
            node.config == ApplyNode::npos ? nullptr : m_graph.config.nodes[node.config].resourceConfig->config,
            [&](const auto& what) { return call(*provider, work, what); }, diagnostics);
        if (!again)
            return diagnostics;
        change = *std::move(again);
    }
    Timer timer;
    const auto [idKey, idValue] = displayIdOrName(before->value);
    const auto begin = [&] {
        timer = Timer();
        m_listener.applyStarted(planned.address, deposed, Action::Delete, idKey, idValue);
    };
    // Destroy provisioners do not run for deposed and tainted objects.
    const bool isWhole = deposed.empty() && before->status != ObjectStatus::Tainted;
    const std::vector<const configs::Provisioner*> provisioners =
        isWhole ? destroyProvisioners(planned.address) : std::vector<const configs::Provisioner*>();
    if (!provisioners.empty()) {
        begin();
        diagnostics.append(provisionDestroyed(provisioners, planned.address, *before, *schema, work));
        if (diagnostics.hasErrors()) {
            m_listener.applyFinished(planned.address, deposed, Action::Delete, timer.elapsed(), true, idKey, idValue);
            m_listener.progressed(++m_done, m_known);
            return diagnostics;
        }
    }
    Diagnostics found;
    const auto apply = [&](std::stop_token stop) {
        if (provisioners.empty())
            begin();
        if (!provider->isInstant()) {
            m_sink.started(planned.address, deposed, Action::Delete, planned.provider);
            found = m_sink.settle();
        }
        store(change, deposed,
              found.hasErrors() ? before
                                : applyChange(change, before, Value::null(schema->type), nullptr, *schema, *provider,
                                              std::move(stop), found),
              *schema);
        if (!provider->isInstant())
            (void)m_sink.settle();
    };
    if (!call(*provider, work, apply)) {
        if (!provisioners.empty())
            m_listener.applyFinished(planned.address, deposed, Action::Delete, timer.elapsed(), true, idKey, idValue);
        return diagnostics;
    }
    const bool failed = found.hasErrors();
    diagnostics.append(std::move(found));
    m_listener.applyFinished(planned.address, deposed, Action::Delete, timer.elapsed(), failed, idKey, idValue);
    m_listener.progressed(++m_done, m_known);
    if (!failed) {
        const std::scoped_lock lock(m_mutex);
        ++counts.destroyed;
    }
    return diagnostics;
}

} // namespace planlens::engine
