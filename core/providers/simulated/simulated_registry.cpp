// SPDX-License-Identifier: MPL-2.0
#include "core/providers/simulated/simulated_registry.h"

#include <utility>

namespace planlens::providers::simulated {

SimulatedRegistry::SimulatedRegistry(SchemasByProvider schemas, ReplacementRules rules,
                                     std::shared_ptr<Registry> builtIn)
    : m_schemas(std::move(schemas))
    , m_rules(std::move(rules))
    , m_builtIn(std::move(builtIn)) {}

bool SimulatedRegistry::isAvailable(const addrs::Provider& address) const {
    // start() reports missing schemas.
    return address.isBuiltIn() ? m_builtIn->isAvailable(address) : true;
}

diags::Result<std::shared_ptr<Provider>> SimulatedRegistry::start(const addrs::Provider& address,
                                                                  std::stop_token stop) {
    if (address.isBuiltIn())
        return m_builtIn->start(address, stop);
    const auto known = m_schemas.find(address);
    if (known == m_schemas.end())
        return diags::Diagnostic::error("Provider without a schema",
                                        "The provider " + address.toString() +
                                            " cannot be simulated: its schema is not in the file that was given. Write "
                                            "a file that has it with \"tofu "
                                            "providers schema -json\" in a folder where the provider is installed.");
    return std::shared_ptr<Provider>(std::make_shared<SimulatedProvider>(address, known->second, m_rules));
}

diags::Result<schemas::ProviderSchemaPtr> SimulatedRegistry::schema(const addrs::Provider& address,
                                                                    std::stop_token stop) {
    if (address.isBuiltIn())
        return m_builtIn->schema(address, stop);
    auto provider = start(address, stop);
    if (!provider.isOk())
        return std::move(provider.diagnostics);
    return (*provider)->schema(stop);
}

} // namespace planlens::providers::simulated
