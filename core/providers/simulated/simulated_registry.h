// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/provider.h"
#include "core/providers/simulated/schema_json.h"
#include "core/providers/simulated/simulated_provider.h"

namespace planlens::providers::simulated {

/// Simulated providers for all addresses with a known schema; `builtIn` supplies the built-in ones. Starts no
/// plugins.
class SimulatedRegistry final : public Registry {
public:
    SimulatedRegistry(SchemasByProvider schemas, ReplacementRules rules, std::shared_ptr<Registry> builtIn);

    diags::Result<std::shared_ptr<Provider>> start(const addrs::Provider& address, std::stop_token stop) override;
    diags::Result<schemas::ProviderSchemaPtr> schema(const addrs::Provider& address, std::stop_token stop) override;
    bool isAvailable(const addrs::Provider& address) const override;

private:
    const SchemasByProvider m_schemas;
    const ReplacementRules m_rules;
    const std::shared_ptr<Registry> m_builtIn;
};

} // namespace planlens::providers::simulated
