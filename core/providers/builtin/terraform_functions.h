// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/provider.h"

#include <map>
#include <optional>

/// provider::terraform::decode_tfvars, encode_tfvars and encode_expr.
namespace planlens::providers::builtin {

std::map<std::string, schemas::FunctionSignature, std::less<>> functionSignatures();
/// Returns std::nullopt if there is no function with this name.
std::optional<CallFunctionResponse> callFunction(const CallFunctionRequest& request);

} // namespace planlens::providers::builtin
