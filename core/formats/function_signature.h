// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/formats/json_writer.h"
#include "core/hcl/function.h"

namespace planlens::formats {

void writeFunctionSignature(JsonWriter& json, const hcl::Signature& signature);

} // namespace planlens::formats
