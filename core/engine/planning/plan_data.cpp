// SPDX-License-Identifier: MPL-2.0
#include "core/engine/planning/plan_walk.h"

#include "core/engine/display_id.h"
#include "core/engine/evaluation/deprecations.h"
#include "core/engine/evaluation/marks.h"
#include "core/engine/evaluation/module_steps.h"
#include "core/engine/evaluation/stored_value.h"
#include "core/engine/planning/causes.h"
#include "core/plans/objchange/objchange.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

namespace planlens::engine {

using diags::Diagnostics;
using plans::Action;
using plans::ActionReason;
using values::Value;

bool PlanWalk::hasPendingChanges(const InstanceContext& context) const {
    const addrs::Module module = context.address.module.module();
    const std::scoped_lock lock(m_mutex);
    for (const addrs::ConfigResource& dependency :
         context.node.hasConditions() ? context.node.dependencies.all() : context.node.readDependsOn) {
        if (dependency.resource.mode == context.address.resource.mode) // reading or opening these changes nothing
            continue;
        for (const plans::ResourceInstanceChange* change : changes.instancesOf(dependency)) {
            // Dependencies are those of the configuration. References only work within one module instance.
            if (dependency.module == module && change->address.module != context.address.module)
                continue;
            if (change->deposed.empty() && change->change.action != Action::NoOp)
                return true;
        }
    }
    return false;
}

diags::SourceRange PlanWalk::pendingRange(const InstanceContext& context) const {
    const configs::Resource& config = *context.node.resourceConfig;
    const std::scoped_lock lock(m_mutex);
    for (const hcl::Traversal& traversal : config.dependsOn) {
        const diags::Result<addrs::Reference> reference = addrs::parseReference(traversal);
        const auto* resource = reference.value ? std::get_if<addrs::Resource>(&reference->subject) : nullptr;
        for (const plans::ResourceInstanceChange* change :
             resource ? changes.instancesOf(addrs::AbsResource{context.address.module, *resource})
                      : std::vector<const plans::ResourceInstanceChange*>())
            if (change->change.action != Action::NoOp)
                return traversal.range();
    }
    return config.dependsOn.empty() ? config.range : config.dependsOn.front().range();
}

namespace {

constexpr const char* providerBug = "Provider {} produced {}.\n\nThis is a bug in the provider, which should be "
                                    "reported in the provider's own issue tracker.";

Diagnostics checkReadType(const Value& result, const schemas::ResourceSchema& schema, const std::string& provider,
                          const std::string& address) {
    Diagnostics diagnostics;
    for (const values::PathError& error : values::testConformance(result.type(), schema.type))
        diagnostics.error("Provider produced invalid object",
                          fmt::format(providerBug, values::quoted(provider),
                                      "an invalid value for " + values::formatErrorPrefixed(error, address)));
    return diagnostics;
}

/// Checks that a value of the correct type is known and not null.
Diagnostics checkReadContent(const Value& result, const std::string& provider, const std::string& address) {
    if (result.isNull())
        return diags::Diagnostic::error(
            "Provider produced null object",
            fmt::format(providerBug, values::quoted(provider), "a null value for " + address));
    if (!result.isWhollyKnown())
        return diags::Diagnostic::error(
            "Provider produced invalid object",
            fmt::format(providerBug, values::quoted(provider), "a value for " + address + " that is not wholly known"));
    return {};
}

} // namespace

Diagnostics checkReadValue(const Value& result, const schemas::ResourceSchema& schema, const std::string& provider,
                           const std::string& address) {
    Diagnostics diagnostics = checkReadType(result, schema, provider, address);
    return diagnostics.hasErrors() ? diagnostics : checkReadContent(result, provider, address);
}

diags::Result<DataResult> readDataSource(const DataRead& read, Listener& listener, std::stop_token stop) {
    const std::string address = read.address.toString();
    const std::string& type = read.address.resource.type;
    const std::string provider = read.providerAddress.toString();
    Diagnostics found = fromProvider(read.provider.validateDataResourceConfig({type, read.config}, stop), read.body,
                                     &read.schema.block, address);
    if (found.hasErrors())
        return found;
    listener.applyStarted(read.address, {}, Action::Read, {}, {});
    const auto started = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started);
    };
    providers::ReadDataResponse response = read.provider.readDataSource({type, read.config, read.meta, address}, stop);
    found.append(fromProvider(response.diagnostics, read.body, &read.schema.block, address));
    if (!found.hasErrors())
        found.append(checkReadType(response.state, read.schema, provider, address));
    if (found.hasErrors()) {
        listener.readFailed(read.address, elapsed());
        return found;
    }
    found.append(checkReadContent(response.state, provider, address));
    const bool failed = found.hasErrors();
    const auto [idKey, idValue] = displayId(response.state);
    listener.applyFinished(read.address, {}, Action::Read, elapsed(), failed, idKey, idValue);
    if (failed)
        return found;
    return {{std::move(response.state), std::move(response.sensitiveOutputs)}, std::move(found)};
}

