// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/states/state.h"

#include <map>
#include <string>

namespace planlens::formats {

/// All outputs as `output -json` has them: laid out, each with its type and whether it is sensitive.
diags::Result<std::string> outputsJson(const std::map<std::string, states::OutputValue>& outputs);
/// The value of one output, compact.
diags::Result<std::string> outputJson(const states::OutputValue& output);

} // namespace planlens::formats
