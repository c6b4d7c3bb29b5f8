// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/schemas/schema.h"
#include "tests/provider/json_value.h"

namespace planlens::testing {

/// The schemas of one provider in the form that `providers schema -json` has below "provider_schemas". Besides that,
/// attributes of identities may be written as objects with "type", "required_for_import" and so on, or as types alone.
schemas::ProviderSchemaPtr readSchemas(const Json& json, const Json& capabilities);

} // namespace planlens::testing
