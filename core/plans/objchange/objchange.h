// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/schemas/schema.h"
#include "core/values/path.h"

#include <vector>

/// Rules for changes of resource instance objects: the value proposed to a provider, and checks of the provider's
/// result. Pure functions. Unless stated otherwise, values conform to the schema's implied type and are unmarked.
namespace planlens::plans::objchange {

/// Merges the prior value with the configuration: configured arguments, and computed values carried over. The prior
/// value is wholly known and may be null; the configuration may have unknown parts.
values::Value proposedNew(const schemas::Block& schema, const values::Value& prior, const values::Value& config);
/// Returns the planned value of a data source or ephemeral resource that cannot be read yet: computed attributes that
/// are not configured are unknown.
values::Value plannedDataResourceObject(const schemas::Block& schema, const values::Value& config);

/// Checks a provider's plan: it must agree with the configuration and change only computed attributes otherwise.
/// Messages are for provider developers; they contain values in Go syntax, except those of sensitive attributes.
std::vector<values::PathError> assertPlanValid(const schemas::Block& schema, const values::Value& prior,
                                               const values::Value& config, const values::Value& planned);
/// Checks that the actual value completes the planned one: all known planned values must be unchanged. Both may be
/// marked. Values of sensitive attributes are not part of messages.
std::vector<values::PathError> assertObjectCompatible(const schemas::Block& schema, const values::Value& planned,
                                                      const values::Value& actual);

/// Normalizes objects of providers with the legacy type system: nested blocks must not be null or unknown. The value
/// may be marked.
values::Value normalizeObjectFromLegacySdk(const values::Value& value, const schemas::Block& schema);

} // namespace planlens::plans::objchange
