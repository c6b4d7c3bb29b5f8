// SPDX-License-Identifier: MPL-2.0
#include "core/engine/planning/plan_walk.h"

#include "core/engine/display_id.h"
#include "core/engine/evaluation/marks.h"
#include "core/engine/evaluation/provider_requests.h"
#include "core/engine/evaluation/stored_value.h"
#include "core/plans/objchange/objchange.h"
#include "core/schemas/values_by_schema.h"
#include "core/values/conversion/convert.h"
#include "core/values/json/json.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::engine {

using diags::Diagnostics;
using states::Object;
using values::Value;

std::string answerKey(std::string_view call, const addrs::AbsProviderInstance& provider,
                      const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed, const Value& asked,
                      const std::string& privateData) {
    std::string key =
        fmt::format("{}\n{}\n{}\n{}\n{}\n", call, provider.toString(), address.toString(), deposed, privateData);
    const values::Outcome<bool> encoded = values::appendJson(key, asked, asked.type());
    if (!encoded)
        key += asked.toGoString();
    return key;
}

std::optional<ProviderReadCache::Answer>
PlanWalk::upgrade(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                  const states::StoredObject& stored, const schemas::ResourceSchema& schema, const ProviderUse& use,
                  graph::WorkContext* work, Diagnostics& diagnostics) {
    providers::Provider& provider = *use.provider;
    const addrs::AbsProviderConfig& providerConfig = use.address.config;
    const std::string providerName = providerConfig.provider.toString();
    const auto refuseNewer = [&](const char* summary, const char* what) {
        diagnostics.error(summary, fmt::format("The current {0} of {1} was created by a newer provider version than is "
                                               "currently selected. Upgrade the {2} "
                                               "provider to work with this {0}.",
                                               what, address.toString(), providerName));
        return std::nullopt;
    };
    const addrs::AbsResourceInstance previous = m_moves.previousAddress(address);
    const addrs::Provider storedBy = m_initial.resource(address.containing())->provider.provider;
    // Only the new provider or type can convert an object moved from another type or another provider.
    const bool converts = m_moves.isExplicit(address) &&
                          (previous.resource.type != address.resource.type || storedBy != providerConfig.provider);
    if (!converts && stored.schemaVersion > static_cast<std::uint64_t>(schema.version))
        return refuseNewer("Resource instance managed by newer provider version", "state");
    const std::uint64_t identityVersion = stored.identitySchemaVersion.value_or(0);
    const bool hasIdentity = !stored.identityJson.empty(); // even if the provider has no schema for it
    if (hasIdentity && identityVersion > static_cast<std::uint64_t>(schema.identityVersion))
        return refuseNewer("Resource identity managed by newer provider version", "identity");
    const bool upgradesIdentity = hasIdentity && identityVersion < static_cast<std::uint64_t>(schema.identityVersion);
    const auto version = static_cast<std::int64_t>(stored.schemaVersion);

    // Responses of instant providers are not cached.
    std::string key;
    if (!provider.isInstant()) {
        std::string sent =
            fmt::format("{}\n{}\n{}\n{}", version, stored.attributesJson, identityVersion, stored.identityJson);
        for (const auto& [name, text] : stored.attributesFlat)
            sent += fmt::format("\n{}={}", name, text);
        key = answerKey(converts ? "move" : "upgrade", {providerConfig, {}}, address, deposed, Value(), sent);
        if (std::optional<ProviderReadCache::Answer> answer = m_answers.find(key))
            return answer;
    }
    ProviderReadCache::Answer answer{Value(), Value(), stored.privateData, std::chrono::system_clock::now()};
    providers::ProviderDiagnostics said;
    const bool made = call(provider, work, [&](std::stop_token stop) {
        if (converts) {
            providers::MoveResponse moved =
                provider.moveResourceState({storedBy.toString(), previous.resource.type, address.resource.type, version,
                                            stored.attributesJson, stored.attributesFlat, stored.privateData,
                                            stored.identityJson, static_cast<std::int64_t>(identityVersion)},
                                           stop);
            said = std::move(moved.diagnostics);
            answer.value = std::move(moved.target);
            answer.privateData = std::move(moved.targetPrivate);
        } else {
            // Only the provider can read other versions of its schema.
            const bool isPresent = stored.schemaVersion == static_cast<std::uint64_t>(schema.version) &&
                                   !stored.attributesJson.empty() && !provider.isInstant();
            providers::UpgradeResponse upgraded = provider.upgradeResourceState(
                {address.resource.type, version,
                 isPresent ? withoutRemovedAttributes(stored.attributesJson, schema.type) : stored.attributesJson,
                 stored.attributesFlat},
                stop);
            said = std::move(upgraded.diagnostics);
            answer.value = std::move(upgraded.upgraded);
        }
        if (upgradesIdentity && !providers::hasErrors(said)) {
            providers::UpgradeResponse upgraded = provider.upgradeResourceIdentity(
                {address.resource.type, static_cast<std::int64_t>(identityVersion), stored.identityJson, {}}, stop);
            said.insert(said.end(), upgraded.diagnostics.begin(), upgraded.diagnostics.end());
            answer.identity = std::move(upgraded.upgraded);
        }
    });
    if (!made)
        return {};
    const configs::Resource* config = m_request.config->resource(address.config());
    Diagnostics problems = fromProvider(said, config ? config->config : nullptr, &schema.block, address.toString());
    for (const values::PathError& mismatch : problems.hasErrors()
                                                 ? std::vector<values::PathError>()
                                                 : values::testConformance(answer.value.type(), schema.type))
        problems.error("Invalid resource state transformation",
                       fmt::format("The {} provider changed the state for {}, but produced an invalid result: {}.",
                                   providerName, address.toString(), values::formatError(mismatch)));
    const bool failed = problems.hasErrors();
    diagnostics.append(std::move(problems));
    if (failed)
        return {};
    if (hasIdentity && !upgradesIdentity)
        if (diags::Result<Object> decoded = states::decode(stored, schema); decoded.value)
            answer.identity = decoded->identity;
    if (!key.empty())
        m_answers.keep(key, answer);
    return answer;
}

