// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/diags/diagnostic.h"
#include "core/schemas/schema.h"

#include <map>
#include <string_view>

namespace planlens::providers::simulated {

using SchemasByProvider = std::map<addrs::Provider, schemas::ProviderSchemaPtr>;

/// The output of `providers schema -json` (`format_version` 1.x). A text that is not of this form is an error that says
/// where it is not.
diags::Result<SchemasByProvider> readProviderSchemas(std::string_view json);

} // namespace planlens::providers::simulated
