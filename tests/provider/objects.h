// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/schemas/schema.h"
#include "tests/provider/json_value.h"

#include <atomic>
#include <string>
#include <vector>

/// The default behavior of a correct provider.
namespace planlens::testing {

struct Planning {
    const schemas::Block& block;
    const Json& rules;
    values::Value prior, proposed, config;
};
/// Returns the planned object for a create or update: computed attributes without a configured value are unknown in new
/// objects, values are normalized, and results that are known while planning are computed.
values::Value plannedObject(const Planning& planning, std::atomic<std::int64_t>& counter);
/// Returns the paths of the attributes that force a replacement.
std::vector<values::Path> replacements(const Planning& planning, const values::Value& planned);
/// Returns the object with all unknown values replaced, by the rules or by generated values.
values::Value completed(const values::Value& object, const Json& rules, const std::string& typeName, values::Type type,
                        std::atomic<std::int64_t>& counter);
/// Applies "rename", "remove" and "set" of a rule to a stored object.
Json rewritten(Json object, const Json& rule, std::atomic<std::int64_t>& counter);

} // namespace planlens::testing
