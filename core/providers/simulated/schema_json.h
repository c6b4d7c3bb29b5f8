// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/diags/diagnostic.h"
#include "core/schemas/schema.h"

#include <map>
#include <string_view>

namespace planlens::providers::simulated {

using SchemasByProvider = std::map<addrs::Provider, schemas::ProviderSchemaPtr>;

/// Parses the output of `providers schema -json` (`format_version` 1.x). The error for invalid text contains the
/// position.
diags::Result<SchemasByProvider> readProviderSchemas(std::string_view json);

} // namespace planlens::providers::simulated
