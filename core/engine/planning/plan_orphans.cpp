// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/engine/planning/plan_walk.h"

#include "core/engine/evaluation/provider_requests.h"
#include "core/engine/evaluation/repetition.h"
#include "core/engine/planning/causes.h"
#include "core/engine/planning/prevent_destroy.h"
#include "core/engine/provider_schemas.h"
#include "core/engine/refactoring/forgetting.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

namespace planlens::engine {

using addrs::AbsResourceInstance;
using addrs::ResourceMode;
using diags::Diagnostics;
using plans::Action;
using plans::ActionReason;
using values::Value;

PlanWalk::StoredResources PlanWalk::stateOf(const addrs::ConfigResource& resource,
                                            const std::set<addrs::ModuleInstance>& except) const {
    StoredResources found;
    const auto modules = m_initial.modulesWithResources.find(resource.module);
    if (modules == m_initial.modulesWithResources.end())
        return found;
    for (const addrs::ModuleInstance& module : modules->second) {
        if (except.contains(module))
            continue;
        addrs::AbsResource address{module, resource.resource};
        if (const states::Resource* const stored = m_initial.state.resource(address))
            found.emplace_back(std::move(address), stored);
    }
    return found;
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
    recordLeftOut(node, leftOut);
    m_progress.addSteps(jobs.size());
    return forEach(jobs.size(), work, [&](std::size_t i) {
        Diagnostics found = jobs[i].deposed.empty() ? planOrphan(node, jobs[i].address, work)
                                                    : planDeposed(node, jobs[i].address, jobs[i].deposed, work);
        m_progress.finishStep();
        return found;
    });
}

Diagnostics PlanWalk::visitDeposed(const ConfigNode& node, Selection selection, graph::WorkContext& work) {
    std::vector<std::pair<AbsResourceInstance, addrs::DeposedKey>> objects;
    for (const auto& [address, resource] : stateOf(node.resource))
        for (const auto& [key, instance] : resource->instances)
            if (!instance.deposed.empty() && takesPart(address.instance(key), selection))
                for (const auto& [deposed, object] : instance.deposed)
                    objects.emplace_back(address.instance(key), deposed);
    m_progress.addSteps(objects.size());
    return forEach(objects.size(), work, [&](std::size_t i) {
        Diagnostics found = planDeposed(node, objects[i].first, objects[i].second, work);
        m_progress.finishStep();
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

/// Returns the configuration range that causes an instance not to be declared; empty if nothing refers to it.
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
    addrs::AbsProviderInstance stored{m_initial.state.resource(address.containing())->provider,
                                      m_initial.state.instance(address)->providerKey};
    // Objects use the provider configuration of their resource if their module instance is declared.
    if (node.kind == ConfigNode::Kind::Resource && deposed.empty() && runtime.find(address.module))
        stored.config = node.provider;
    std::optional<addrs::InstanceKey> key = stored.key;
    if (node.kind == ConfigNode::Kind::Resource) {
        const configs::ResolvedProvider resolved = m_request.config->providerFor(*node.module, *node.resourceConfig);
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
    if (!schema)
        return noSchemaInState(address);
    std::optional<states::Object> object = readStored(address, {}, *schema, *use, &work, diagnostics);
    if (!object || diagnostics.hasErrors())
        return diagnostics;
    if (isRefreshing()) {
        object = refresh(node, address, {}, *object, *schema, *use, work, diagnostics);
        if (diagnostics.hasErrors())
            return diagnostics;
        writePrior(address, {}, object, *schema, use->address);
    }
    if (!object || object->value.isNull() || m_purpose == WalkPurpose::RefreshOnly || isImporting())
        return diagnostics;
    const configs::Removed* removed = refactoring.removed.find(address);
    const configs::Resource* config = m_request.config->resource(address.config());
    const Forgetting forgetting = forgettingOf(config, object->skipDestroy, removed);
    if (forgetting.isForgotten)
        diagnostics.append(forgottenWarning(address));
    const ActionReason reason = forgetting.reason == ActionReason::None
                                    ? orphanReason(runtime, *m_request.config, refactoring.moves, address)
                                    : forgetting.reason;
    const AbsResourceInstance previous = refactoring.moves.previousAddress(address);
    std::optional<plans::ResourceInstanceChange> change;
    if (forgetting.isForgotten) {
        change = removal(address, previous, {}, use->address, *object, Action::Forget);
    } else {
        change = planDestroyed(*use, address, previous, {}, *object, work, diagnostics);
    }
    if (!change)
        return diagnostics;
    change->reason = reason;
    const auto moved = reason == ActionReason::DeleteBecauseNoMoveTarget ? refactoring.moves.by.find(address)
                                                                         : refactoring.moves.by.end();
    change->causes.push_back({plans::Cause::Kind::Undeclared,
                              {},
                              removed ? removed->range
                              : moved != refactoring.moves.by.end()
                                  ? moved->second
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
        return noSchemaInState(address);
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
    const AbsResourceInstance previous = refactoring.moves.previousAddress(address);
    const Forgetting forgetting =
        forgettingOf(m_request.config->resource(address.config()), skipDestroy, refactoring.removed.find(address));
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
