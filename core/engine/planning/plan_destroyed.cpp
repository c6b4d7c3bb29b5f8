// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/provider_requests.h"
#include "core/engine/evaluation/stored_value.h"
#include "core/engine/planning/plan_walk.h"

namespace planlens::engine {

using addrs::AbsResourceInstance;
using diags::Diagnostics;
using values::Value;

namespace {

bool isKeyOf(Repetition repetition, const addrs::InstanceKey& key) {
    switch (repetition) {
    case Repetition::Count:
        return key.isInt();
    case Repetition::ForEach:
        return key.isString();
    case Repetition::Single:
    case Repetition::Enabled:
        break;
    }
    return key.isNone();
}

} // namespace

bool PlanWalk::showStored(const ConfigNode& node, ModuleRuntime& module) {
    const configs::Resource& config = *node.resourceConfig;
    const schemas::ResourceSchemaPtr schema =
        plans::resourceSchema(m_schemas, node.provider.provider, node.resource.resource);
    const states::Resource* const stored = m_initial.resource({module.address, node.resource.resource});
    if (!schema || !stored)
        return false;
    Instances instances;
    instances.repetition = config.count     ? Repetition::Count
                           : config.forEach ? Repetition::ForEach
                           : config.enabled ? Repetition::Enabled
                                            : Repetition::Single;
    ResourceRuntime& resource = module.resources.at(node.resource.resource);
    resource.schema = schema;
    std::vector<std::optional<Value>> values;
    for (const auto& [key, instance] : stored->instances) {
        if (!instance.current || !isKeyOf(instances.repetition, key))
            continue;
        instances.keys.push_back(key);
        values.push_back(storedValue(*instance.current, key, resource, *node.module));
    }
    if (instances.keys.empty() && instances.repetition == Repetition::Single)
        return false;
    resource.expand(std::move(instances));
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i])
            resource.setValue(i, *std::move(values[i]));
    return true;
}

Diagnostics PlanWalk::visitDestroyed(const ConfigNode& node) {
    for (ModuleRuntime* module : runtime.instancesOf(*node.module)) {
        if (showStored(node, *module))
            continue;
        ResourceRuntime& resource = module->resources.at(node.resource.resource);
        resource.schema = plans::resourceSchema(m_schemas, node.provider.provider, node.resource.resource);
        Instances unknown;
        unknown.keys.emplace_back();
        unknown.placeholder = true;
        resource.expand(std::move(unknown));
    }
    return {};
}

std::optional<PlanWalk::ProviderUse> PlanWalk::providerForDestroyed(const AbsResourceInstance& address,
                                                                    const addrs::DeposedKey& deposed,
                                                                    Diagnostics& diagnostics) const {
    const addrs::AbsProviderInstance stored{m_initial.resource(address.containing())->provider,
                                            m_initial.instance(address)->providerKey};
    const configs::Config& config = *m_request.config;
    const configs::Resource* const resource = config.resource(address.config());
    addrs::AbsProviderInstance wanted{orphanProvider(config, stored.config), stored.key};
    if (resource) {
        const configs::Config::ResolvedProvider resolved =
            config.providerFor(*config.module(address.module.module()), *resource);
        const std::optional<addrs::InstanceKey> key = storedProviderKey(resolved, stored, address, diagnostics);
        if (!key)
            return {};
        wanted = {resolved.address, *key};
    }
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_readyProviders.contains(wanted.config))
            return {}; // the error is already reported
    }
    return providerFor(wanted.config, wanted.key, address, deposed, diagnostics);
}

} // namespace planlens::engine
