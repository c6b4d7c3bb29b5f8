// SPDX-License-Identifier: MPL-2.0
#include "core/engine/plan_walk.h"

#include "core/engine/causes.h"
#include "core/engine/marks.h"
#include "core/engine/module_steps.h"
#include "core/engine/stored_value.h"
#include "core/plans/objchange/objchange.h"
#include "core/values/convert.h"
#include "core/values/quoted.h"

#include <fmt/core.h>

namespace planlens::engine {

using diags::Diagnostics;
using plans::Action;
using plans::ActionReason;
using values::Value;

bool PlanWalk::hasPendingChanges(const Place& place) const {
    const addrs::Module module = place.address.module.module();
    const std::scoped_lock lock(m_mutex);
    for (const addrs::ConfigResource& dependency : place.node.hasConditions() ? place.node.dependencies.all() : place.node.readDependsOn) {
        if (dependency.resource.mode == place.address.resource.mode) // nothing happens to the world when one is read or opened
            continue;
        for (const plans::ResourceInstanceChange* change : changes.instancesOf(dependency)) {
            // Dependencies are those of the configuration; a reference works only within the same module instance.
            if (dependency.module == module && change->address.module != place.address.module)
                continue;
            if (change->deposed.empty() && change->change.action != Action::NoOp)
                return true;
        }
    }
    return false;
}

diags::SourceRange PlanWalk::pendingRange(const Place& place) const {
    const configs::Resource& config = *place.node.resourceConfig;
    const std::scoped_lock lock(m_mutex);
    for (const hcl::Traversal& traversal : config.dependsOn) {
        const diags::Result<addrs::Reference> reference = addrs::parseReference(traversal);
        const auto* resource = reference.value ? std::get_if<addrs::Resource>(&reference->subject) : nullptr;
        for (const plans::ResourceInstanceChange* change : resource ? changes.instancesOf(addrs::AbsResource{place.address.module, *resource})
                                                                    : std::vector<const plans::ResourceInstanceChange*>())
            if (change->change.action != Action::NoOp)
                return traversal.range();
    }
    return config.dependsOn.empty() ? config.range : config.dependsOn.front().range();
}

Diagnostics checkReadValue(const Value& result, const schemas::ResourceSchema& schema, const std::string& provider, const std::string& address) {
    Diagnostics diagnostics;
    const auto invalid = [&](std::string summary, const std::string& what) {
        diagnostics.error(std::move(summary), fmt::format("Provider {} produced {}.\n\nThis is a bug in the provider, which should be reported in the provider's own issue tracker.",
                                                          values::quoted(provider), what));
    };
    for (const values::PathError& error : values::testConformance(result.type(), schema.type))
        invalid("Provider produced invalid object", "an invalid value for " + values::formatErrorPrefixed(error, address));
    if (diagnostics.hasErrors())
        return diagnostics;
    if (result.isNull())
        invalid("Provider produced null object", "a null value for " + address);
    else if (!result.isWhollyKnown())
        invalid("Provider produced invalid object", "a value for " + address + " that is not wholly known");
    return diagnostics;
}

std::optional<Value> PlanWalk::readData(const Place& place, const Value& config, const Value& meta, Diagnostics& diagnostics) {
    const std::string address = place.address.toString();
    const std::string providerName = place.providerAddress.toString();
    const hcl::BodyPtr body = place.node.resourceConfig->config;
    const schemas::Block& schema = place.schema->block;
    const std::vector<values::PathMarks> marks = config.pathMarks();
    const Value bare = config.unmarkedDeep();
    const std::string& typeName = place.address.resource.type;
    const std::string key = answerKey("data", place.providerAddress, place.address, {}, bare, {});
    std::optional<Refreshed::Answer> answer = m_answers.find(key);
    if (!answer) {
        providers::ProviderDiagnostics problems;
        providers::ReadDataResponse response;
        m_listener.applyStarted(place.address, {}, Action::Read, {}, {});
        const auto started = std::chrono::steady_clock::now();
        const bool made = call(*place.provider, place.work, [&](std::stop_token stop) {
            problems = place.provider->validateDataResourceConfig({typeName, bare}, stop);
            if (!providers::hasErrors(problems))
                response = place.provider->readDataSource({typeName, bare, meta, address}, stop);
        });
        if (!made)
            return {};
        Diagnostics found = fromProvider(problems, body, &schema, address);
        found.append(fromProvider(response.diagnostics, body, &schema, address));
        if (!found.hasErrors())
            found.append(checkReadValue(response.state, *place.schema, providerName, address));
        const bool failed = found.hasErrors();
        diagnostics.append(std::move(found));
        const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started);
        const auto [idKey, idValue] = displayId(response.state);
        m_listener.applyFinished(place.address, {}, Action::Read, elapsed, failed, idKey, idValue);
        if (failed)
            return {};
        answer = Refreshed::Answer{response.state, Value(), {}, std::chrono::system_clock::now()};
        m_answers.keep(key, *answer);
    }
    return marks.empty() ? answer->value : answer->value.withPathMarks(marks);
}

