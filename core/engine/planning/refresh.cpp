// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
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

std::string responseKey(std::string_view call, const addrs::AbsProviderInstance& provider,
                        const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                        const Value& requestData, const std::string& privateData) {
    std::string key =
        fmt::format("{}\n{}\n{}\n{}\n{}\n", call, provider.toString(), address.toString(), deposed, privateData);
    const values::Outcome<bool> encoded = values::appendJson(key, requestData, requestData.type());
    if (!encoded)
        key += requestData.toGoString();
    return key;
}

namespace {

/// The conversion of one stored object to the current schema by its provider.
class StoredObjectUpgrade {
public:
    /// The address and the provider of an object moved from another type or provider, which the new one converts.
    struct Source {
        addrs::AbsResourceInstance address;
        addrs::Provider provider;
    };

    StoredObjectUpgrade(const states::StoredObject& stored, const schemas::ResourceSchema& schema, std::string type,
                        std::optional<Source> source)
        : m_stored(stored)
        , m_schema(schema)
        , m_type(std::move(type))
        , m_source(std::move(source)) {}

    /// Returns an error if a newer version of the provider wrote the object.
    Diagnostics checkVersions(const std::string& address, const std::string& provider) const {
        const auto newer = [&](const char* summary, const char* part) {
            return diags::Diagnostic::error(
                summary, fmt::format("The current {0} of {1} was created by a newer provider version than is "
                                     "currently selected. Upgrade the {2} "
                                     "provider to work with this {0}.",
                                     part, address, provider));
        };
        if (!m_source && m_stored.schemaVersion > static_cast<std::uint64_t>(m_schema.version))
            return newer("Resource instance managed by newer provider version", "state");
        if (hasIdentity() && identityVersion() > static_cast<std::uint64_t>(m_schema.identityVersion))
            return newer("Resource identity managed by newer provider version", "identity");
        return {};
    }

    /// Returns the cache key of the response.
    std::string key(const addrs::AbsProviderConfig& provider, const addrs::AbsResourceInstance& address,
                    const addrs::DeposedKey& deposed) const {
        std::string sent =
            fmt::format("{}\n{}\n{}\n{}", version(), m_stored.attributesJson, identityVersion(), m_stored.identityJson);
        for (const auto& [name, text] : m_stored.attributesFlat)
            sent += fmt::format("\n{}={}", name, text);
        return responseKey(m_source ? "move" : "upgrade", {provider, {}}, address, deposed, Value(), sent);
    }

    /// Calls the provider. The identity of the response is only set if it was upgraded.
    providers::ProviderDiagnostics call(providers::Provider& provider, ProviderReadCache::Response& cached,
                                        const std::stop_token& stop) const {
        providers::ProviderDiagnostics problems =
            m_source ? callMove(provider, cached, stop) : callUpgrade(provider, cached, stop);
        if (upgradesIdentity() && !providers::hasErrors(problems)) {
            providers::UpgradeResponse upgraded = provider.upgradeResourceIdentity(
                {m_type, static_cast<std::int64_t>(identityVersion()), m_stored.identityJson, {}}, stop);
            problems.insert(problems.end(), upgraded.diagnostics.begin(), upgraded.diagnostics.end());
            cached.identity = std::move(upgraded.upgraded);
        }
        return problems;
    }

    bool hasIdentity() const { return !m_stored.identityJson.empty(); } // even if the provider has no schema for it
    bool upgradesIdentity() const {
        return hasIdentity() && identityVersion() < static_cast<std::uint64_t>(m_schema.identityVersion);
    }

private:
    std::int64_t version() const { return static_cast<std::int64_t>(m_stored.schemaVersion); }
    std::uint64_t identityVersion() const { return m_stored.identitySchemaVersion.value_or(0); }

    providers::ProviderDiagnostics callMove(providers::Provider& provider, ProviderReadCache::Response& cached,
                                            const std::stop_token& stop) const {
        providers::MoveResponse moved = provider.moveResourceState(
            {m_source->provider.toString(), m_source->address.resource.type, m_type, version(), m_stored.attributesJson,
             m_stored.attributesFlat, m_stored.privateData, m_stored.identityJson,
             static_cast<std::int64_t>(identityVersion())},
            stop);
        cached.value = std::move(moved.target);
        cached.privateData = std::move(moved.targetPrivate);
        return std::move(moved.diagnostics);
    }
    providers::ProviderDiagnostics callUpgrade(providers::Provider& provider, ProviderReadCache::Response& cached,
                                               const std::stop_token& stop) const {
        // Only the provider can read other versions of its schema.
        const bool isPresent =
            m_stored.schemaVersion == static_cast<std::uint64_t>(m_schema.version) && !m_stored.attributesJson.empty();
        const bool hasOthers = isPresent && !values::fromJson(m_stored.attributesJson, m_schema.type);
        providers::UpgradeResponse upgraded = provider.upgradeResourceState(
            {m_type, version(),
             hasOthers ? withoutRemovedAttributes(m_stored.attributesJson, m_schema.type) : m_stored.attributesJson,
             m_stored.attributesFlat},
            stop);
        cached.value = std::move(upgraded.upgraded);
        return std::move(upgraded.diagnostics);
    }

