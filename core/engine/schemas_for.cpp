// SPDX-License-Identifier: MPL-2.0
#include "core/engine/schemas_for.h"

#include <set>

namespace planlens::engine {

diags::Result<plans::Schemas> schemasFor(const configs::Config& config, const states::State* state, ProviderPool& providers,
                                         std::stop_token stop) {
    std::set<addrs::Provider> needed;
    for (const addrs::Provider& provider : config.requiredProviders())
        needed.insert(provider);
    if (state)
        for (const auto& [address, resource] : state->resources())
            needed.insert(resource.provider.provider);
    plans::Schemas schemas;
    diags::Diagnostics diagnostics;
    for (const addrs::Provider& provider : needed) {
        diags::Result<schemas::ProviderSchemaPtr> schema = providers.schema(provider, stop);
        diagnostics.append(std::move(schema.diagnostics));
        if (schema.value && *schema.value)
            schemas.emplace(provider, *schema.value);
    }
    return {std::move(schemas), std::move(diagnostics)};
}

} // namespace planlens::engine
