// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/engine/applying/apply_walk.h"

#include "core/engine/display_id.h"
#include "core/engine/evaluation/marks.h"
#include "core/engine/evaluation/provider_requests.h"
#include "core/engine/evaluation/stored_value.h"
#include "core/engine/planning/plan_change.h"
#include "core/engine/provider_schemas.h"
#include "core/plans/objchange/objchange.h"
#include "core/plans/plan.h"
#include "core/values/conversion/convert.h"
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
    const InstanceContext context{config,           *module,  *resource, *instance, change, node.createBeforeDestroy,
                                  resource->schema, provider, work};
    return change.address.resource.mode == addrs::ResourceMode::Managed ? applyManaged(context) : readData(context);
}

void ApplyWalk::forget(const plans::ResourceInstanceChange& change) {
    {
        const std::scoped_lock lock(m_mutex);
        // Deposed objects of an instance have changes of their own.
        state.setObject(change.address, change.deposed, nullptr, change.provider);
        m_sink.finished(change.address, change.deposed, Action::Forget, nullptr, change.provider);
        saveSometimes();
        m_progress.finishStep();
    }
    m_listener.forgotten(change.address, change.deposed);
}

Value ApplyWalk::metaFor(const plans::ResourceInstanceChange& change) const {
    const addrs::Provider& provider = change.provider.config.provider;
    Diagnostics alreadyReported; // reported while planning
    return providerMeta(m_runtime, change.address, provider, *m_request.plan->schemas.at(provider), alreadyReported)
        .value_or(Value());
}

namespace {

/// Checks that the change decided while applying equals the planned one.
void checkPlannedChange(const plans::ResourceInstanceChange& planned, const plans::ResourceInstanceChange& now,
                        const schemas::ResourceSchema& schema, Diagnostics& diagnostics) {
    const Action was = planned.change.action, is = now.change.action;
    const std::string provider = values::quoted(planned.provider.config.provider.toString());
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
                address, provider, plans::name(was), plans::name(is)));
    for (const values::PathError& error :
         plans::objchange::assertObjectCompatible(schema.block, planned.change.after, now.change.after))
        diagnostics.error(
            "Provider produced inconsistent final plan",
            fmt::format(
                "When expanding the plan for {} to include new values learned so far during apply, provider {} "
                "produced an invalid new value for "
                "{}.\n\nThis is a bug in the provider, which should be reported in the provider's own issue tracker.",
                address, provider, values::formatError(error)));
}

} // namespace

InstanceConditions ApplyWalk::conditionsOf(const ConfigNode& node, const addrs::AbsResourceInstance& address) {
    return {*node.resourceConfig, node.resource, address, diags::Severity::Error, checks};
}

