// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/engine/evaluation/provider_requests.h"
#include "core/engine/evaluation/stored_value.h"
#include "core/engine/planning/plan_walk.h"

namespace planlens::engine {

using addrs::AbsResourceInstance;
using diags::Diagnostics;

bool PlanWalk::showStored(const ConfigNode& node, ModuleRuntime& module) {
    const schemas::ResourceSchemaPtr schema =
        plans::resourceSchema(m_schemas, node.provider.provider, node.resource.resource);
    const states::Resource* const stored = m_initial.state.resource({module.address, node.resource.resource});
    if (!schema || !stored)
        return false;
    ResourceRuntime& resource = module.resources.at(node.resource.resource);
    resource.schema = schema;
    return expandFromState(*stored, resource, *node.module);
}

void PlanWalk::showUnknown(const addrs::Resource& address, const addrs::Provider& provider, ResourceRuntime& resource) {
    resource.schema = plans::resourceSchema(m_schemas, provider, address);
    Instances unknown;
    unknown.keys.emplace_back();
    unknown.placeholder = true;
    resource.expand(std::move(unknown));
}

Diagnostics PlanWalk::visitDestroyed(const ConfigNode& node) {
    for (ModuleRuntime* module : runtime.instancesOf(*node.module))
        if (!showStored(node, *module))
            showUnknown(node.resource.resource, node.provider.provider, module->resources.at(node.resource.resource));
    return {};
}

void PlanWalk::showUnvisited(ModuleRuntime& module) {
    for (auto& [address, resource] : module.resources)
        if (const configs::Resource* config = module.node.module.resource(address); config && !resource.isExpanded())
            showUnknown(address, config->provider, resource);
    for (auto& [name, call] : module.calls)
        for (std::size_t i = 0; i < call.instances().keys.size(); ++i)
            showUnvisited(call.module(i));
}

std::optional<PlanWalk::ProviderUse> PlanWalk::providerForDestroyed(const AbsResourceInstance& address,
                                                                    const addrs::DeposedKey& deposed,
                                                                    Diagnostics& diagnostics) const {
    const addrs::AbsProviderInstance stored{m_initial.state.resource(address.containing())->provider,
                                            m_initial.state.instance(address)->providerKey};
    const configs::Config& config = *m_request.config;
    const configs::Resource* const resource = config.resource(address.config());
    addrs::AbsProviderInstance wanted{orphanProvider(config, stored.config), stored.key};
    if (resource) {
        const configs::ResolvedProvider resolved =
            config.providerFor(*config.module(address.module.module()), *resource);
        const std::optional<addrs::InstanceKey> key = storedProviderKey(resolved, stored, address, diagnostics);
        if (!key)
            return {};
        wanted = {resolved.address, *key};
    }
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_providers.complete.contains(wanted.config))
            return {}; // the error is already reported
    }
    return providerFor(wanted.config, wanted.key, address, deposed, diagnostics);
}

} // namespace planlens::engine
