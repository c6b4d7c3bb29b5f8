// SPDX-License-Identifier: MPL-2.0
#include "core/engine/planning/plan_walk.h"

#include "core/engine/evaluation/marks.h"
#include "core/engine/evaluation/provider_requests.h"
#include "core/engine/evaluation/repetition.h"
#include "core/engine/planning/causes.h"
#include "core/engine/planning/prevent_destroy.h"
#include "core/engine/refactoring/forgetting.h"
#include "core/engine/validation/reference_checks.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::engine {

using addrs::AbsResourceInstance;
using addrs::ResourceMode;
using diags::Diagnostics;
using plans::Action;
using plans::ActionReason;
using values::Value;

namespace {

std::string quotedOption(const AbsResourceInstance& address) {
    std::string text;
    for (const char c : address.toString()) {
        if (c == '"' || c == '\\')
            text += '\\';
        text += c;
    }
    return "\n  -replace=\"" + text + "\"";
}

} // namespace

Diagnostics PlanWalk::forEach(std::size_t count, graph::WorkContext& work,
                              const std::function<Diagnostics(std::size_t)>& step) {
    std::vector<Diagnostics> found(count);
    const auto one = [&](std::size_t i) {
        found[i] = step(i);
        return found[i].hasErrors() ? graph::Visit::Failed : graph::Visit::Done;
    };
    if (count == 1)
        one(0);
    else if (count > 1)
        work.parallelFor(count, one);
    Diagnostics all;
    for (Diagnostics& each : found)
        all.append(std::move(each));
    return all;
}

void PlanWalk::warnAboutIncompleteReplace(const addrs::AbsResource& resource, const Instances& instances,
                                          Diagnostics& diagnostics) {
    if (instances.keys.size() == 1 && instances.keys.front().isNone())
        return;
    for (const AbsResourceInstance& candidate : m_request.options.forceReplace) {
        if (!candidate.key.isNone() || candidate.resource != resource.resource)
            continue;
        std::string detail;
        if (instances.keys.empty()) {
            detail = fmt::format("Your force-replace request for {} doesn't match any resource instances because this "
                                 "resource doesn't have any "
                                 "instances.",
                                 candidate.toString());
        } else if (instances.keys.size() == 1) {
            detail = fmt::format("Your force-replace request for {} doesn't match any resource instances because it "
                                 "lacks an instance key.\n\nTo force "
                                 "replacement of the single declared instance, use the following option instead:{}",
                                 candidate.toString(), quotedOption(resource.instance(instances.keys.front())));
        } else {
            detail =
                fmt::format("Your force-replace request for {} doesn't match any resource instances because it lacks "
                            "an instance key.\n\nTo force "
                            "replacement of particular instances, use one or more of the following options instead:",
                            candidate.toString());
            for (const addrs::InstanceKey& key : instances.keys)
                detail += quotedOption(resource.instance(key));
        }
        diagnostics.warning("Incompletely-matched force-replace resource instance", std::move(detail));
    }
}

Diagnostics PlanWalk::expandResource(const ConfigNode& node, ModuleRuntime& module,
                                     std::vector<std::string>& checkObjects) {
    ResourceRuntime& resource = module.resources.at(node.resource.resource);
    const configs::Resource& config = *node.resourceConfig;
    resource.schema = plans::resourceSchema(m_schemas, node.provider.provider, node.resource.resource);
    const addrs::AbsResource address{module.address, node.resource.resource};
    DependencyRecorder recorder(
        plans::NamedValue{plans::NamedValue::Kind::Repetition, module.address, node.resource.resource.toString()});
    ModuleScope scope(runtime, module);
    scope.withRecorder(&recorder);
    diags::Result<Instances> instances =
        declareInstances(config.count, config.forEach, config.enabled, scope, address.toString());
    note(recorder.take());
    Diagnostics diagnostics = std::move(instances.diagnostics);
    if (!instances.value)
        return diagnostics;
    warnAboutIncompleteReplace(address, *instances.value, diagnostics);
    for (const addrs::InstanceKey& key : instances->keys)
        checkObjects.push_back(address.instance(key).toString());
    resource.expand(*std::move(instances.value));
    return diagnostics;
}

