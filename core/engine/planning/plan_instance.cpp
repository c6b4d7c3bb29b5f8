// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/engine/planning/plan_walk.h"

#include "core/engine/evaluation/marks.h"
#include "core/engine/evaluation/provider_requests.h"
#include "core/engine/evaluation/repetition.h"
#include "core/engine/evaluation/replace_triggers.h"
#include "core/engine/evaluation/stored_value.h"
#include "core/engine/planning/causes.h"
#include "core/engine/planning/plan_change.h"
#include "core/engine/planning/prevent_destroy.h"
#include "core/hcl/syntax.h"
#include "core/schemas/decode.h"
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
    if (isImporting() && m_request.options.import->address == place.address)
        return importForCommand(place);
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
    const ModuleScope scope(runtime, place.module, place.resource.instances().data(place.instance));
    if (config.destroyExpression && !config.destroy) {
        diagnostics.error("Invalid lifecycle destroy expression",
                          "The lifecycle destroy expression must be a boolean constant.",
                          config.destroyExpression->range());
        return diagnostics;
    }
    const Value previousRun = object ? refreshObject(place, object, imported, diagnostics) : Value();
    if (diagnostics.hasErrors())
        return diagnostics;
    const std::optional<Object> prior = object; // for a deleted object, with the identity that the provider returned
    if (object && object->value.isNull())
        object.reset();
    if (m_purpose == WalkPurpose::RefreshOnly || isImporting()) {
        diagnostics.append(showRefreshed(place, scope, object));
        return diagnostics;
    }

    const std::optional<Value> meta = metaFor(place.address, place.use(), diagnostics);
    if (!meta)
        return diagnostics;
    DependencyRecorder recorder(place.address);
    const std::vector<SourceRange> triggers = firedTriggers(place, scope, recorder, diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    ModuleScope recording = scope;
    recording.withRecorder(&recorder);
    recordDependsOn(place, recorder);
    ChangeInput input{config,
                      *place.schema,
                      *place.provider,
                      place.providerAddress,
                      place.address,
                      refactoring.moves.previousAddress(place.address),
                      place.node.resource.toString()};
    input.previousRun = previousRun;
    input.createBeforeDestroy = place.node.createBeforeDestroy;
    input.replaceRequested = !triggers.empty() || isReplaceRequested(place.address);
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
    addCauses(place, *change, triggers, imported);
    const plans::ResourceInstanceChangePtr planned = record(*std::move(change));
    diagnostics.append(checkPreventDestroy(config, runtime, *planned));
    diagnostics.append(checkStorable(place.address.toString(), planned->change.after, place.schema->type));
    if (!diagnostics.hasErrors())
        diagnostics.append(showPlanned(place, scope, *planned, std::move(object)));
    return diagnostics;
}

Value PlanWalk::refreshObject(const Place& place, std::optional<Object>& object, const Imported* imported,
                              Diagnostics& diagnostics) {
    const configs::Resource& config = *place.node.resourceConfig;
    const bool skipDestroy = config.destroy.has_value() && !*config.destroy;
    const bool changed =
        object->createBeforeDestroy != place.node.createBeforeDestroy || object->skipDestroy != skipDestroy;
    object->createBeforeDestroy = place.node.createBeforeDestroy;
    object->skipDestroy = skipDestroy;
    if (!isRefreshing()) {
        if (changed)
            writePrior(place.address, {}, object, *place.schema, place.providerAddress);
        return {};
    }
    if (imported)
        return {}; // just read
    const Value before = object->value;
    object = refresh(place.node, place.address, {}, *object, *place.schema, place.use(), place.work, diagnostics);
    if (diagnostics.hasErrors())
        return {};
    if (object)
        object->dependencies = mergedDependencies(place.node.dependencies, object->dependencies);
    writePrior(place.address, {}, object, *place.schema, place.providerAddress);
    return object && object->value == before ? Value() : before;
}

InstanceConditions PlanWalk::conditionsOf(const Place& place) {
    const diags::Severity severity = isImporting() ? diags::Severity::Warning : conditionSeverity();
    return {*place.node.resourceConfig, place.node.resource, place.address, severity, checks};
}

Diagnostics PlanWalk::showRefreshed(const Place& place, const ModuleScope& scope, const std::optional<Object>& object) {
    const InstanceConditions conditions = conditionsOf(place);
    Diagnostics diagnostics = conditions.evaluatePreconditions(scope);
    // An object that does not exist yet is unknown.
    const Value value = object
                            ? seenValue(object->value, place.schema->block, place.address.resource, place.module.node)
                        : isImporting()             ? Value::unknown(place.schema->type)
                        : conditions.config.enabled ? Value::null(place.schema->type)
                                                    : Value::dynamicUnknown();
    if (object) {
        place.resource.setValue(place.instance, value);
        recordUnchangedByMode(place, scope, object->value);
    }
    diagnostics.append(conditions.evaluatePostconditions(scope, {place.address.resource, value}));
    return diagnostics;
}

