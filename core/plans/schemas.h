// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/addrs/resource.h"
#include "core/schemas/schema.h"

#include <map>

namespace planlens::plans {

struct Plan;
struct ResourceInstanceChange;

/// The schemas of the providers whose values are in a plan.
using Schemas = std::map<addrs::Provider, schemas::ProviderSchemaPtr>;
schemas::ResourceSchemaPtr resourceSchema(const Schemas& schemas, const addrs::Provider& provider,
                                          const addrs::Resource& resource);
schemas::ResourceSchemaPtr resourceSchema(const Plan& plan, const ResourceInstanceChange& change);

} // namespace planlens::plans