std::vector<PlanWalk::DeposedObject> PlanWalk::deposedObjects(const addrs::ConfigResource& resource,
                                                              Selection selection) const {
    std::vector<DeposedObject> found;
    for (const auto& [address, stored] : stateOf(resource))
        for (const auto& [key, instance] : stored->instances)
            if (!instance.deposed.empty() && takesPart(address.instance(key), selection))
                for (const auto& [deposed, object] : instance.deposed)
                    found.emplace_back(address.instance(key), deposed);
    return found;
}

void PlanWalk::noteLeftOut(const ConfigNode& node, const std::vector<AbsResourceInstance>& instances) {
    if (node.resource.resource.mode != ResourceMode::Managed)
        return;
    const std::scoped_lock lock(m_mutex);
    instancesLeftOut.insert(instancesLeftOut.end(), instances.begin(), instances.end());
}

Diagnostics PlanWalk::visitResource(const ConfigNode& node, Selection selection, Selection ofDeposed,
                                    graph::WorkContext& work) {
    Diagnostics diagnostics;
    if (selection == Selection::Left) {
        const std::vector<DeposedObject> objects = deposedObjects(node.resource, ofDeposed);
        m_known += objects.size();
        return forEach(objects.size(), work, [&](std::size_t i) {
            Diagnostics found = planDeposed(node, objects[i].first, objects[i].second, work);
            m_listener.progressed(++m_done, m_known);
            return found;
        });
    }
    const auto& modules = runtime.instancesOf(*node.module);
    const schemas::ResourceSchemaPtr schema =
        plans::resourceSchema(m_schemas, node.provider.provider, node.resource.resource);
    if (!schema)
        return diags::Diagnostic::error("Invalid resource type",
                                        fmt::format("The provider {} does not support resource type \"{}\".",
                                                    node.provider.provider.forDisplay(), node.resource.resource.type),
                                        node.resourceConfig->typeRange);
    const configs::Config::ResolvedProvider resolved =
        m_request.config->providerFor(*node.module, *node.resourceConfig);

    // Declares the instances in all module instances, and then plans all declared instances and all objects that are
    // only in the state in parallel.
    struct Job {
        ModuleRuntime* module = nullptr; // null: not declared
        std::size_t instance = 0;
        AbsResourceInstance address;
        bool declared = false;
        addrs::DeposedKey deposed;
    };
    std::vector<Job> jobs;
    std::vector<std::string> checkObjects;
    std::vector<AbsResourceInstance> leftOut;
    bool failed = false;
    // The value of an unplanned object for references, from the state.
    const auto seenStored = [&](const states::StoredObject& stored, Diagnostics& found) -> std::optional<Value> {
        diags::Result<states::Object> object = states::decode(stored, *schema);
        found.append(std::move(object.diagnostics));
        return object.value
                   ? std::optional(seenValue(object->value, schema->block, node.resource.resource, *node.module))
                   : std::nullopt;
    };
    const auto fromState = [&](const addrs::AbsResource& address, ModuleRuntime* module) {
        const states::Resource* resource = m_initial.resource(address);
        if (!resource)
            return;
        ResourceRuntime* runtimeOf = module ? &module->resources.at(node.resource.resource) : nullptr;
        const Instances* declared = runtimeOf ? &runtimeOf->instances() : nullptr;
        for (const auto& [key, instance] : resource->instances) {
            const AbsResourceInstance instanceAddress = address.instance(key);
            // As in the reference, targets only filter instances in declared module instances.
            if (!module || takesPart(instanceAddress, selection)) {
                if (instance.current && !(declared && declared->find(key)))
                    jobs.push_back({module, 0, instanceAddress, false, {}});
                continue;
            }
            if (runtimeOf && instance.current && !declared->find(key))
                if (std::optional<Value> seen = seenStored(*instance.current, diagnostics))
                    runtimeOf->addUndeclared(key, *std::move(seen));
            leftOut.push_back(instanceAddress);
        }
    };
    if (m_purpose == WalkPurpose::Plan && !node.imports.empty()) {
        if (node.refersToItself) // an import that refers to its own target
            for (ModuleRuntime* module : modules)
                showStored(node, *module, diagnostics);
        for (const configs::Import* import : node.imports)
            diagnostics.append(imports.resolve(*import, runtime, m_schemas));
    }
    failed = diagnostics.hasErrors();
    std::set<addrs::ModuleInstance> known;
    for (ModuleRuntime* module : modules) {
        known.insert(module->address);
        Diagnostics found = expandResource(node, *module, checkObjects);
        const bool broken = found.hasErrors();
        diagnostics.append(std::move(found));
        failed |= broken;
        if (broken)
            continue;
        ResourceRuntime& resource = module->resources.at(node.resource.resource);
        const addrs::AbsResource address{module->address, node.resource.resource};
        const Instances& instances = resource.instances();
        for (std::size_t i = 0; i < instances.keys.size(); ++i) {
            const AbsResourceInstance instance = address.instance(instances.keys[i]);
            if (takesPart(instance, selection)) {
                jobs.push_back({module, i, instance, true, {}});
            } else if (const states::StoredObjectPtr stored =
                           m_initial.current(instance)) { // fromState() records that it is left out
                if (std::optional<Value> seen = seenStored(*stored, diagnostics))
                    resource.setValue(i, *std::move(seen));
            } else {
                leftOut.push_back(instance);
            }
        }
        fromState(address, module);
    }
    if (failed)
        return diagnostics;
    // Instances in module instances that are not declared any more.
    for (const auto& [address, stored] : stateOf(node.resource, known))
        fromState(address, nullptr);
    for (auto& [address, deposed] : deposedObjects(node.resource, ofDeposed))
        jobs.push_back({nullptr, 0, std::move(address), false, std::move(deposed)});
    checks.reportObjects(node.resource.toString(), checkObjects);
    if (node.refersToItself) {
        const auto firstDeposed = std::stable_partition(jobs.begin(), jobs.end(), [&](const Job& job) {
            return job.deposed.empty() && known.contains(job.address.module);
        });
        const auto firstOrphan =
            std::stable_partition(jobs.begin(), firstDeposed, [](const Job& job) { return job.declared; });
        std::vector<AbsResourceInstance> addresses;
        std::transform(jobs.begin(), firstDeposed, std::back_inserter(addresses),
                       [](const Job& job) { return job.address; });
        const auto count = static_cast<std::size_t>(firstOrphan - jobs.begin());
        const std::span declared = std::span(addresses).first(count), orphans = std::span(addresses).subspan(count);
        if (Diagnostics cycles = checkSiblingReferences(*node.resourceConfig, *schema, declared, orphans);
            cycles.hasErrors()) {
            diagnostics.append(std::move(cycles));
            jobs.erase(jobs.begin(), firstDeposed);
        } else if (Diagnostics own = checkSelfReferences(selfReferences(*node.resourceConfig, *schema), declared);
                   own.hasErrors()) {
            diagnostics.append(std::move(own));
            jobs.erase(jobs.begin(), firstOrphan);
        }
    }

    noteLeftOut(node, leftOut);
    m_known += jobs.size();
    diagnostics.append(forEach(jobs.size(), work, [&](std::size_t i) -> Diagnostics {
        const Job& job = jobs[i];
        Diagnostics found;
        if (!job.deposed.empty()) {
            found = planDeposed(node, job.address, job.deposed, work);
        } else if (!job.declared) {
            found = planOrphan(node, job.address, work);
            // Refresh-only planning keeps the object, with its refreshed value for references.
            if (job.module && m_purpose == WalkPurpose::RefreshOnly)
                if (const states::StoredObjectPtr now = priorObject(job.address))
                    if (std::optional<Value> seen = seenStored(*now, found))
                        job.module->resources.at(job.address.resource).addUndeclared(job.address.key, *std::move(seen));
        } else {
            ResourceRuntime& resource = job.module->resources.at(node.resource.resource);
            const std::optional<addrs::InstanceKey> providerKey = providerInstanceKey(
                runtime, resolved, *job.module, resource.instances().data(job.instance), job.address, found);
            if (!providerKey)
                return found;
            const std::optional<ProviderUse> use = providerFor(node.provider, *providerKey, job.address, {}, found);
            if (!use)
                return found;
            const Place place{node,   *job.module,   resource,     job.instance, job.address,
                              schema, use->provider, use->address, work};
            switch (node.resource.resource.mode) {
            case ResourceMode::Managed:
                found.append(planInstance(place));
                break;
            case ResourceMode::Data:
                found.append(planData(place));
                break;
            case ResourceMode::Ephemeral:
                found.append(planEphemeral(place));
                break;
            }
        }
        m_listener.progressed(++m_done, m_known);
        return found;
    }));
    return diagnostics;
}

