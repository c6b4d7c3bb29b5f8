// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/schemas/schema.h"
#include "tests/provider/json_value.h"

namespace planlens::testing {

/// Reads the schemas of one provider in the form below "provider_schemas" in `providers schema -json`. In addition,
/// identity attributes may be written as objects with "type", "required_for_import" and so on, or as types alone.
schemas::ProviderSchemaPtr readSchemas(const Json& json, const Json& capabilities);

} // namespace planlens::testing
