// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/schemas/schema.h"
#include "tests/provider/json_value.h"

#include <atomic>
#include <string>
#include <vector>

/// How a well-made provider arrives at its objects.
namespace planlens::testing {

struct Planning {
    const schemas::Block& block;
    const Json& rules;
    values::Value prior, proposed, config;
};
/// What is planned for an object that is made or changed: computed attributes without a value in the configuration are
/// unknown in what is new, and normalisation and what is known while planning already is worked out.
values::Value plannedObject(const Planning& planning, std::atomic<std::int64_t>& counter);
/// Paths of the attributes that force a replacement.
std::vector<values::Path> replacements(const Planning& planning, const values::Value& planned);
/// The object with values for all that is unknown, by the rules or made up.
values::Value completed(const values::Value& object, const Json& rules, const std::string& typeName, values::Type type,
                        std::atomic<std::int64_t>& counter);
/// A stored object after "rename", "remove" and "set" of a rule.
Json rewritten(Json object, const Json& rule, std::atomic<std::int64_t>& counter);

} // namespace planlens::testing
