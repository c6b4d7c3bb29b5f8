// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/formats/json_writer.h"
#include "core/hcl/function.h"

#include <string_view>

namespace planlens::formats {

/// Null where no function of the language has the name.
const hcl::Function* builtinFunction(std::string_view name);

/// Name, parameters and the type that a function returns as far as it can be said without arguments.
void writeFunctionSignature(JsonWriter& json, const hcl::Function& function);

} // namespace planlens::formats
