// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Values in scripts and in the record of calls. Unknown values are `{"$unknown": true}`; everything else is plain
/// JSON. Errors in a script are thrown as std::runtime_error and become errors of the provider.
namespace planlens::testing {

using Json = nlohmann::json;

Json describe(const values::Value& value);

/// Converts JSON to a value of a type; missing attributes are null. JSON that does not fit the type gets the type
/// implied by its form, for responses that are wrong on purpose.
values::Value valueOf(const Json& json, values::Type type);

/// A path in a value as written in scripts: `disk[0].size`, `tags["a b"]`. Set elements are also numbered from 0.
using PlaceStep = std::variant<std::string, std::size_t>;
using Place = std::vector<PlaceStep>;
Place parsePlace(std::string_view text);

/// Returns a member that is an object, or an empty one. (The result of value() would dangle in a range-based for.)
const Json& member(const Json& json, const char* name);
/// Returns the JSON at a path; null if there is none.
const Json& at(const Json& root, std::string_view place);
/// Returns the value with another value at a path. The types around it are adjusted.
values::Value withValueAt(const values::Value& root, std::string_view place, const Json& json, values::Type rootType);
/// Converts a path to protocol paths: one, or none if a step is missing.
std::vector<values::Path> pathsOf(const values::Value& root, std::string_view place);

} // namespace planlens::testing