Diagnostics PlanWalk::visitOrphan(const ConfigNode& node, Selection selection, graph::WorkContext& work) {
    struct Job {
        AbsResourceInstance address;
        addrs::DeposedKey deposed;
    };
    std::vector<Job> jobs;
    std::vector<AbsResourceInstance> leftOut;
    for (const auto& [address, resource] : stateOf(node.resource)) {
        if (orphanProvider(*m_request.config, resource->provider) != node.provider)
            continue;
        for (const auto& [key, instance] : resource->instances) {
            const AbsResourceInstance instanceAddress = address.instance(key);
            if (!takesPart(instanceAddress, selection)) {
                leftOut.push_back(instanceAddress);
                continue;
            }
            if (instance.current)
                jobs.push_back({instanceAddress, {}});
            for (const auto& [deposed, object] : instance.deposed)
                jobs.push_back({instanceAddress, deposed});
        }
    }
    noteLeftOut(node, leftOut);
    m_known += jobs.size();
    return forEach(jobs.size(), work, [&](std::size_t i) {
        Diagnostics found = jobs[i].deposed.empty() ? planOrphan(node, jobs[i].address, work)
                                                    : planDeposed(node, jobs[i].address, jobs[i].deposed, work);
        m_listener.progressed(++m_done, m_known);
        return found;
    });
}