Diagnostics PlanWalk::planData(const Place& place) {
    Diagnostics diagnostics;
    const configs::Resource& config = *place.node.resourceConfig;
    const std::string configAddress = place.node.resource.toString();
    const std::string address = place.address.toString();
    const ModuleScope scope(runtime, place.module, place.resource.instances().data(place.instance));
    DependencyRecorder recorder(place.address);
    ModuleScope recording = scope;
    recording.withRecorder(&recorder);
    diagnostics.append(evaluateConditions(config.preconditions, ConditionKind::ResourcePrecondition, recording, conditionSeverity(), checks,
                                          configAddress, address));
    if (diagnostics.hasErrors())
        return diagnostics;
    const std::optional<Value> meta = metaFor(place.address, place.use(), diagnostics);
    if (!meta)
        return diagnostics;
    diags::Result<Value> evaluated = recording.evaluateBody(config.config, place.schema->block);
    recordDependsOn(place, recorder);
    std::vector<plans::Dependency> references = recorder.take();
    nameArguments(references, config);
    note(std::move(references));
    const bool failed = evaluated.hasErrors();
    diagnostics.append(std::move(evaluated.diagnostics));
    if (failed)
        return diagnostics;
    const Value configValue = *evaluated.value;
    const Value null = Value::null(place.schema->type);

    const auto planRead = [&](const Value& after, ActionReason reason, plans::Cause cause) {
        plans::ResourceInstanceChange change;
        change.address = place.address;
        change.previousAddress = m_moves.previousAddress(place.address);
        change.provider = place.providerAddress;
        change.reason = reason;
        change.change.action = Action::Read;
        change.change.before = null;
        change.change.after = after;
        change.causes.push_back(std::move(cause));
        record(std::move(change));
    };
    const auto unknownObject = [&] {
        const Value planned = plans::objchange::plannedDataResourceObject(place.schema->block, configValue.unmarkedDeep());
        return planned.withPathMarks(configValue.pathMarks());
    };
    const bool known = configValue.isWhollyKnown();
    Value value;
    bool stored = false, isThere = true;
    // What an estimate would read is not known before there is a real plan.
    if (!known || hasPendingChanges(place) || place.provider->isEstimate()) {
        if (Diagnostics none; !config.container.empty())
            reportNestedData(config, place.module, none, checks);
        if (m_purpose == WalkPurpose::RefreshOnly) {
            value = Value::dynamicUnknown();
            isThere = false;
        } else {
            value = unknownObject();
            if (const std::optional<plans::Cause> unknown = unknownArgument(config, *place.schema, configValue.unmarkedDeep()))
                planRead(value, ActionReason::ReadBecauseConfigUnknown, *unknown);
            else
                planRead(value, ActionReason::ReadBecauseDependencyPending, {plans::Cause::Kind::Pending, {}, pendingRange(place)});
        }
    } else {
        Diagnostics found;
        const std::optional<Value> read = readData(place, configValue, *meta, found);
        const bool nested = !config.container.empty();
        if (nested) {
            reportNestedData(config, place.module, found, checks);
            value = read ? *read : unknownObject();
            if (m_purpose != WalkPurpose::RefreshOnly)
                planRead(value, ActionReason::ReadBecauseCheckNested, {plans::Cause::Kind::Checked, {}, config.range});
            stored = true; // with null for what is not known
        } else if (read) {
            value = *read;
            stored = true;
        }
        diagnostics.append(std::move(found));
        if (diagnostics.hasErrors() || (!read && !nested))
            return diagnostics;
    }
    if (stored) {
        diagnostics.append(checkStorable(address, value, place.schema->type));
        if (diagnostics.hasErrors())
            return diagnostics;
        states::Object object;
        object.value = value;
        const states::StoredObjectPtr encoded = states::encode(object, *place.schema);
        const std::scoped_lock lock(m_mutex);
        priorState.setCurrent(place.address, encoded, place.providerAddress);
    } else {
        const std::scoped_lock lock(m_mutex);
        priorState.setCurrent(place.address, nullptr, place.providerAddress);
    }
    if (isThere) {
        value = seenValue(value, place.schema->block, place.address.resource, place.module.node);
        place.resource.setValue(place.instance, value);
    }
    ModuleScope after = scope;
    after.withSelf({place.address.resource, value});
    diagnostics.append(evaluateConditions(config.postconditions, ConditionKind::ResourcePostcondition, after, conditionSeverity(), checks, configAddress,
                                          address, config.preconditions.size()));
    return diagnostics;
}

} // namespace planlens::engine