std::optional<Object> PlanWalk::readStored(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                                           const schemas::ResourceSchema& schema, const ProviderUse& use,
                                           graph::WorkContext* work, Diagnostics& diagnostics) {
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
    const std::optional<ProviderReadCache::Answer> upgraded =
        upgrade(address, deposed, *stored, schema, use, work, diagnostics);
    if (!upgraded)
        return {};
    Object object;
    object.value = upgraded->value.withPathMarks(stored->sensitivePaths);
    object.identity = upgraded->identity;
    object.privateData = upgraded->privateData;
    object.status = stored->status;
    object.dependencies = stored->dependencies;
    object.createBeforeDestroy = stored->createBeforeDestroy;
    object.skipDestroy = stored->skipDestroy;
    // Upgrades and changes of the provider are also written to the previous run's state, so that they are not drift.
    bool changed = m_initial.resource(address.containing())->provider != use.address.config ||
                   instance->providerKey != use.address.key ||
                   stored->schemaVersion != static_cast<std::uint64_t>(schema.version) ||
                   stored->attributesJson.empty() || stored->privateData != object.privateData ||
                   (!stored->identityJson.empty() && schema.identity &&
                    stored->identitySchemaVersion.value_or(0) != static_cast<std::uint64_t>(schema.identityVersion));
    if (!changed && isRefreshing() && (!use.provider->isInstant() || m_moves.previous.contains(address))) {
        const values::Outcome<Value> same = values::fromJson(stored->attributesJson, schema.type);
        changed = !same || *same != upgraded->value;
    }
    // Without refreshing, the object is also written in the schema's current form.
    const bool isGone = object.value.isNull(); // the provider upgraded it to null
    const states::StoredObjectPtr encoded =
        !isGone && (changed || !isRefreshing()) ? states::encode(object, schema) : nullptr;
    if (changed || (!isRefreshing() && (!encoded || *encoded != *stored))) {
        const std::scoped_lock lock(m_mutex);
        for (states::State* state : {&previousRunState, &priorState}) {
            if (deposed.empty())
                state->setCurrent(address, encoded, use.address);
            else
                state->setDeposed(address, deposed, encoded, use.address);
        }
    }
    return object;
}