plans::ResourceInstanceChange removal(const AbsResourceInstance& address, const AbsResourceInstance& previous,
                                      const addrs::DeposedKey& deposed, const addrs::AbsProviderInstance& provider,
                                      const states::Object& object, Action action) {
    plans::ResourceInstanceChange change;
    change.address = address;
    change.previousAddress = previous;
    change.deposed = deposed;
    change.provider = provider;
    change.change.action = action;
    change.change.before = object.value;
    change.change.after = Value::null(object.value.type());
    change.change.beforeIdentity = object.identity;
    return change;
}

std::optional<plans::ResourceInstanceChange>
planDestroy(const PlanWalk::ProviderUse& use, const Value& providerMeta, const schemas::ProviderSchema& providerSchema,
            const AbsResourceInstance& address, const AbsResourceInstance& previous, const addrs::DeposedKey& deposed,
            const states::Object& object, const hcl::BodyPtr& config,
            const std::function<bool(const std::function<void(std::stop_token)>&)>& call, Diagnostics& diagnostics) {
    plans::ResourceInstanceChange change = removal(address, previous, deposed, use.address, object, Action::Delete);
    change.privateData = object.privateData;
    if (!providerSchema.planDestroy)
        return change; // the provider cannot plan destroys, so the change is used as it is
    const Value prior = object.value.unmarkedDeep();
    const Value null = Value::null(prior.type());
    providers::PlanResponse response;
    if (!call([&](std::stop_token stop) {
            response = use.provider->planResourceChange(
                {address.resource.type, prior, null, null, object.privateData, providerMeta, object.identity}, stop);
        }))
        return {};
    const auto schema = providerSchema.managed.find(address.resource.type);
    Diagnostics problems =
        fromProvider(response.diagnostics, config,
                     schema == providerSchema.managed.end() ? nullptr : &schema->second->block, address.toString());
    const bool failed = problems.hasErrors();
    diagnostics.append(std::move(problems));
    if (failed)
        return {};
    if (!response.planned.isNull()) {
        diagnostics.error("Provider produced invalid plan",
                          fmt::format("Provider {} planned a non-null destroy value for {}.\n\nThis is a bug in the "
                                      "provider, which should be reported "
                                      "in the provider's own issue tracker.",
                                      values::quoted(use.address.config.toString()), address.toString()));
        return {};
    }
    change.privateData = response.plannedPrivate;
    change.change.afterIdentity = response.plannedIdentity;
    return change;
}

