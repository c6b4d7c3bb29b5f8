// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/lang/functions.h"
#include "tests/fuzz/fuzz_input.h"

namespace planlens::fuzz {

/// Returns the result of a function with one argument; nothing if it fails, which must report an error.
inline std::optional<values::Value> call(std::string_view name, const values::Value& argument) {
    static const auto functions = lang::makeFunctionTable({});
    const hcl::Function* function = functions->find(name);
    require(function != nullptr);
    const auto result = hcl::invoke(*function, std::span(&argument, 1));
    if (result)
        return *result;
    require(!result.error().message.empty());
    return std::nullopt;
}

} // namespace planlens::fuzz