Diagnostics PlanWalk::showPlanned(const Place& place, const ModuleScope& scope,
                                  const plans::ResourceInstanceChange& planned, std::optional<Object> object) {
    const Value value = seenValue(planned.change.after, place.schema->block, place.address.resource, place.module.node);
    place.resource.setValue(place.instance, value);
    if (planned.change.action == Action::NoOp && object &&
        !sameDependencies(object->dependencies, place.node.dependencies)) {
        object->dependencies = place.node.dependencies;
        writePrior(place.address, {}, object, *place.schema, place.providerAddress);
    }
    return conditionsOf(place).evaluatePostconditions(scope, {place.address.resource, value});
}

bool PlanWalk::isReplaceRequested(const addrs::AbsResourceInstance& address) const {
    const std::vector<addrs::AbsResourceInstance>& requested = m_request.options.forceReplace;
    return std::ranges::find(requested, address) != requested.end();
}

void PlanWalk::addCauses(const Place& place, plans::ResourceInstanceChange& change,
                         const std::vector<SourceRange>& triggers, const Imported* imported) const {
    if (imported) {
        change.change.importing = imported->importing;
        change.change.generatedConfig = imported->generatedConfig;
    }
    if (isReplaceRequested(place.address) && change.change.action != Action::Create)
        change.causes.insert(change.causes.begin(), plans::Cause{plans::Cause::Kind::Requested, {}, {}});
    if (!triggers.empty()) {
        change.reason = ActionReason::ReplaceByTriggers;
        std::vector<plans::Cause> causes;
        for (const SourceRange& range : triggers)
            causes.push_back({plans::Cause::Kind::Trigger, {}, range});
        change.causes.insert(change.causes.begin(), causes.begin(), causes.end());
    }
    recordNewModule(place, change);
    if (const auto moved = refactoring.moves.by.find(place.address);
        moved != refactoring.moves.by.end() && change.isMoved())
        change.causes.push_back({plans::Cause::Kind::Moved, {}, moved->second});
    if (imported)
        change.causes.push_back({plans::Cause::Kind::Imported, {}, imported->range});
}

void PlanWalk::recordUnchangedByMode(const Place& place, const ModuleScope& scope, const Value& object) {
    const configs::Resource& config = *place.node.resourceConfig;
    // The mode does not need the configured values, so it must not call providers for them.
    if (std::ranges::any_of(schemas::functionsInBody(config.config, place.schema->block),
                            [](const hcl::FunctionReference& used) { return used.name.starts_with("provider::"); }))
        return;
    const Result<Value> configured = scope.evaluateBody(config.config, place.schema->block);
    if (configured.hasErrors())
        return; // not relevant in this mode
    std::vector<plans::UnchangedReason> kept =
        unchangedByModeOf(config, *place.schema, configured->unmarkedDeep(), object.unmarkedDeep());
    if (kept.empty())
        return;
    const std::scoped_lock lock(m_mutex);
    recorded.unchangedByMode.emplace(place.address, std::move(kept));
}

void PlanWalk::recordNewModule(const Place& place, plans::ResourceInstanceChange& change) const {
    const auto declared = std::ranges::find(change.causes, plans::Cause::Kind::Declared, &plans::Cause::kind);
    if (declared == change.causes.end())
        return;
    for (addrs::ModuleInstance module = place.address.module; !module.isRoot(); module = module.parent()) {
        if (m_initial.modulesWithObjects.contains(module))
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
        // Between two resources with many instances one edge represents all, so that the number of edges is linear.
        const std::vector<addrs::InstanceKey>& keys = it->second.instances().keys;
        const std::size_t count =
            place.resource.instances().keys.size() > 1 ? std::min<std::size_t>(keys.size(), 1) : keys.size();
        for (std::size_t i = 0; i < count; ++i)
            recorder.record(addrs::AbsResourceInstance{place.module.address, *resource, keys[i]}, {}, traversal.range(),
                            plans::Dependency::Kind::DependsOn);
    }
}

namespace {

/// Whether an action can trigger a replacement; false for Delete, Read and NoOp.
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
bool areTriggers(const std::vector<plans::ResourceInstanceChangePtr>& changes, const Path& path,
                 const SourceRange& range, DependencyRecorder& recorder) {
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
        return !equal; // for an attribute, only the first change counts
    }
    return isFired;
}

} // namespace

std::vector<SourceRange> PlanWalk::firedTriggers(const Place& place, const ModuleScope& scope,
                                                 DependencyRecorder& recorder, Diagnostics& diagnostics) {
    std::vector<SourceRange> fired;
    for (const hcl::ExpressionPtr& expression : place.node.resourceConfig->triggersReplacement) {
        const SourceRange range = expression->range();
        Result<addrs::Reference> reference = replaceTriggerReference(*expression, scope.repetition());
        // Once a reference triggers, the others are only evaluated to find all causes.
        Diagnostics ignored;
        Diagnostics& problems = fired.empty() ? diagnostics : ignored;
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
        if (areTriggers(found, hcl::pathOf(reference->remaining), range, recorder))
            fired.push_back(range);
    }
    return fired;
}

} // namespace planlens::engine
