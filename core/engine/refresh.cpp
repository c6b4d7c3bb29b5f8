// SPDX-License-Identifier: MPL-2.0
#include "core/engine/plan_walk.h"

#include "core/engine/marks.h"
#include "core/engine/provider_requests.h"
#include "core/plans/objchange/objchange.h"
#include "core/schemas/values_by_schema.h"
#include "core/values/convert.h"
#include "core/values/json.h"
#include "core/values/quoted.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::engine {

using diags::Diagnostics;
using states::Object;
using values::Value;

std::string answerKey(std::string_view call, const addrs::AbsProviderInstance& provider, const addrs::AbsResourceInstance& address,
                      const addrs::DeposedKey& deposed, const Value& asked, const std::string& privateData) {
    std::string key = fmt::format("{}\n{}\n{}\n{}\n{}\n", call, provider.toString(), address.toString(), deposed, privateData);
    const values::Outcome<bool> encoded = values::appendJson(key, asked, asked.type());
    if (!encoded)
        key += asked.toGoString();
    return key;
}

std::optional<Object> PlanWalk::readStored(const ConfigNode& node, const addrs::AbsResourceInstance& address,
                                           const addrs::DeposedKey& deposed, const schemas::ResourceSchema& schema,
                                           providers::Provider& provider, graph::WorkContext& work, Diagnostics& diagnostics) {
    const states::ResourceInstance* instance = m_initial.instance(address);
    if (!instance)
        return {};
    states::StoredObjectPtr stored = instance->current;
    if (!deposed.empty()) {
        const auto it = instance->deposed.find(deposed);
        stored = it == instance->deposed.end() ? nullptr : it->second;
    }
    if (!stored)
        return {};
    const hcl::BodyPtr body = node.resourceConfig ? node.resourceConfig->config : nullptr;
    const auto hasFailed = [&](const providers::ProviderDiagnostics& found) {
        Diagnostics problems = fromProvider(found, body, &schema.block, address.toString());
        const bool failed = problems.hasErrors();
        diagnostics.append(std::move(problems));
        return failed;
    };
    const addrs::AbsResourceInstance previous = m_moves.previousAddress(address);
    const addrs::Provider& storedBy = m_initial.resource(address.containing())->provider.provider;
    const std::string providerName = node.provider.provider.toString();
    const bool wasOtherType = previous != address && (previous.resource.type != address.resource.type || storedBy != node.provider.provider);
    Value value;
    std::string privateData = stored->privateData;
    if (wasOtherType) {
        providers::MoveResponse moved;
        if (!call(provider, work, [&](std::stop_token stop) {
                moved = provider.moveResourceState({storedBy.toString(), previous.resource.type, address.resource.type, static_cast<std::int64_t>(stored->schemaVersion),
                                                    stored->attributesJson, stored->attributesFlat, stored->privateData, {}, 0}, stop);
            }))
            return {};
        if (hasFailed(moved.diagnostics))
            return {};
        value = moved.target;
        privateData = moved.targetPrivate;
    } else {
        if (stored->schemaVersion > static_cast<std::uint64_t>(schema.version)) {
            diagnostics.error("Resource instance managed by newer provider version",
                              fmt::format("The current state of {} was created by a newer provider version than is currently selected. Upgrade the {} "
                                          "provider to work with this state.", address.toString(), providerName));
            return {};
        }
        // Other versions of a schema are the provider's to understand.
        const bool isPresent = stored->schemaVersion == static_cast<std::uint64_t>(schema.version) && !stored->attributesJson.empty() && !provider.isInstant();
        providers::UpgradeResponse upgraded;
        if (!call(provider, work, [&](std::stop_token stop) {
                upgraded = provider.upgradeResourceState({address.resource.type, static_cast<std::int64_t>(stored->schemaVersion),
                                                          isPresent ? withoutRemovedAttributes(stored->attributesJson, schema.type) : stored->attributesJson,
                                                          stored->attributesFlat}, stop);
            }))
            return {};
        if (hasFailed(upgraded.diagnostics))
            return {};
        value = upgraded.upgraded;
    }
    const std::vector<values::PathError> mismatches = values::testConformance(value.type(), schema.type);
    for (const values::PathError& mismatch : mismatches)
        diagnostics.error("Invalid resource state transformation", fmt::format("The {} provider changed the state for {}, but produced an invalid result: {}.", providerName,
                                                                               address.toString(), values::formatError(mismatch)));
    if (!mismatches.empty())
        return {};
    Object object;
    object.value = value.withPathMarks(stored->sensitivePaths);
    object.identity = Value();
    if (!stored->identityJson.empty() && schema.identity) {
        diags::Result<Object> decoded = states::decode(*stored, schema);
        if (decoded.value)
            object.identity = decoded->identity;
    }
    object.privateData = privateData;
    object.status = stored->status;
    object.dependencies = stored->dependencies;
    object.createBeforeDestroy = stored->createBeforeDestroy;
    object.skipDestroy = stored->skipDestroy;
    // Whatever the upgrade changed becomes part of what the previous run left, so that it is no drift.
    bool changed = wasOtherType || stored->schemaVersion != static_cast<std::uint64_t>(schema.version) || stored->attributesJson.empty();
    if (!changed && !provider.isInstant()) {
        const values::Outcome<Value> same = values::fromJson(stored->attributesJson, schema.type);
        changed = !same || *same != value;
    }
    if (changed) {
        const states::StoredObjectPtr encoded = states::encode(object, schema);
        const addrs::AbsProviderInstance providerAddress{m_initial.resource(address.containing())->provider, instance->providerKey};
        const std::scoped_lock lock(m_mutex);
        for (states::State* state : {&previousRunState, &priorState}) {
            if (deposed.empty())
                state->setCurrent(address, encoded, providerAddress);
            else
                state->setDeposed(address, deposed, encoded, providerAddress);
        }
    }
    return object;
}