namespace {

ActionReason orphanReason(const Runtime& runtime, const configs::Config& config, const MoveResults& moves,
                          const AbsResourceInstance& address) {
    const configs::Resource* resource = config.resource(address.config());
    if (!resource)
        return moves.previousAddress(address) != address ? ActionReason::DeleteBecauseNoMoveTarget
                                                         : ActionReason::DeleteBecauseNoResourceConfig;
    if (!runtime.find(address.module))
        return ActionReason::DeleteBecauseNoModule;
    if (address.key.isNone()) {
        if (resource->enabled)
            return ActionReason::DeleteBecauseEnabledFalse;
        if (resource->count || resource->forEach)
            return ActionReason::DeleteBecauseWrongRepetition;
        return ActionReason::None;
    }
    if (address.key.isInt())
        return resource->count ? ActionReason::DeleteBecauseCountIndex : ActionReason::DeleteBecauseWrongRepetition;
    return resource->forEach ? ActionReason::DeleteBecauseEachKey : ActionReason::DeleteBecauseWrongRepetition;
}

/// The configuration range that causes an instance not to be declared; empty if it is not mentioned at all.
diags::SourceRange undeclaredBy(const Runtime& runtime, const configs::Config& config,
                                const AbsResourceInstance& address) {
    // The outermost module instance that is not declared.
    addrs::ModuleInstance module = address.module;
    const configs::ModuleNode* missing = nullptr;
    for (; !module.isRoot() && !runtime.find(module); module = module.parent())
        if (const configs::ModuleNode* node = config.module(module.module()))
            missing = node;
    if (missing && missing->parent)
        return repetitionRange(missing->parent->module.moduleCalls.at(missing->path.path.back()));
    const configs::Resource* resource = config.resource(address.config());
    return resource ? repetitionRange(*resource) : diags::SourceRange();
}

} // namespace

std::optional<PlanWalk::ProviderUse> PlanWalk::providerForStored(const ConfigNode& node,
                                                                 const AbsResourceInstance& address,
                                                                 const addrs::DeposedKey& deposed,
                                                                 Diagnostics& diagnostics) const {
    addrs::AbsProviderInstance stored{m_initial.resource(address.containing())->provider,
                                      m_initial.instance(address)->providerKey};
    // Objects use the provider configuration of their resource if their module instance is declared.
    if (node.kind == ConfigNode::Kind::Resource && deposed.empty() && runtime.find(address.module))
        stored.config = node.provider;
    std::optional<addrs::InstanceKey> key = stored.key;
    if (node.kind == ConfigNode::Kind::Resource) {
        const configs::Config::ResolvedProvider resolved =
            m_request.config->providerFor(*node.module, *node.resourceConfig);
        const ModuleRuntime* passing =
            nullptr; // the declared instance of the module whose call passes a provider with a key
        if (resolved.keyExpression && deposed.empty() && resolved.keyModule.path.size() < address.module.path.size()) {
            addrs::ModuleInstance outer = address.module;
            outer.path.resize(resolved.keyModule.path.size() + 1);
            passing = runtime.find(outer);
        }
        key = passing ? providerInstanceKey(runtime, resolved, *passing, {}, address, diagnostics)
                      : storedProviderKey(resolved, stored, address, diagnostics);
    }
    return key ? providerFor(node.provider, *key, address, deposed, diagnostics) : std::nullopt;
}

std::optional<plans::ResourceInstanceChange>
PlanWalk::planDestroyed(const ProviderUse& use, const AbsResourceInstance& address, const AbsResourceInstance& previous,
                        const addrs::DeposedKey& deposed, const states::Object& object, graph::WorkContext& work,
                        Diagnostics& diagnostics) const {
    const std::optional<Value> meta = metaFor(address, use, diagnostics);
    if (!meta)
        return {};
    return planDestroy(
        use, *meta, *m_schemas.at(use.address.config.provider), address, previous, deposed, object, nullptr,
        [&](const auto& what) { return call(*use.provider, work, what); }, diagnostics);
}