std::optional<Value> PlanWalk::readData(const InstanceContext& context, const Value& config, const Value& meta,
                                        Diagnostics& diagnostics) {
    const std::vector<values::PathMarks> marks = config.pathMarks();
    const Value bare = config.unmarkedDeep();
    const std::string key = responseKey("data", context.providerAddress, context.address, {}, bare, {});
    std::optional<ProviderReadCache::Response> cached = m_readRecorder.find(key);
    if (!cached) {
        diags::Result<DataResult> read;
        const bool made = callToRead(*context.provider, &context.work, [&](std::stop_token stop) {
            read = readDataSource({context.address, context.providerAddress, *context.provider, *context.schema,
                                   context.node.resourceConfig->config, bare, meta},
                                  m_listener, std::move(stop));
        });
        diagnostics.append(std::move(read.diagnostics));
        if (!made || !read.value)
            return {};
        cached = ProviderReadCache::Response{
            read->value, Value(), {}, std::chrono::system_clock::now(), std::move(read->sensitiveOutputs)};
        m_readRecorder.keep(key, *cached);
    }
    if (!cached->sensitiveOutputs.empty()) {
        const std::scoped_lock lock(m_mutex);
        sensitiveOutputsRead[context.address.toString()] = cached->sensitiveOutputs;
    }
    return marks.empty() ? cached->value : cached->value.withPathMarks(marks);
}

void PlanWalk::recordRead(const InstanceContext& context, const Value& after, ActionReason reason, plans::Cause cause) {
    plans::ResourceInstanceChange change;
    change.address = context.address;
    change.previousAddress = refactoring.moves.previousAddress(context.address);
    change.provider = context.providerAddress;
    change.reason = reason;
    change.change.action = Action::Read;
    change.change.before = Value::null(context.schema->type);
    change.change.after = after;
    change.causes.push_back(std::move(cause));
    record(std::move(change));
}

namespace {

Value unreadObject(const schemas::ResourceSchema& schema, const Value& config) {
    return plans::objchange::plannedDataResourceObject(schema.block, config.unmarkedDeep())
        .withPathMarks(config.pathMarks());
}

} // namespace

std::optional<Value> PlanWalk::deferRead(const InstanceContext& context, const Value& config) {
    const configs::Resource& resource = *context.node.resourceConfig;
    if (Diagnostics none; !resource.container.empty())
        reportNestedData(resource, context.module, none, checks);
    if (m_purpose == WalkPurpose::RefreshOnly)
        return {};
    const Value value = unreadObject(*context.schema, config);
    if (const std::optional<plans::Cause> unknown = unknownArgument(resource, *context.schema, config.unmarkedDeep()))
        recordRead(context, value, ActionReason::ReadBecauseConfigUnknown, *unknown);
    else
        recordRead(context, value, ActionReason::ReadBecauseDependencyPending,
                   {plans::Cause::Kind::Pending, {}, pendingRange(context)});
    return value;
}

std::optional<Value> PlanWalk::readNow(const InstanceContext& context, const Value& config, const Value& meta,
                                       Diagnostics& diagnostics) {
    const configs::Resource& resource = *context.node.resourceConfig;
    Diagnostics found;
    std::optional<Value> read = readData(context, config, meta, found);
    if (!resource.container.empty()) {
        reportNestedData(resource, context.module, found, checks);
        if (!read)
            read = unreadObject(*context.schema, config);
        if (m_purpose != WalkPurpose::RefreshOnly)
            recordRead(context, *read, ActionReason::ReadBecauseCheckNested,
                       {plans::Cause::Kind::Checked, {}, resource.range});
    }
    diagnostics.append(std::move(found));
    return read;
}

Diagnostics PlanWalk::planData(const InstanceContext& context) {
    Diagnostics diagnostics;
    const configs::Resource& config = *context.node.resourceConfig;
    const InstanceConditions conditions = conditionsOf(context);
    const ModuleScope scope(runtime, context.module, context.resource.instances().data(context.instance));
    DependencyRecorder recorder(context.address);
    ModuleScope recording = scope;
    recording.withRecorder(&recorder);
    diagnostics.append(conditions.evaluatePreconditions(recording));
    if (diagnostics.hasErrors())
        return diagnostics;
    const std::optional<Value> meta = metaFor(context.address, context.use(), diagnostics);
    if (!meta)
        return diagnostics;
    diags::Result<Value> evaluated = recording.evaluateBody(config.config, context.schema->block);
    recordDependsOn(context, recorder);
    std::vector<plans::Dependency> references = recorder.take();
    nameArguments(references, config, context.schema->block);
    note(std::move(references));
    const bool failed = evaluated.hasErrors();
    nameResource(evaluated.diagnostics, context.address.toString());
    diagnostics.append(std::move(evaluated.diagnostics));
    if (failed)
        return diagnostics;

    // An estimate cannot read data; the result is unknown until there is a real plan.
    const bool isDeferred = !evaluated->isWhollyKnown() || hasPendingChanges(context) || context.provider->isEstimate();
    const std::optional<Value> value =
        isDeferred ? deferRead(context, *evaluated) : readNow(context, *evaluated, *meta, diagnostics);
    if (diagnostics.hasErrors() || (!value && !isDeferred))
        return diagnostics;
    states::StoredObjectPtr encoded; // null: nothing was read
    if (!isDeferred) {
        diagnostics.append(checkStorable(context.address.toString(), *value, context.schema->type));
        if (diagnostics.hasErrors())
            return diagnostics;
        states::Object object;
        object.value = *value;
        encoded = states::encode(object, *context.schema, addrs::ResourceMode::Data); // with null for unknown values
    }
    {
        const std::scoped_lock lock(m_mutex);
        priorState.setCurrent(context.address, encoded, context.providerAddress);
    }
    Value seen = Value::dynamicUnknown();
    if (value) {
        seen = seenValue(*value, context.schema->block, context.address.resource, context.module.node);
        context.resource.setValue(context.instance, seen);
    }
    diagnostics.append(conditions.evaluatePostconditions(scope, {context.address.resource, seen}));
    return diagnostics;
}

} // namespace planlens::engine
