// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/schemas/schema.h"
#include "core/values/path.h"

#include <vector>

/// What may become of a resource instance object: the value proposed to a provider, and checks of what the provider
/// made of it. Pure functions; values conform to the schema's implied type and are unmarked unless said otherwise.
namespace planlens::plans::objchange {

/// Prior value and configuration merged: configured arguments, and what is computed carried over from before. The
/// prior value is wholly known, possibly null; the configuration may have unknown parts.
values::Value proposedNew(const schemas::Block& schema, const values::Value& prior, const values::Value& config);
/// The planned value of a data source or ephemeral resource whose reading has to wait: what is computed and not set is
/// unknown.
values::Value plannedDataResourceObject(const schemas::Block& schema, const values::Value& config);

/// What a provider's plan must not do: disagree with the configuration, or plan for what is not computed. Messages are
/// for provider developers and quote values in Go syntax, sensitive attributes of the schema excepted.
std::vector<values::PathError> assertPlanValid(const schemas::Block& schema, const values::Value& prior,
                                               const values::Value& config, const values::Value& planned);
/// Whether the actual value completes the planned one: everything known in the plan is the same. Both may be marked;
/// values of sensitive attributes are not quoted.
std::vector<values::PathError> assertObjectCompatible(const schemas::Block& schema, const values::Value& planned,
                                                      const values::Value& actual);

/// Repairs objects of providers with the legacy type system: nested blocks are never null or unknown themselves. May be
/// marked.
values::Value normalizeObjectFromLegacySdk(const values::Value& value, const schemas::Block& schema);

/// Equal and certain to be so; marks count by their number.
bool valueEqual(const values::Value& x, const values::Value& y);

} // namespace planlens::plans::objchange
