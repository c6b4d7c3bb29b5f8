// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"

#include <string>
#include <string_view>

namespace planlens::values {

/// Returns the JSON of a wholly known, unmarked value by a type constraint, as cty writes it: compact, object keys
/// sorted, with {"value":…,"type":…} wherever the constraint is dynamic.
Outcome<std::string> toJson(const Value& value, Type constraint);
/// Same, appended to a string to avoid copies of large values.
Outcome<bool> appendJson(std::string& out, const Value& value, Type constraint);
/// Reads a value of a type constraint. Numbers keep all digits; duplicate and unknown attributes are errors.
Outcome<Value> fromJson(std::string_view json, Type constraint);
/// Returns the type implied by JSON text: objects and tuples (cty's json.ImpliedType).
Outcome<Type> impliedTypeOfJson(std::string_view json);
/// Reads JSON text as a value of its implied type (cty's SimpleJSONValue).
Outcome<Value> fromSimpleJson(std::string_view json);

/// Encodes types as `"string"`, `["list","number"]`, `["object",{…},["optional"]]`.
std::string typeToJson(Type type);
Outcome<Type> typeFromJson(std::string_view json);

/// Appends text as a JSON string in Go's encoding: <, >, & and U+2028/9 are escaped.
void appendJsonString(std::string& out, std::string_view text);
/// Replaces the escapes of <, > and & in JSON text from a position on.
void removeHtmlEscapes(std::string& json, std::size_t from = 0);

} // namespace planlens::values
