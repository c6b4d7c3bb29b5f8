// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/formats/json_writer.h"
#include "core/hcl/function.h"

#include <string_view>

namespace planlens::formats {

/// Returns null if the language has no function with this name.
const hcl::Function* builtinFunction(std::string_view name);

/// Writes name, parameters and return type, as far as these are known without arguments.
void writeFunctionSignature(JsonWriter& json, const hcl::Function& function);

} // namespace planlens::formats