std::optional<Object> PlanWalk::refresh(const ConfigNode& node, const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                                        const Object& object, const schemas::ResourceSchema& schema, providers::Provider& provider,
                                        const addrs::AbsProviderInstance& providerAddress, graph::WorkContext& work, Diagnostics& diagnostics) {
    const Value priorValue = object.value.unmarkedDeep();
    const std::string key = answerKey("read", providerAddress, address, deposed, priorValue, object.privateData);
    std::optional<Refreshed::Answer> answer = m_answers.find(key);
    const hcl::BodyPtr body = node.resourceConfig ? node.resourceConfig->config : nullptr;
    if (!answer) {
        const auto [idKey, idValue] = displayId(priorValue);
        m_listener.refreshStarted(address, deposed, idKey, idValue);
        const Value meta = metaFor(address, node.provider.provider);
        providers::ReadResponse response;
        const bool made = call(provider, work, [&](std::stop_token stop) {
            response = provider.readResource({address.resource.type, priorValue, object.privateData, meta, object.identity}, stop);
        });
        if (!made)
            return object;
        Diagnostics problems = fromProvider(response.diagnostics, body, &schema.block, address.toString());
        if (response.deferred)
            problems.error("Provider deferred changes", fmt::format("The provider put off reading {}. Planlens cannot plan a deferred resource.", address.toString()));
        for (const values::PathError& mismatch : problems.hasErrors() ? std::vector<values::PathError>() : values::testConformance(response.newState.type(), schema.type))
            problems.error("Provider produced invalid object",
                           fmt::format("Provider {} planned an invalid value for {} during refresh: {}.\n\nThis is a bug in the provider, which "
                                       "should be reported in the provider's own issue tracker.", values::quoted(providerAddress.config.toString()), address.toString(),
                                       values::formatError(mismatch)));
        const bool failed = problems.hasErrors();
        diagnostics.append(std::move(problems));
        if (failed)
            return object;
        answer = Refreshed::Answer{plans::objchange::normalizeObjectFromLegacySdk(response.newState, schema.block), response.identity,
                                   response.privateData, std::chrono::system_clock::now()};
        m_answers.keep(key, *answer);
        const auto [newKey, newValue] = displayId(answer->value);
        m_listener.refreshFinished(address, deposed, newKey, newValue);
    }
    if (answer->value.isNull())
        return {};
    Object read = object;
    const std::vector<values::PathMarks> marks =
        combinedMarks(object.value.pathMarks(), schemas::sensitivePaths(schema.block, answer->value));
    read.value = marks.empty() ? answer->value : answer->value.withPathMarks(marks);
    read.privateData = answer->privateData;
    read.identity = answer->identity;
    return read;
}

void PlanWalk::writePrior(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed, const std::optional<Object>& object,
                          const schemas::ResourceSchema& schema, const addrs::AbsProviderInstance& provider) {
    const states::StoredObjectPtr encoded = object && !object->value.isNull() ? states::encode(*object, schema) : nullptr;
    const std::scoped_lock lock(m_mutex);
    if (encoded && deposed.empty()) {
        const states::StoredObjectPtr now = priorState.current(address);
        if (now && *now == *encoded)
            return;
    }
    if (deposed.empty())
        priorState.setCurrent(address, encoded, provider);
    else
        priorState.setDeposed(address, deposed, encoded, provider);
}

} // namespace planlens::engine
