// SPDX-License-Identifier: MPL-2.0
#include "core/engine/planning/plan_walk.h"

#include "core/engine/evaluation/marks.h"
#include "core/engine/evaluation/prevent_destroy.h"
#include "core/engine/evaluation/provider_requests.h"
#include "core/engine/evaluation/repetition.h"
#include "core/engine/evaluation/stored_value.h"
#include "core/engine/planning/causes.h"
#include "core/engine/planning/plan_change.h"
#include "core/hcl/syntax.h"
#include "core/schemas/values_by_schema.h"
#include "core/values/conversion/convert.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::engine {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using diags::SourceRange;
using plans::Action;
using plans::ActionReason;
using states::Object;
using values::Mark;
using values::Path;
using values::PathMarks;
using values::Type;
using values::Value;

namespace {

addrs::ConfigResources mergedDependencies(const addrs::ConfigResources& a, const addrs::ConfigResources& b) {
    if (b.empty() || a == b)
        return a;
    std::vector<addrs::ConfigResource> all = a.all();
    all.insert(all.end(), b.begin(), b.end());
    std::sort(all.begin(), all.end(), [](const auto& x, const auto& y) { return x.toString() < y.toString(); });
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

bool sameDependencies(const addrs::ConfigResources& a, const addrs::ConfigResources& b) {
    if (a.size() != b.size())
        return false;
    if (a == b)
        return true;
    std::vector<addrs::ConfigResource> one = a.all(), other = b.all();
    std::sort(one.begin(), one.end());
    std::sort(other.begin(), other.end());
    return one == other;
}

} // namespace

std::optional<Value> PlanWalk::metaFor(const addrs::AbsResourceInstance& address, const ProviderUse& use,
                                       Diagnostics& diagnostics) const {
    const addrs::Provider& provider = use.address.config.provider;
    const schemas::ProviderSchema& schema = *m_schemas.at(provider);
    // The schema used for estimates does not say whether the provider accepts provider_meta.
    if (!schema.providerMeta && use.provider->isEstimate())
        return Value();
    return providerMeta(runtime, address, provider, schema, diagnostics);
}

Diagnostics PlanWalk::planInstance(const Place& place) {
    Diagnostics diagnostics;
    const ImportTarget* import = toBeImported(place.address);
    std::optional<Object> object =
        import ? importObject(place, *import, diagnostics)
               : readStored(place.address, {}, *place.schema, place.use(), &place.work, diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    const std::optional<Imported> imported =
        import ? std::optional(Imported{import->importing(), {}, import->config->range}) : std::nullopt;
    diagnostics.append(planObject(place, std::move(object), imported ? &*imported : nullptr));
    return diagnostics;
}

Diagnostics PlanWalk::planObject(const Place& place, std::optional<Object> object, const Imported* imported) {
    Diagnostics diagnostics;
    const configs::Resource& config = *place.node.resourceConfig;
    const std::string configAddress = place.node.resource.toString();
    const std::string address = place.address.toString();
    const ModuleScope scope(runtime, place.module, place.resource.instances().data(place.instance));
    if (config.destroyExpression && !config.destroy) {
        diagnostics.error("Invalid lifecycle destroy expression",
                          "The lifecycle destroy expression must be a boolean constant.",
                          config.destroyExpression->range());
        return diagnostics;
    }
    Value previousRun; // if refreshing found changes
    const bool keptFromDestruction = config.destroy.has_value() ? !*config.destroy : false;
    if (object) {
        const bool changed =
            object->createBeforeDestroy != place.node.createBeforeDestroy || object->skipDestroy != keptFromDestruction;
        object->createBeforeDestroy = place.node.createBeforeDestroy;
        object->skipDestroy = keptFromDestruction;
        if (isRefreshing() && !imported) {
            const Value before = object->value;
            object =
                refresh(place.node, place.address, {}, *object, *place.schema, place.use(), place.work, diagnostics);
            if (diagnostics.hasErrors())
                return diagnostics;
            if (!object || !(object->value == before))
                previousRun = before;
            if (object)
                object->dependencies = mergedDependencies(place.node.dependencies, object->dependencies);
            writePrior(place.address, {}, object, *place.schema, place.providerAddress);
        } else if (changed && !isRefreshing()) {
            writePrior(place.address, {}, object, *place.schema, place.providerAddress);
        }
    }
    const std::optional<Object> prior = object; // if the object was deleted, with the identity returned by the provider
    if (object && object->value.isNull())
        object.reset();
    if (m_purpose == WalkPurpose::RefreshOnly) {
        diagnostics.append(evaluateConditions(config.preconditions, ConditionKind::ResourcePrecondition, scope,
                                              conditionSeverity(), checks, configAddress, address));
        // An object that does not exist yet is unknown.
        const Value value =
            object           ? seenValue(object->value, place.schema->block, place.address.resource, place.module.node)
            : config.enabled ? Value::null(place.schema->type)
                             : Value::dynamicUnknown();
        if (object) {
            place.resource.setValue(place.instance, value);
            recordUnchangedByMode(place, scope, object->value);
        }
        ModuleScope after = scope;
        after.withSelf({place.address.resource, value});
        diagnostics.append(evaluateConditions(config.postconditions, ConditionKind::ResourcePostcondition, after,
                                              conditionSeverity(), checks, configAddress, address,
                                              config.preconditions.size()));
        return diagnostics;
    }

    const std::optional<Value> meta = metaFor(place.address, place.use(), diagnostics);
    if (!meta)
        return diagnostics;
    DependencyRecorder recorder(place.address);
    std::vector<SourceRange> triggeredBy;
    const Trigger trigger = replaceTrigger(place, scope, triggeredBy, recorder, diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    ModuleScope recording = scope;
    recording.withRecorder(&recorder);
    recordDependsOn(place, recorder);
    const std::vector<addrs::AbsResourceInstance>& forced = m_request.options.forceReplace;
    ChangeInput input{config,          *place.schema,
                      *place.provider, place.providerAddress,
                      place.address,   m_moves.previousAddress(place.address),
                      configAddress};
    input.previousRun = std::move(previousRun);
    input.createBeforeDestroy = place.node.createBeforeDestroy;
    const bool requested = std::find(forced.begin(), forced.end(), place.address) != forced.end();
    input.replaceRequested = trigger == Trigger::Fired || requested;
    input.call = [&](const auto& what) { return call(*place.provider, place.work, what); };
    input.conditionSeverity = conditionSeverity();
    input.providerMeta = *meta;
    std::optional<plans::ResourceInstanceChange> change =
        planChange(input, prior, recording, checks, m_listener, diagnostics);
    std::vector<plans::Dependency> references = recorder.take();
    nameArguments(references, config, place.schema->block);
    note(std::move(references));
    if (!change) {
        if (imported && !imported->generatedConfig.empty())
            recordGenerated(place, *object, imported->generatedConfig);
        return diagnostics;
    }
    if (imported) {
        change->change.importing = imported->importing;
        change->change.generatedConfig = imported->generatedConfig;
    }
    if (requested && change->change.action != Action::Create)
        change->causes.insert(change->causes.begin(), plans::Cause{plans::Cause::Kind::Requested, {}, {}});
    if (trigger == Trigger::Fired) {
        change->reason = ActionReason::ReplaceByTriggers;
        std::vector<plans::Cause> triggers;
        for (const SourceRange& range : triggeredBy)
            triggers.push_back({plans::Cause::Kind::Trigger, {}, range});
        change->causes.insert(change->causes.begin(), triggers.begin(), triggers.end());
    }
    noteNewModule(place, *change);
    if (const auto moved = m_moves.by.find(place.address); moved != m_moves.by.end() && change->isMoved())
        change->causes.push_back({plans::Cause::Kind::Moved, {}, moved->second});
    if (imported)
        change->causes.push_back({plans::Cause::Kind::Imported, {}, imported->range});
    const plans::ResourceInstanceChangePtr planned = record(*std::move(change));
    diagnostics.append(checkPreventDestroy(config, runtime, *planned));
    diagnostics.append(checkStorable(address, planned->change.after, place.schema->type));
    if (diagnostics.hasErrors())
        return diagnostics;

    // The value for references from now on.
    const Value value =
        seenValue(planned->change.after, place.schema->block, place.address.resource, place.module.node);
    place.resource.setValue(place.instance, value);
    if (planned->change.action == Action::NoOp && object &&
        !sameDependencies(object->dependencies, place.node.dependencies)) {
        object->dependencies = place.node.dependencies;
        writePrior(place.address, {}, object, *place.schema, place.providerAddress);
    }
    ModuleScope after = scope;
    after.withSelf({place.address.resource, value});
    diagnostics.append(evaluateConditions(config.postconditions, ConditionKind::ResourcePostcondition, after,
                                          conditionSeverity(), checks, configAddress, address,
                                          config.preconditions.size()));
    return diagnostics;
}

void PlanWalk::recordUnchangedByMode(const Place& place, const ModuleScope& scope, const Value& object) {
    const configs::Resource& config = *place.node.resourceConfig;
    const Result<Value> configured = scope.evaluateBody(config.config, place.schema->block);
    if (configured.hasErrors())
        return; // not relevant in this mode
    std::vector<plans::UnchangedReason> kept =
        unchangedByModeOf(config, *place.schema, configured->unmarkedDeep(), object.unmarkedDeep());
    if (kept.empty())
        return;
    const std::scoped_lock lock(m_mutex);
    unchangedByMode.emplace(place.address, std::move(kept));
}

void PlanWalk::noteNewModule(const Place& place, plans::ResourceInstanceChange& change) const {
    const auto declared = std::ranges::find(change.causes, plans::Cause::Kind::Declared, &plans::Cause::kind);
    if (declared == change.causes.end())
        return;
    for (addrs::ModuleInstance module = place.address.module; !module.isRoot(); module = module.parent()) {
        if (m_modulesWithObjects.contains(module))
            return;
        const configs::ModuleNode* node = m_request.config->module(module.module());
        const configs::ModuleCall& call = node->parent->module.moduleCalls.at(node->path.path.back());
        if (call.count || call.forEach || call.enabled)
            declared->range = repetitionRange(call);
    }
}

void PlanWalk::recordDependsOn(const Place& place, DependencyRecorder& recorder) const {
    for (const hcl::Traversal& traversal : place.node.resourceConfig->dependsOn) {
        const Result<addrs::Reference> reference = addrs::parseReference(traversal);
        const auto* resource = reference.value ? std::get_if<addrs::Resource>(&reference->subject) : nullptr;
        if (!resource)
            continue;
        const auto it = place.module.resources.find(*resource);
        if (it == place.module.resources.end())
            continue;
        // Between two resources with many instances one edge stands for all, so that the number of edges is linear.
        const std::vector<addrs::InstanceKey>& keys = it->second.instances().keys;
        const std::size_t count =
            place.resource.instances().keys.size() > 1 ? std::min<std::size_t>(keys.size(), 1) : keys.size();
        for (std::size_t i = 0; i < count; ++i)
            recorder.record(addrs::AbsResourceInstance{place.module.address, *resource, keys[i]}, {}, traversal.range(),
                            plans::Dependency::Kind::DependsOn);
    }
}

namespace {

/// Substitutes the keys of this instance in a reference of replace_triggered_by.
std::optional<hcl::Traversal> triggerTraversal(const hcl::Expression& expression, const ModuleScope& scope,
                                               Diagnostics& diagnostics) {
    if (std::optional<hcl::Traversal> plain = expression.asTraversal())
        return plain;
    if (const auto* relative = dynamic_cast<const hcl::syntax::RelativeTraversal*>(&expression)) {
        std::optional<hcl::Traversal> source = triggerTraversal(*relative->source, scope, diagnostics);
        if (source)
            source->steps.insert(source->steps.end(), relative->traversal.steps.begin(),
                                 relative->traversal.steps.end());
        return source;
    }
    if (const auto* index = dynamic_cast<const hcl::syntax::Index*>(&expression)) {
        std::optional<hcl::Traversal> source = triggerTraversal(*index->collection, scope, diagnostics);
        Result<Value> key = scope.evaluate(*index->key);
        diagnostics.append(std::move(key.diagnostics));
        if (!source || diagnostics.hasErrors() || !key->isKnown() || key->isNull())
            return {};
        hcl::TraversalStep step;
        step.kind = hcl::TraversalStep::Kind::Index;
        step.key = key->unmarked();
        step.range = index->range();
        source->steps.push_back(std::move(step));
        return source;
    }
    diagnostics.error(
        "Invalid replace_triggered_by expression",
        "The replace_triggered_by expressions must only contain references to managed resources or their attributes.",
        expression.range());
    return {};
}

/// Whether an action can trigger a replacement; Delete, Read and NoOp cannot.
bool canTrigger(Action action) {
    switch (action) {
    case Action::Create:
    case Action::Update:
    case Action::DeleteThenCreate:
    case Action::CreateThenDelete:
    case Action::ForgetThenCreate:
        return true;
    case Action::NoOp:
    case Action::Read:
    case Action::Delete:
    case Action::Forget:
        return false;
    }
    return false;
}

/// Whether changes trigger a replacement. Records the dependencies on those that do.
bool triggers(const std::vector<plans::ResourceInstanceChangePtr>& changes, const Path& path, const SourceRange& range,
              DependencyRecorder& recorder) {
    bool isFired = false;
    for (const plans::ResourceInstanceChangePtr& change : changes) {
        if (!canTrigger(change->change.action))
            continue;
        recorder.record(change->address, path, range, plans::Dependency::Kind::Trigger);
        if (path.isEmpty()) {
            isFired = true;
            continue;
        }
        const values::Outcome<Value> before = values::applyPath(change->change.before.unmarkedDeep(), path);
        const values::Outcome<Value> after = values::applyPath(change->change.after.unmarkedDeep(), path);
        const bool equal = before && after ? *before == *after : !before && !after;
        return !equal; // for an attribute only the first change counts
    }
    return isFired;
}

} // namespace

PlanWalk::Trigger PlanWalk::replaceTrigger(const Place& place, const ModuleScope& scope,
                                           std::vector<SourceRange>& fired, DependencyRecorder& recorder,
                                           Diagnostics& diagnostics) {
    for (const hcl::ExpressionPtr& expression : place.node.resourceConfig->triggersReplacement) {
        const SourceRange range = expression->range();
        // Once a reference has fired, the others are only evaluated to find all causes.
        Diagnostics ignored;
        Diagnostics& problems = fired.empty() ? diagnostics : ignored;
        const std::optional<hcl::Traversal> traversal = triggerTraversal(*expression, scope, problems);
        if (!traversal)
            continue;
        Result<addrs::Reference> reference = addrs::parseReference(*traversal);
        problems.append(std::move(reference.diagnostics));
        if (!reference.value)
            continue;
        std::vector<plans::ResourceInstanceChangePtr> found;
        {
            const std::scoped_lock lock(m_mutex);
            if (const auto* resource = std::get_if<addrs::Resource>(&reference->subject)) {
                for (const plans::ResourceInstanceChange* change :
                     changes.instancesOf({place.module.address, *resource}))
                    if (change->deposed.empty())
                        found.push_back(changes.resourcePtr(change->address));
            } else if (const auto* instance = std::get_if<addrs::ResourceInstance>(&reference->subject)) {
                if (plans::ResourceInstanceChangePtr change =
                        changes.resourcePtr({place.module.address, instance->resource, instance->key}))
                    found.push_back(std::move(change));
            }
        }
        if (found.empty()) {
            // The reference can never trigger: an attribute of a repeated resource without a key, or a resource without
            // instances.
            problems.error(
                fmt::format("no change found for {} in {}", addrs::toString(reference->subject),
                            place.module.address.isRoot() ? "the root module" : place.module.address.toString()),
                {});
            continue;
        }
        // Planned in parallel: the order of the changes differs from run to run.
        std::ranges::sort(found, {}, [](const plans::ResourceInstanceChangePtr& change) { return change->address; });
        if (triggers(found, hcl::pathOf(reference->remaining), range, recorder))
            fired.push_back(range);
    }
    return fired.empty() ? Trigger::NotFired : Trigger::Fired;
}

} // namespace planlens::engine
