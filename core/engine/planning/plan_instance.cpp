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

Diagnostics PlanWalk::planInstance(const InstanceContext& context) {
    if (isImporting() && m_request.options.import->address == context.address)
        return importForCommand(context);
    Diagnostics diagnostics;
    const ImportTarget* import = toBeImported(context.address);
    std::optional<Object> object =
        import ? importObject(context, *import, diagnostics)
               : readStored(context.address, {}, *context.schema, context.use(), &context.work, diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    const std::optional<Imported> imported =
        import ? std::optional(Imported{import->importing(), {}, import->config->range}) : std::nullopt;
    diagnostics.append(planObject(context, std::move(object), imported ? &*imported : nullptr));
    return diagnostics;
}

Diagnostics PlanWalk::planObject(const InstanceContext& context, std::optional<Object> object,
                                 const Imported* imported) {
    Diagnostics diagnostics;
    const configs::Resource& config = *context.node.resourceConfig;
    const ModuleScope scope(runtime, context.module, context.resource.instances().data(context.instance));
    if (config.destroyExpression && !config.destroy) {
        diagnostics.error("Invalid lifecycle destroy expression",
                          "The lifecycle destroy expression must be a boolean constant.",
                          config.destroyExpression->range());
        return diagnostics;
    }
    const Value previousRun = object ? refreshObject(context, object, imported, diagnostics) : Value();
    if (diagnostics.hasErrors())
        return diagnostics;
    const std::optional<Object> prior = object; // for a deleted object, with the identity that the provider returned
    if (object && object->value.isNull())
        object.reset();
    if (m_purpose == WalkPurpose::RefreshOnly || isImporting()) {
        diagnostics.append(showRefreshed(context, scope, object));
        return diagnostics;
    }

    const std::optional<Value> meta = metaFor(context.address, context.use(), diagnostics);
    if (!meta)
        return diagnostics;
    DependencyRecorder recorder(context.address);
    const std::vector<SourceRange> triggers = firedTriggers(context, scope, recorder, diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    ModuleScope recording = scope;
    recording.withRecorder(&recorder);
    recordDependsOn(context, recorder);
    ChangeInput input{config,
                      *context.schema,
                      *context.provider,
                      context.providerAddress,
                      context.address,
                      refactoring.moves.previousAddress(context.address),
                      context.node.resource.toString()};
    input.previousRun = previousRun;
    input.createBeforeDestroy = context.node.createBeforeDestroy;
    input.replaceRequested = !triggers.empty() || isReplaceRequested(context.address);
    input.call = [&](const auto& what) { return call(*context.provider, context.work, what); };
    input.conditionSeverity = conditionSeverity();
    input.providerMeta = *meta;
    std::optional<plans::ResourceInstanceChange> change =
        planChange(input, prior, recording, checks, m_listener, diagnostics);
    std::vector<plans::Dependency> references = recorder.take();
    nameArguments(references, config, context.schema->block);
    note(std::move(references));
    if (!change) {
        if (imported && !imported->generatedConfig.empty())
            recordGenerated(context, *object, imported->generatedConfig);
        return diagnostics;
    }
    addCauses(context, *change, triggers, imported);
    const plans::ResourceInstanceChangePtr planned = record(*std::move(change));
    diagnostics.append(checkPreventDestroy(config, runtime, *planned));
    diagnostics.append(checkStorable(context.address.toString(), planned->change.after, context.schema->type));
    if (!diagnostics.hasErrors())
        diagnostics.append(showPlanned(context, scope, *planned, std::move(object)));
    return diagnostics;
}

Value PlanWalk::refreshObject(const InstanceContext& context, std::optional<Object>& object, const Imported* imported,
                              Diagnostics& diagnostics) {
    const configs::Resource& config = *context.node.resourceConfig;
    const bool skipDestroy = config.destroy.has_value() && !*config.destroy;
    const bool changed =
        object->createBeforeDestroy != context.node.createBeforeDestroy || object->skipDestroy != skipDestroy;
    object->createBeforeDestroy = context.node.createBeforeDestroy;
    object->skipDestroy = skipDestroy;
    if (!isRefreshing()) {
        if (changed)
            writePrior(context.address, {}, object, *context.schema, context.providerAddress);
        return {};
    }
    if (imported)
        return {}; // just read
    const Value before = object->value;
    object =
        refresh(context.node, context.address, {}, *object, *context.schema, context.use(), context.work, diagnostics);
    if (diagnostics.hasErrors())
        return {};
    if (object)
        object->dependencies = mergedDependencies(context.node.dependencies, object->dependencies);
    writePrior(context.address, {}, object, *context.schema, context.providerAddress);
    return object && object->value == before ? Value() : before;
}

InstanceConditions PlanWalk::conditionsOf(const InstanceContext& context) {
    const diags::Severity severity = isImporting() ? diags::Severity::Warning : conditionSeverity();
    return {*context.node.resourceConfig, context.node.resource, context.address, severity, checks};
}

Diagnostics PlanWalk::showRefreshed(const InstanceContext& context, const ModuleScope& scope,
                                    const std::optional<Object>& object) {
    const InstanceConditions conditions = conditionsOf(context);
    Diagnostics diagnostics = conditions.evaluatePreconditions(scope);
    // An object that does not exist yet is unknown.
    const Value value =
        object          ? seenValue(object->value, context.schema->block, context.address.resource, context.module.node)
        : isImporting() ? Value::unknown(context.schema->type)
        : conditions.config.enabled ? Value::null(context.schema->type)
                                    : Value::dynamicUnknown();
    if (object) {
        context.resource.setValue(context.instance, value);
        recordUnchangedByMode(context, scope, object->value);
    }
    diagnostics.append(conditions.evaluatePostconditions(scope, {context.address.resource, value}));
    return diagnostics;
}

Diagnostics PlanWalk::showPlanned(const InstanceContext& context, const ModuleScope& scope,
                                  const plans::ResourceInstanceChange& planned, std::optional<Object> object) {
    const Value value =
        seenValue(planned.change.after, context.schema->block, context.address.resource, context.module.node);
    context.resource.setValue(context.instance, value);
    if (planned.change.action == Action::NoOp && object &&
        !sameDependencies(object->dependencies, context.node.dependencies)) {
        object->dependencies = context.node.dependencies;
        writePrior(context.address, {}, object, *context.schema, context.providerAddress);
    }
    return conditionsOf(context).evaluatePostconditions(scope, {context.address.resource, value});
}

bool PlanWalk::isReplaceRequested(const addrs::AbsResourceInstance& address) const {
    const std::vector<addrs::AbsResourceInstance>& requested = m_request.options.forceReplace;
    return std::ranges::find(requested, address) != requested.end();
}

void PlanWalk::addCauses(const InstanceContext& context, plans::ResourceInstanceChange& change,
                         const std::vector<SourceRange>& triggers, const Imported* imported) const {
    if (imported) {
        change.change.importing = imported->importing;
        change.change.generatedConfig = imported->generatedConfig;
    }
    if (isReplaceRequested(context.address) && change.change.action != Action::Create)
        change.causes.insert(change.causes.begin(), plans::Cause{plans::Cause::Kind::Requested, {}, {}});
    if (!triggers.empty()) {
        change.reason = ActionReason::ReplaceByTriggers;
        std::vector<plans::Cause> causes;
        for (const SourceRange& range : triggers)
            causes.push_back({plans::Cause::Kind::Trigger, {}, range});
        change.causes.insert(change.causes.begin(), causes.begin(), causes.end());
    }
    recordNewModule(context, change);
    if (const auto moved = refactoring.moves.by.find(context.address);
        moved != refactoring.moves.by.end() && change.isMoved())
        change.causes.push_back({plans::Cause::Kind::Moved, {}, moved->second});
    if (imported)
        change.causes.push_back({plans::Cause::Kind::Imported, {}, imported->range});
}

void PlanWalk::recordUnchangedByMode(const InstanceContext& context, const ModuleScope& scope, const Value& object) {
    const configs::Resource& config = *context.node.resourceConfig;
    // The mode does not need the configured values, so it must not call providers for them.
    if (std::ranges::any_of(schemas::functionsInBody(config.config, context.schema->block),
                            [](const hcl::FunctionReference& used) { return used.name.starts_with("provider::"); }))
        return;
    const Result<Value> configured = scope.evaluateBody(config.config, context.schema->block);
    if (configured.hasErrors())
        return; // not relevant in this mode
    std::vector<plans::UnchangedReason> kept =
        unchangedByModeOf(config, *context.schema, configured->unmarkedDeep(), object.unmarkedDeep());
    if (kept.empty())
        return;
    const std::scoped_lock lock(m_mutex);
    recorded.unchangedByMode.emplace(context.address, std::move(kept));
}

void PlanWalk::recordNewModule(const InstanceContext& context, plans::ResourceInstanceChange& change) const {
    const auto declared = std::ranges::find(change.causes, plans::Cause::Kind::Declared, &plans::Cause::kind);
    if (declared == change.causes.end())
        return;
    for (addrs::ModuleInstance module = context.address.module; !module.isRoot(); module = module.parent()) {
        if (m_initial.modulesWithObjects.contains(module))
            return;
        const configs::ModuleNode* node = m_request.config->module(module.module());
        const configs::ModuleCall& call = node->parent->module.moduleCalls.at(node->path.path.back());
        if (call.count || call.forEach || call.enabled)
            declared->range = repetitionRange(call);
    }
}

void PlanWalk::recordDependsOn(const InstanceContext& context, DependencyRecorder& recorder) const {
    for (const hcl::Traversal& traversal : context.node.resourceConfig->dependsOn) {
        const Result<addrs::Reference> reference = addrs::parseReference(traversal);
        const auto* resource = reference.value ? std::get_if<addrs::Resource>(&reference->subject) : nullptr;
        if (!resource)
            continue;
        const auto it = context.module.resources.find(*resource);
        if (it == context.module.resources.end())
            continue;
        // Between two resources with many instances one edge represents all, so that the number of edges is linear.
        const std::vector<addrs::InstanceKey>& keys = it->second.instances().keys;
        const std::size_t count =
            context.resource.instances().keys.size() > 1 ? std::min<std::size_t>(keys.size(), 1) : keys.size();
        for (std::size_t i = 0; i < count; ++i)
            recorder.record(addrs::AbsResourceInstance{context.module.address, *resource, keys[i]}, {},
                            traversal.range(), plans::Dependency::Kind::DependsOn);
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

std::vector<SourceRange> PlanWalk::firedTriggers(const InstanceContext& context, const ModuleScope& scope,
                                                 DependencyRecorder& recorder, Diagnostics& diagnostics) {
    std::vector<SourceRange> fired;
    for (const hcl::ExpressionPtr& expression : context.node.resourceConfig->triggersReplacement) {
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
                     changes.instancesOf({context.module.address, *resource}))
                    if (change->deposed.empty())
                        found.push_back(changes.resourcePtr(change->address));
            } else if (const auto* instance = std::get_if<addrs::ResourceInstance>(&reference->subject)) {
                if (plans::ResourceInstanceChangePtr change =
                        changes.resourcePtr({context.module.address, instance->resource, instance->key}))
                    found.push_back(std::move(change));
            }
        }
        if (found.empty()) {
            // The reference can never trigger: an attribute of a repeated resource without a key, or a resource without
            // instances.
            problems.error(
                fmt::format("no change found for {} in {}", addrs::toString(reference->subject),
                            context.module.address.isRoot() ? "the root module" : context.module.address.toString()),
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