    const states::StoredObject& m_stored;
    const schemas::ResourceSchema& m_schema;
    const std::string m_type;
    const std::optional<Source> m_source;
};

} // namespace

std::optional<ProviderReadCache::Response>
PlanWalk::upgrade(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                  const states::StoredObject& stored, const schemas::ResourceSchema& schema, const ProviderUse& use,
                  graph::WorkContext* work, Diagnostics& diagnostics) {
    providers::Provider& provider = *use.provider;
    const addrs::AbsProviderConfig& providerConfig = use.address.config;
    const std::string providerName = providerConfig.provider.toString();
    const addrs::AbsResourceInstance previous = refactoring.moves.previousAddress(address);
    const addrs::Provider storedBy = m_initial.state.resource(address.containing())->provider.provider;
    std::optional<StoredObjectUpgrade::Source> source;
    const bool isConverted = m_initial.state.object(address, deposed).get() != &stored;
    if (!isConverted && refactoring.moves.isExplicit(address) &&
        (previous.resource.type != address.resource.type || storedBy != providerConfig.provider))
        source = {previous, storedBy};
    const StoredObjectUpgrade upgrade(stored, schema, address.resource.type, std::move(source));
    if (Diagnostics newer = upgrade.checkVersions(address.toString(), providerName); newer.hasErrors()) {
        diagnostics.append(std::move(newer));
        return {};
    }
    // Responses of instant providers are not cached.
    const std::string key = provider.isInstant() ? std::string() : upgrade.key(providerConfig, address, deposed);
    if (!key.empty())
        if (std::optional<ProviderReadCache::Response> cached = m_readRecorder.find(key))
            return cached;
    ProviderReadCache::Response cached{Value(), Value(), stored.privateData, std::chrono::system_clock::now()};
    providers::ProviderDiagnostics reported;
    if (!call(provider, work, [&](std::stop_token stop) { reported = upgrade.call(provider, cached, stop); }))
        return {};
    const configs::Resource* config = m_request.config->resource(address.config());
    Diagnostics problems = fromProvider(reported, config ? config->config : nullptr, &schema.block, address.toString());
    for (const values::PathError& mismatch : problems.hasErrors()
                                                 ? std::vector<values::PathError>()
                                                 : values::testConformance(cached.value.type(), schema.type))
        problems.error("Invalid resource state transformation",
                       fmt::format("The {} provider changed the state for {}, but produced an invalid result: {}.",
                                   providerName, address.toString(), values::formatError(mismatch)));
    const bool failed = problems.hasErrors();
    diagnostics.append(std::move(problems));
    if (failed)
        return {};
    if (upgrade.hasIdentity() && !upgrade.upgradesIdentity())
        if (diags::Result<Object> decoded = states::decode(stored, schema); decoded.value)
            cached.identity = decoded->identity;
    if (!key.empty())
        m_readRecorder.keep(key, cached);
    return cached;
}

std::optional<Object> PlanWalk::readStored(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                                           const schemas::ResourceSchema& schema, const ProviderUse& use,
                                           graph::WorkContext* work, Diagnostics& diagnostics) {
    const states::ResourceInstance* const instance = m_initial.state.instance(address);
    const states::StoredObjectPtr stored = m_initial.state.object(address, deposed);
    if (!stored)
        return {};
    const std::optional<ProviderReadCache::Response> upgraded =
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
    bool changed = m_initial.state.resource(address.containing())->provider != use.address.config ||
                   instance->providerKey != use.address.key ||
                   stored->schemaVersion != static_cast<std::uint64_t>(schema.version) ||
                   stored->attributesJson.empty() || stored->privateData != object.privateData ||
                   (!stored->identityJson.empty() && schema.identity &&
                    stored->identitySchemaVersion.value_or(0) != static_cast<std::uint64_t>(schema.identityVersion));
    if (!changed && isRefreshing()) {
        const values::Outcome<Value> same = values::fromJson(stored->attributesJson, schema.type);
        changed = !same || *same != upgraded->value;
    }
    // Without refreshing, the object is also written in the schema's current form.
    const bool isGone = object.value.isNull(); // the provider upgraded it to null
    const states::StoredObjectPtr encoded =
        !isGone && (changed || !isRefreshing()) ? states::encode(object, schema) : nullptr;
    if (changed || (!isRefreshing() && (!encoded || *encoded != *stored))) {
        const std::scoped_lock lock(m_mutex);
        for (states::State* state : {&previousRunState, &priorState})
            state->setObject(address, deposed, encoded, use.address);
    }
    return object;
}

