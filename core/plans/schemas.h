// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/addrs/resource.h"
#include "core/schemas/schema.h"

#include <map>

namespace planlens::plans {

/// The schemas of the providers whose values are in a plan.
using Schemas = std::map<addrs::Provider, schemas::ProviderSchemaPtr>;
schemas::ResourceSchemaPtr resourceSchema(const Schemas& schemas, const addrs::Provider& provider,
                                          const addrs::Resource& resource);

} // namespace planlens::plans
