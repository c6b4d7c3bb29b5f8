// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"

#include <string>
#include <string_view>

namespace planlens::values {

/// cty's msgpack encoding of unmarked values, as used by provider plugins and plan files: unknown values are extension
/// type 0, refined ones extension type 12, dynamic parts [type, value].
Outcome<std::string> toMsgpack(const Value& value, Type constraint);
Outcome<Value> fromMsgpack(std::string_view bytes, Type constraint);
Outcome<Type> impliedTypeOfMsgpack(std::string_view bytes);

} // namespace planlens::values