Diagnostics PlanWalk::planOrphan(const ConfigNode& node, const AbsResourceInstance& address, graph::WorkContext& work) {
    Diagnostics diagnostics;
    if (address.resource.mode != ResourceMode::Managed) {
        const std::scoped_lock lock(m_mutex);
        priorState.forget(address);
        return diagnostics;
    }
    const std::optional<ProviderUse> use = providerForStored(node, address, {}, diagnostics);
    if (!use)
        return diagnostics;
    const schemas::ResourceSchemaPtr schema =
        plans::resourceSchema(m_schemas, node.provider.provider, address.resource);
    if (!schema) {
        diagnostics.error("Unsupported resource type in state",
                          fmt::format("The provider {} does not support the type of {}, which is in the state.",
                                      node.provider.provider.forDisplay(), address.toString()));
        return diagnostics;
    }
    std::optional<states::Object> object = readStored(address, {}, *schema, *use, &work, diagnostics);
    if (!object || diagnostics.hasErrors())
        return diagnostics;
    if (isRefreshing()) {
        object = refresh(node, address, {}, *object, *schema, *use, work, diagnostics);
        if (diagnostics.hasErrors())
            return diagnostics;
        writePrior(address, {}, object, *schema, use->address);
    }
    if (!object || object->value.isNull() || m_purpose == WalkPurpose::RefreshOnly) {
        return diagnostics;
    }
    const configs::Removed* removed = m_removed.find(address);
    const configs::Resource* config = m_request.config->resource(address.config());
    const Forgetting forgetting = forgettingOf(config, object->skipDestroy, removed);
    if (forgetting.isForgotten)
        diagnostics.append(forgottenWarning(address));
    const ActionReason reason = forgetting.reason == ActionReason::None
                                    ? orphanReason(runtime, *m_request.config, m_moves, address)
                                    : forgetting.reason;
    const AbsResourceInstance previous = m_moves.previousAddress(address);
    std::optional<plans::ResourceInstanceChange> change;
    if (forgetting.isForgotten) {
        change = removal(address, previous, {}, use->address, *object, Action::Forget);
    } else {
        change = planDestroyed(*use, address, previous, {}, *object, work, diagnostics);
    }
    if (!change)
        return diagnostics;
    change->reason = reason;
    const auto moved = reason == ActionReason::DeleteBecauseNoMoveTarget ? m_moves.by.find(address) : m_moves.by.end();
    change->causes.push_back({plans::Cause::Kind::Undeclared,
                              {},
                              removed                     ? removed->range
                              : moved != m_moves.by.end() ? moved->second
                                                          : undeclaredBy(runtime, *m_request.config, address)});
    // Objects of configured resources are protected by prevent_destroy.
    if (config && !forgetting.isForgotten)
        diagnostics.append(checkPreventDestroy(*config, runtime, *change));
    record(*std::move(change));
    return diagnostics;
}

Diagnostics PlanWalk::planDeposed(const ConfigNode& node, const AbsResourceInstance& address,
                                  const addrs::DeposedKey& key, graph::WorkContext& work) {
    Diagnostics diagnostics;
    const std::optional<ProviderUse> use = providerForStored(node, address, key, diagnostics);
    if (!use)
        return diagnostics;
    const schemas::ResourceSchemaPtr schema =
        plans::resourceSchema(m_schemas, node.provider.provider, address.resource);
    if (!schema)
        return diagnostics;
    std::optional<states::Object> object = readStored(address, key, *schema, *use, &work, diagnostics);
    if (!object || diagnostics.hasErrors())
        return diagnostics;
    const bool skipDestroy = object->skipDestroy;
    if (isRefreshing()) {
        object = refresh(node, address, key, *object, *schema, *use, work, diagnostics);
        if (diagnostics.hasErrors())
            return diagnostics;
        writePrior(address, key, object, *schema, use->address);
    }
    if (m_purpose == WalkPurpose::RefreshOnly)
        return diagnostics;
    const AbsResourceInstance previous = m_moves.previousAddress(address);
    const Forgetting forgetting =
        forgettingOf(m_request.config->resource(address.config()), skipDestroy, m_removed.find(address));
    if (forgetting.isForgotten)
        diagnostics.append(forgottenWarning(address));
    const bool isGone = !object || object->value.isNull();
    if (isGone) {
        object.emplace();
        object->value = forgetting.isForgotten ? Value::null(schema->type) : Value();
    }
    std::optional<plans::ResourceInstanceChange> change;
    if (forgetting.isForgotten || isGone)
        change = removal(address, previous, key, use->address, *object,
                         forgetting.isForgotten ? Action::Forget : Action::NoOp);
    else
        change = planDestroyed(*use, address, previous, key, *object, work, diagnostics);
    if (!change)
        return diagnostics;
    change->reason = forgetting.reason;
    if (change->change.action != Action::NoOp)
        change->causes.push_back({plans::Cause::Kind::Incomplete, {}, {}});
    record(*std::move(change));
    return diagnostics;
}

} // namespace planlens::engine
