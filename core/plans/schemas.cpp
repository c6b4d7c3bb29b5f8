// SPDX-License-Identifier: MPL-2.0
#include "core/plans/schemas.h"

#include "core/plans/plan.h"

namespace planlens::plans {

schemas::ResourceSchemaPtr resourceSchema(const Schemas& schemas, const addrs::Provider& provider,
                                          const addrs::Resource& resource) {
    const auto known = schemas.find(provider);
    if (known == schemas.end() || !known->second)
        return nullptr;
    const auto& all = resource.mode == addrs::ResourceMode::Managed ? known->second->managed
                      : resource.mode == addrs::ResourceMode::Data  ? known->second->data
                                                                    : known->second->ephemeral;
    const auto it = all.find(resource.type);
    return it == all.end() ? nullptr : it->second.pointer();
}

schemas::ResourceSchemaPtr resourceSchema(const Plan& plan, const ResourceInstanceChange& change) {
    return resourceSchema(plan.schemas, change.provider.config.provider, change.address.resource);
}

} // namespace planlens::plans