std::optional<Object> PlanWalk::refresh(const ConfigNode& node, const addrs::AbsResourceInstance& address,
                                        const addrs::DeposedKey& deposed, const Object& object,
                                        const schemas::ResourceSchema& schema, const ProviderUse& use,
                                        graph::WorkContext& work, Diagnostics& diagnostics) {
    providers::Provider& provider = *use.provider;
    const addrs::AbsProviderInstance& providerAddress = use.address;
    const Value priorValue = object.value.unmarkedDeep();
    const std::string key = provider.isInstant()
                                ? std::string()
                                : answerKey("read", providerAddress, address, deposed, priorValue, object.privateData);
    std::optional<ProviderReadCache::Answer> answer = key.empty() ? std::nullopt : m_answers.find(key);
    const hcl::BodyPtr body = node.resourceConfig ? node.resourceConfig->config : nullptr;
    if (!answer) {
        const std::optional<Value> meta = metaFor(address, use, diagnostics);
        if (!meta)
            return object;
        const auto [idKey, idValue] = displayId(priorValue);
        m_listener.refreshStarted(address, deposed, idKey, idValue);
        providers::ReadResponse response;
        const bool made = call(provider, work, [&](std::stop_token stop) {
            response = provider.readResource(
                {address.resource.type, priorValue, object.privateData, *meta, object.identity}, stop);
        });
        if (!made)
            return object;
        Diagnostics problems = fromProvider(response.diagnostics, body, &schema.block, address.toString());
        if (response.deferred)
            problems.error("Provider deferred changes",
                           fmt::format("The provider put off reading {}. Planlens cannot plan a deferred resource.",
                                       address.toString()));
        for (const values::PathError& mismatch : problems.hasErrors()
                                                     ? std::vector<values::PathError>()
                                                     : values::testConformance(response.newState.type(), schema.type))
            problems.error("Provider produced invalid object",
                           fmt::format("Provider {} planned an invalid value for {} during refresh: {}.\n\nThis is a "
                                       "bug in the provider, which "
                                       "should be reported in the provider's own issue tracker.",
                                       values::quoted(providerAddress.config.toString()), address.toString(),
                                       values::formatError(mismatch)));
        const bool failed = problems.hasErrors();
        diagnostics.append(std::move(problems));
        if (failed)
            return object;
        answer =
            ProviderReadCache::Answer{plans::objchange::normalizeObjectFromLegacySdk(response.newState, schema.block),
                                      response.identity, response.privateData, std::chrono::system_clock::now()};
        if (!key.empty())
            m_answers.keep(key, *answer);
        const auto [newKey, newValue] = displayId(answer->value);
        m_listener.refreshFinished(address, deposed, newKey, newValue);
    }
    Object read = object;
    const std::vector<values::PathMarks> marks =
        combinedMarks(object.value.pathMarks(), schemas::sensitivePaths(schema.block, answer->value));
    read.value = marks.empty() ? answer->value : answer->value.withPathMarks(marks);
    read.privateData = answer->privateData;
    read.identity = answer->identity;
    diagnostics.append(checkStorable(address.toString(), read.value, schema.type));
    return read;
}

states::StoredObjectPtr PlanWalk::priorObject(const addrs::AbsResourceInstance& address) const {
    const std::scoped_lock lock(m_mutex);
    return priorState.current(address);
}

/// States written by other programs may have other text for an equal value, which is not a change. The mutex must be
/// locked.
void PlanWalk::keepPreviousRunComparable(const addrs::AbsResourceInstance& address, const states::StoredObject& encoded,
                                         const schemas::ResourceSchema& schema) {
    const states::ResourceInstance* const instance = previousRunState.instance(address);
    const states::StoredObjectPtr previous = instance ? instance->current : nullptr;
    if (!previous || previous->attributesJson == encoded.attributesJson || previous->attributesJson.empty())
        return;
    const values::Outcome<Value> before = values::fromJson(previous->attributesJson, schema.type);
    const values::Outcome<Value> after = values::fromJson(encoded.attributesJson, schema.type);
    if (!before || !after || *before != *after)
        return;
    states::StoredObject same = *previous;
    same.attributesJson = encoded.attributesJson;
    const addrs::AbsProviderInstance provider{previousRunState.resource(address.containing())->provider,
                                              instance->providerKey};
    previousRunState.setCurrent(address, std::make_shared<const states::StoredObject>(std::move(same)), provider);
}

void PlanWalk::writePrior(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                          const std::optional<Object>& object, const schemas::ResourceSchema& schema,
                          const addrs::AbsProviderInstance& provider) {
    const states::StoredObjectPtr encoded =
        object && !object->value.isNull() ? states::encode(*object, schema) : nullptr;
    const std::scoped_lock lock(m_mutex);
    if (encoded && deposed.empty()) {
        const states::ResourceInstance* now = priorState.instance(address);
        if (now && now->current && *now->current == *encoded && now->providerKey == provider.key &&
            priorState.resource(address.containing())->provider == provider.config)
            return;
        keepPreviousRunComparable(address, *encoded, schema);
    }
    if (deposed.empty())
        priorState.setCurrent(address, encoded, provider);
    else
        priorState.setDeposed(address, deposed, encoded, provider);
}

} // namespace planlens::engine
