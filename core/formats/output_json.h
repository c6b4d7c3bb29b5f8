// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/states/state.h"

#include <map>
#include <string>

namespace planlens::formats {

/// Returns all outputs in the format of `output -json`: indented, with their types and sensitivity.
diags::Result<std::string> outputsJson(const std::map<std::string, states::OutputValue>& outputs);
/// Returns the value of one output, without white space.
diags::Result<std::string> outputJson(const states::OutputValue& output);

} // namespace planlens::formats
