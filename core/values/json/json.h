// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"

#include <string>
#include <string_view>

namespace planlens::values {

/// JSON of a wholly known, unmarked value by a type constraint, as cty writes it: compact, object keys sorted, with
/// {"value":…,"type":…} wherever the constraint is dynamic.
Outcome<std::string> toJson(const Value& value, Type constraint);
/// Same, appended to a text: no copies for the big ones.
Outcome<bool> appendJson(std::string& out, const Value& value, Type constraint);
/// Reads a value of a type constraint. Number tokens keep every digit; duplicate and unknown attributes are errors.
Outcome<Value> fromJson(std::string_view json, Type constraint);
/// The type that JSON text implies: objects and tuples (cty's json.ImpliedType).
Outcome<Type> impliedTypeOfJson(std::string_view json);
/// Value of JSON text by its implied type (cty's SimpleJSONValue).
Outcome<Value> fromSimpleJson(std::string_view json);

/// `"string"`, `["list","number"]`, `["object",{…},["optional"]]`.
std::string typeToJson(Type type);
Outcome<Type> typeFromJson(std::string_view json);

/// Appends text as a JSON string in Go's encoding: <, >, & and U+2028/9 escaped.
void appendJsonString(std::string& out, std::string_view text);

} // namespace planlens::values