std::optional<Object> PlanWalk::readRefreshed(const addrs::AbsResourceInstance& address,
                                              const addrs::DeposedKey& deposed, const states::StoredObject& stored,
                                              const schemas::ResourceSchema& schema, const ProviderUse& use,
                                              Diagnostics& diagnostics) {
    std::optional<Object> object = states::decode(stored, schema).into(diagnostics);
    if (!object || use.provider->isInstant())
        return object;
    const std::optional<ProviderReadCache::Response> upgraded =
        upgrade(address, deposed, stored, schema, use, nullptr, diagnostics);
    if (!upgraded)
        return {};
    object->value = upgraded->value.withPathMarks(stored.sensitivePaths);
    object->identity = upgraded->identity;
    return object;
}

std::optional<Object> PlanWalk::refresh(const ConfigNode& node, const addrs::AbsResourceInstance& address,
                                        const addrs::DeposedKey& deposed, const Object& object,
                                        const schemas::ResourceSchema& schema, const ProviderUse& use,
                                        graph::WorkContext& work, Diagnostics& diagnostics) {
    providers::Provider& provider = *use.provider;
    const addrs::AbsProviderInstance& providerAddress = use.address;
    const Value priorValue = object.value.unmarkedDeep();
    const std::string key =
        provider.isInstant() ? std::string()
                             : responseKey("read", providerAddress, address, deposed, priorValue, object.privateData);
    std::optional<ProviderReadCache::Response> cached = key.empty() ? std::nullopt : m_readRecorder.find(key);
    // As in OpenTofu, an imported object is first read without its configuration.
    const bool isImport = deposed.empty() && (isImporting() || toBeImported(address));
    const hcl::BodyPtr body = node.resourceConfig && !isImport ? node.resourceConfig->config : nullptr;
    if (!cached) {
        const std::optional<Value> meta = isImport ? Value() : metaFor(address, use, diagnostics);
        if (!meta)
            return object;
        const auto [idKey, idValue] = displayId(object.value);
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
        cached =
            ProviderReadCache::Response{plans::objchange::normalizeObjectFromLegacySdk(response.newState, schema.block),
                                        response.identity, response.privateData, std::chrono::system_clock::now()};
        if (!key.empty())
            m_readRecorder.keep(key, *cached);
        const std::vector<values::PathMarks> stored = object.value.pathMarks();
        const auto [newKey, newValue] = displayId(stored.empty() ? cached->value : cached->value.withPathMarks(stored));
        m_listener.refreshFinished(address, deposed, newKey, newValue);
    }
    Object read = object;
    const std::vector<values::PathMarks> marks =
        combinedMarks(object.value.pathMarks(), schemas::sensitivePaths(schema.block, cached->value));
    read.value = marks.empty() ? cached->value : cached->value.withPathMarks(marks);
    read.privateData = cached->privateData;
    read.identity = cached->identity;
    diagnostics.append(checkStorable(address.toString(), read.value, schema.type));
    return read;
}

states::StoredObjectPtr PlanWalk::priorObject(const addrs::AbsResourceInstance& address) const {
    const std::scoped_lock lock(m_mutex);
    return priorState.current(address);
}

/// States written by other programs may have other text for an equal value, which is not a change. The mutex must be
/// locked.
void PlanWalk::keepPreviousRunComparable(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                                         const states::StoredObject& encoded, const schemas::ResourceSchema& schema) {
    const states::ResourceInstance* const instance = previousRunState.instance(address);
    const states::StoredObjectPtr previous = previousRunState.object(address, deposed);
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
    previousRunState.setObject(address, deposed, std::make_shared<const states::StoredObject>(std::move(same)),
                               provider);
}

void PlanWalk::writePrior(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                          const std::optional<Object>& object, const schemas::ResourceSchema& schema,
                          const addrs::AbsProviderInstance& provider) {
    const states::StoredObjectPtr encoded =
        object && !object->value.isNull() ? states::encode(*object, schema, address.resource.mode) : nullptr;
    const std::scoped_lock lock(m_mutex);
    if (encoded) {
        const states::ResourceInstance* const now = priorState.instance(address);
        if (const states::StoredObjectPtr was = priorState.object(address, deposed);
            was && *was == *encoded && now->providerKey == provider.key &&
            priorState.resource(address.containing())->provider == provider.config)
            return;
        keepPreviousRunComparable(address, deposed, *encoded, schema);
    }
    priorState.setObject(address, deposed, encoded, provider);
}

} // namespace planlens::engine
