// SPDX-License-Identifier: MPL-2.0
#include "core/engine/provider_schemas.h"

#include "core/configs/config.h"
#include "core/diags/join_messages.h"
#include "core/plans/schemas.h"
#include "core/providers/registry.h"
#include "core/system/background_task.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace planlens::engine {

using diags::Diagnostic;
using diags::Diagnostics;

namespace {

using SchemaResults = std::map<addrs::Provider, diags::Result<schemas::ProviderSchemaPtr>>;

SchemaResults ask(const std::set<addrs::Provider>& needed, ProviderPool& providers, std::stop_token stop) {
    std::map<addrs::Provider, system::BackgroundTask<diags::Result<schemas::ProviderSchemaPtr>>> asked;
    for (const addrs::Provider& provider : needed)
        if (!provider.isBuiltIn()) // a built-in provider needs no thread
            asked.emplace(provider, system::runInBackground(
                                        [&providers, provider, stop] { return providers.schema(provider, stop); }));
    SchemaResults results;
    for (const addrs::Provider& provider : needed)
        results.emplace(provider, provider.isBuiltIn() ? providers.schema(provider, stop) : asked.at(provider).get());
    return results;
}

std::string neededBy(const addrs::ConfigResource& resource, const addrs::Provider& provider) {
    return fmt::format("failed to read schema for {} in {}", resource.toString(), provider.toString());
}

/// Describes the first use of a provider in the configuration, for messages.
std::string wantedFor(const configs::Config& config, const addrs::Provider& provider) {
    std::optional<addrs::ConfigResource> user;
    config.forEachModule([&](const configs::ModuleNode& node) {
        for (const auto& [address, candidate] : node.module.resources)
            if (!user && candidate.provider == provider)
                user = addrs::ConfigResource{node.path, address};
    });
    return user ? neededBy(*user, provider) : "failed to read provider configuration schema for " + provider.toString();
}

} // namespace

diags::Result<plans::Schemas> schemasFor(const configs::Config& config, const states::State* state,
                                         ProviderPool& providers, std::stop_token stop) {
    std::set<addrs::Provider> needed;
    for (const addrs::Provider& provider : config.requiredProviders())
        needed.insert(provider);
    if (state)
        for (const auto& [address, resource] : state->resources())
            needed.insert(resource.provider.provider);
    plans::Schemas schemas;
    Diagnostics diagnostics;
    for (auto& [provider, schema] : ask(needed, providers, stop)) {
        diagnostics.append(schema.diagnostics);
        if (schema.value && *schema.value)
            schemas.emplace(provider, *schema.value);
    }
    return {std::move(schemas), std::move(diagnostics)};
}

Diagnostic schemasNotLoaded(const Diagnostics& errors) {
    return Diagnostic::error(
        "Failed to load plugin schemas",
        fmt::format("Error while loading schemas for plugin components: {}.", diags::joinMessages(errors)));
}

Diagnostic noSchemaInState(const addrs::AbsResourceInstance& address) {
    return Diagnostic::error(
        fmt::format("no schema available for {} while reading state; this is a bug in OpenTofu and should be reported",
                    address.toString()),
        {});
}

Diagnostics missingSchemaInGraph(const configs::Config& config, const states::State& state, ProviderPool& providers,
                                 std::stop_token stop) {
    const auto missing = [&](const addrs::Provider& provider, const std::string& user) -> Diagnostics {
        const diags::Result<schemas::ProviderSchemaPtr> schema = providers.schema(provider, stop);
        if (!schema.hasErrors())
            return {};
        return Diagnostic::error(fmt::format("{}: {}", user, diags::joinMessages(schema.diagnostics)), {});
    };
    for (const addrs::Provider& provider : config.requiredProviders())
        if (Diagnostics problem = missing(provider, wantedFor(config, provider)); problem.hasErrors())
            return problem;
    for (const auto& [address, resource] : state.resources())
        if (!resource.instances.empty() && !config.resource(address.config()))
            if (Diagnostics problem =
                    missing(resource.provider.provider, neededBy(address.config(), resource.provider.provider));
                problem.hasErrors())
                return problem;
    return {};
}

diags::Result<plans::Schemas> schemasForValidation(const configs::Config& config, ProviderPool& providers,
                                                   std::stop_token stop) {
    if (Diagnostics errors = config.providerConstraintErrors(); errors.hasErrors())
        return {plans::Schemas(), std::move(errors)};
    Diagnostics diagnostics;
    for (const addrs::Provider& provider : config.requiredProvidersWithTests())
        if (!providers.registry().isAvailable(provider))
            diagnostics.append(providers::missingProvider(provider));
    plans::Schemas schemas;
    if (diagnostics.hasErrors())
        return {std::move(schemas), std::move(diagnostics)};
    const std::vector<addrs::Provider> required = config.requiredProviders();
    for (auto& [provider, schema] : ask({required.begin(), required.end()}, providers, stop)) {
        if (schema.hasErrors())
            diagnostics.error(
                fmt::format("{}: {}", wantedFor(config, provider), diags::joinMessages(schema.diagnostics)), {});
        else
            diagnostics.append(schema.diagnostics);
        if (schema.value && *schema.value)
            schemas.emplace(provider, *schema.value);
    }
    return {std::move(schemas), std::move(diagnostics)};
}

} // namespace planlens::engine