Diagnostics ApplyWalk::applyManaged(const InstanceContext& context) {
    Diagnostics diagnostics;
    const plans::ResourceInstanceChange& planned = context.change;
    const addrs::DeposedKey deposed = deposeOrForget(planned);
    const std::optional<Object> before = stored(planned.address, {}, *context.schema, diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    const ModuleScope scope(m_runtime, context.module, context.resource.instances().data(context.instance));
    const std::optional<plans::ResourceInstanceChange> change = planFinalChange(context, before, scope, diagnostics);
    if (!change)
        return diagnostics; // as in OpenTofu, the previous object stays deposed
    if (change->change.action != Action::NoOp) {
        const std::optional<Value> config = finalConfig(context, scope, diagnostics);
        if (!config) {
            restoreDeposed(planned, deposed);
            return diagnostics;
        }
        if (!createOrUpdate(context, *change, before, *config, deposed, diagnostics))
            return diagnostics;
    }
    // Postconditions are also evaluated after a failure, with the available value.
    SelfObject self{planned.address.resource, {}, planned.address.key};
    if (context.resource.isPresent(context.instance))
        self = {planned.address.resource, context.resource.value(context.instance), {}};
    diagnostics.append(conditionsOf(context.node, planned.address).evaluatePostconditions(scope, std::move(self)));
    return diagnostics;
}

addrs::DeposedKey ApplyWalk::deposeOrForget(const plans::ResourceInstanceChange& planned) {
    if (planned.change.action == Action::CreateThenDelete)
        return depose(planned);
    if (planned.change.action == Action::ForgetThenCreate) {
        const std::scoped_lock lock(m_mutex);
        state.setCurrent(planned.address, nullptr, planned.provider); // counted as a create only, as in OpenTofu
    }
    return {};
}

std::optional<plans::ResourceInstanceChange> ApplyWalk::planFinalChange(const InstanceContext& context,
                                                                        const std::optional<Object>& before,
                                                                        const ModuleScope& scope,
                                                                        Diagnostics& diagnostics) {
    const plans::ResourceInstanceChange& planned = context.change;
    ChangeInput input{*context.node.resourceConfig,
                      *context.schema,
                      *context.provider,
                      planned.provider,
                      planned.address,
                      planned.previousAddress,
                      context.node.resource.toString()};
    input.planned = &planned;
    input.providerMeta = metaFor(planned);
    input.call = [&](const auto& what) { return call(*context.provider, context.work, what); };
    const std::optional<plans::ResourceInstanceChange> change =
        planChange(input, before, scope, checks, m_listener, diagnostics);
    if (!change || diagnostics.hasErrors())
        return {};
    if (planned.change.action != Action::NoOp)
        checkPlannedChange(planned, *change, *context.schema, diagnostics);
    if (diagnostics.hasErrors())
        return {};
    return change->simplify(plans::ResourceInstanceChange::Half::Creating);
}

std::optional<Value> ApplyWalk::finalConfig(const InstanceContext& context, const ModuleScope& scope,
                                            Diagnostics& diagnostics) const {
    Result<Value> evaluated = scope.evaluateBody(context.node.resourceConfig->config, context.schema->block);
    const bool failed = evaluated.hasErrors();
    diagnostics.append(std::move(evaluated.diagnostics));
    if (!failed && !evaluated->isWhollyKnown())
        diagnostics.error("Configuration contains unknown value",
                          fmt::format("The configuration of {} still contains unknown values while it is applied. This "
                                      "is a bug in Planlens; please report it.",
                                      context.change.address.toString()));
    if (diagnostics.hasErrors())
        return {};
    return evaluated->unmarkedDeep();
}

bool ApplyWalk::createOrUpdate(const InstanceContext& context, const plans::ResourceInstanceChange& change,
                               const std::optional<Object>& before, const Value& config,
                               const addrs::DeposedKey& deposed, Diagnostics& diagnostics) {
    const configs::Resource& resource = *context.node.resourceConfig;
    const addrs::AbsResourceInstance& address = change.address;
    const Action action = change.change.action;
    const bool instant = context.provider->isInstant();
    const bool isProvisioned =
        action == Action::Create && std::ranges::any_of(resource.provisioners, [](const configs::Provisioner& one) {
            return one.when == configs::ProvisionerWhen::Create;
        });
    Timer timer;
    Diagnostics found;
    std::optional<Object> after;
    const auto apply = [&](std::stop_token stop) {
        timer = Timer();
        const auto [oldKey, oldValue] = displayIdOrName(change.change.before);
        m_listener.applyStarted(address, {}, action, oldKey, oldValue);
        if (!instant)
            m_sink.started(address, {}, action, change.provider);
        if (!instant || isProvisioned)
            found = m_sink.settle();
        Applied applied{before};
        if (!found.hasErrors())
            applied = applyChange(change, before, config, resource.config, *context.schema, *context.provider,
                                  std::move(stop), found);
        after = std::move(applied.object);
        if (after) {
            completeObject(context, *after, found);
            if (!applied.isCalled && before) { // as in OpenTofu
                after->createBeforeDestroy = before->createBeforeDestroy;
                after->skipDestroy = before->skipDestroy;
            }
            // An object is complete only after its provisioners have run.
            if (isProvisioned || (action == Action::Create && found.hasErrors()))
                after->status = ObjectStatus::Tainted;
        }
        // As in OpenTofu, a value that cannot be stored leaves the state unchanged.
        const Diagnostics unstorable =
            after ? checkStorable(address.toString(), after->value, context.schema->type) : Diagnostics();
        if (!applied.isKnown)
            m_sink.leftUnknown();
        else if (!unstorable.hasErrors())
            store(change, {}, after, *context.schema);
        found.append(unstorable);
        if (!instant)
            (void)m_sink.settle(); // an error is kept and reported before the next call
        if (after && isProvisioned && !found.hasErrors()) {
            found.append(provisionCreated(context, change));
            if (!found.hasErrors()) {
                after->status = ObjectStatus::Ready;
                store(change, {}, after, *context.schema);
            }
        }
    };
    // No object is created long before its provisioners can run: it would be tainted if the apply is interrupted.
    const bool isMade =
        isProvisioned ? callBlocking(context.work, apply) : call(*context.provider, context.work, apply);
    if (!isMade) {
        restoreDeposed(context.change, deposed);
        return false;
    }
    const bool failed = found.hasErrors();
    if (failed && !after && !restoreDeposed(context.change, deposed))
        context.resource.removeValue(context.instance);
    diagnostics.append(std::move(found));
    const auto [newKey, newValue] = after ? displayId(after->value) : std::pair<std::string, std::string>();
    m_listener.applyFinished(address, {}, action, timer.elapsed(), failed, newKey, newValue);
    m_progress.finishStep();
    if (!failed)
        count(action);
    return true;
}

void ApplyWalk::completeObject(const InstanceContext& context, Object& object, const Diagnostics& found) const {
    const configs::Resource& config = *context.node.resourceConfig;
    object.dependencies = context.node.dependencies;
    object.createBeforeDestroy = context.createBeforeDestroy;
    if (!found.hasErrors()) // partly created objects are not stored
        object.skipDestroy = config.destroy.has_value() && !*config.destroy;
    context.resource.setValue(context.instance, seenValue(object.value, context.schema->block,
                                                          context.change.address.resource, context.module.node));
}

void ApplyWalk::count(Action action) {
    const std::scoped_lock lock(m_mutex);
    if (action == Action::Create)
        ++counts.added;
    else if (action == Action::Update)
        ++counts.changed;
    else if (action == Action::Delete)
        ++counts.destroyed;
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

Diagnostics ApplyWalk::destroy(const ApplyNode& node, graph::WorkContext& work) {
    Diagnostics diagnostics;
    const plans::ResourceInstanceChange& planned = *node.change;
    const schemas::ResourceSchemaPtr schema = plans::resourceSchema(*m_request.plan, planned);
    if (!schema)
        return noSchemaInState(planned.address);
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
    if (planned.change.action == Action::CreateThenDelete) {
        change.deposed = replacedObject(planned.address);
        if (change.deposed.empty())
            return diagnostics;
    }
    const std::optional<Object> before = stored(change.address, change.deposed, *schema, diagnostics);
    if (!before || diagnostics.hasErrors())
        return diagnostics;
    change.change.before = before->value;
    if (!change.deposed.empty()) {
        // The object may have been replaced, or its private data may have changed since planning.
        std::optional<plans::ResourceInstanceChange> again = planDestroy(
            {provider, planned.provider}, metaFor(planned),
            *m_request.plan->schemas.at(planned.provider.config.provider), planned.address, planned.previousAddress,
            change.deposed, *before,
            node.config == ApplyNode::npos ? nullptr : m_graph.config.nodes[node.config].resourceConfig->config,
            [&](const auto& what) { return call(*provider, work, what); }, diagnostics);
        if (!again)
            return diagnostics;
        change = *std::move(again);
    }
    diagnostics.append(destroyObject(change, *before, *schema, *provider, work));
    return diagnostics;
}

addrs::DeposedKey ApplyWalk::replacedObject(const addrs::AbsResourceInstance& address) const {
    const std::scoped_lock lock(m_mutex);
    const states::ResourceInstance* instance = state.instance(address);
    const states::ResourceInstance* prior = m_request.plan->priorState->instance(address);
    addrs::DeposedKey deposed;
    if (instance)
        for (const auto& [key, object] : instance->deposed)
            if (!prior || !prior->deposed.contains(key))
                deposed = key;
    return deposed;
}

Diagnostics ApplyWalk::destroyObject(const plans::ResourceInstanceChange& change, const Object& before,
                                     const schemas::ResourceSchema& schema, providers::Provider& provider,
                                     graph::WorkContext& work) {
    const addrs::AbsResourceInstance& address = change.address;
    Timer timer;
    const auto [idKey, idValue] = displayIdOrName(before.value);
    const auto begin = [&] {
        timer = Timer();
        m_listener.applyStarted(address, change.deposed, Action::Delete, idKey, idValue);
    };
    const auto finish = [&](bool failed) {
        m_listener.applyFinished(address, change.deposed, Action::Delete, timer.elapsed(), failed, idKey, idValue);
    };
    // Destroy provisioners do not run for deposed and tainted objects.
    const bool isWhole = change.deposed.empty() && before.status != ObjectStatus::Tainted;
    const std::vector<const configs::Provisioner*> provisioners =
        isWhole ? destroyProvisioners(address) : std::vector<const configs::Provisioner*>();
    Diagnostics diagnostics;
    if (!provisioners.empty() && !mayStart())
        return diagnostics;
    if (!provisioners.empty()) {
        const auto provision = [&] {
            begin();
            diagnostics = provisionDestroyed(provisioners, address, before, schema);
        };
        // Also called after a stop request, because provisioners report what remains undone.
        work.blocked(provision, graph::WhenStopped::CallAnyway);
        if (diagnostics.hasErrors()) {
            finish(true);
            m_progress.finishStep();
            return diagnostics;
        }
    }
    // Otherwise whether several objects of an instance overlap, which users see, would be left to chance.
    std::unique_lock instant(m_instant, std::defer_lock);
    if (provider.isInstant())
        instant.lock();
    Diagnostics found;
    const auto apply = [&](std::stop_token stop) {
        if (provisioners.empty())
            begin();
        if (!provider.isInstant()) {
            m_sink.started(address, change.deposed, Action::Delete, change.provider);
            found = m_sink.settle();
        }
        Applied applied{before};
        if (!found.hasErrors())
            applied = applyChange(change, before, Value::null(schema.type), nullptr, schema, provider, std::move(stop),
                                  found);
        if (applied.isKnown)
            store(change, change.deposed, applied.object, schema);
        else
            m_sink.leftUnknown();
        if (!provider.isInstant())
            (void)m_sink.settle();
        finish(found.hasErrors()); // before the next call starts
    };
    if (!call(provider, work, apply)) {
        if (!provisioners.empty())
            finish(true);
        return diagnostics;
    }
    const bool failed = found.hasErrors();
    diagnostics.append(std::move(found));
    m_progress.finishStep();
    if (!failed)
        count(Action::Delete);
    return diagnostics;
}

} // namespace planlens::engine
