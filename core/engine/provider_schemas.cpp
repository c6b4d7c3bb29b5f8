// SPDX-License-Identifier: MPL-2.0
#include "core/engine/provider_schemas.h"

#include "core/diags/join_messages.h"
#include "core/providers/registry.h"
#include "core/system/background_task.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
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

/// Describes the first use of a provider in the configuration, for messages.
std::string wantedFor(const configs::Config& config, const addrs::Provider& provider) {
    std::string resource;
    config.forEachModule([&](const configs::ModuleNode& node) {
        for (const auto& [address, candidate] : node.module.resources)
            if (resource.empty() && candidate.provider == provider)
                resource = addrs::ConfigResource{node.path, address}.toString();
    });
    return resource.empty() ? "failed to read provider configuration schema for " + provider.toString()
                            : fmt::format("failed to read schema for {} in {}", resource, provider.toString());
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

diags::Result<plans::Schemas> schemasForValidation(const configs::Config& config, ProviderPool& providers,
                                                   std::stop_token stop) {
    Diagnostics diagnostics;
    std::set<addrs::Provider> needed;
    for (const addrs::Provider& provider : config.requiredProviders()) {
        if (providers.registry().isAvailable(provider))
            needed.insert(provider);
        else
            diagnostics.append(providers::missingProvider(provider));
    }
    plans::Schemas schemas;
    if (diagnostics.hasErrors())
        return {std::move(schemas), std::move(diagnostics)};
    for (auto& [provider, schema] : ask(needed, providers, stop)) {
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
