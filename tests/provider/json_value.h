// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Values in scripts and in the record of calls. Unknown values are `{"$unknown": true}`; everything else is what JSON
/// can say. What is wrong with a script is thrown as std::runtime_error and becomes an error of the provider.
namespace planlens::testing {

using Json = nlohmann::json;

Json describe(const values::Value& value);

/// The value of a type that JSON says: missing attributes are null. What does not fit the type is taken as the type it
/// has by itself, for answers that are meant to be wrong.
values::Value valueOf(const Json& json, values::Type type);

/// A place in a value as scripts write it: `disk[0].size`, `tags["a b"]`. Elements of sets count from 0 too.
using PlaceStep = std::variant<std::string, std::size_t>;
using Place = std::vector<PlaceStep>;
Place parsePlace(std::string_view text);

/// A member that is an object, empty where it is missing. (What value() gives would be gone in the middle of a loop.)
const Json& member(const Json& json, const char* name);
/// What is there in the JSON of a value; null where nothing is.
const Json& at(const Json& root, std::string_view place);
/// The value with something else at a place; the types of what is around follow.
values::Value withValueAt(const values::Value& root, std::string_view place, const Json& json, values::Type rootType);
/// The places of a value as the protocol names them: one, or none where a step is missing.
std::vector<values::Path> pathsOf(const values::Value& root, std::string_view place);

} // namespace planlens::testing
