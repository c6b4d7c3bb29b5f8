// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/evaluation/evaluation_budget.h"
#include "core/lang/functions.h"
#include "core/values/expanded_size.h"
#include "tests/fuzz/fuzz_input.h"

namespace planlens::fuzz {

/// Returns the result of a function with one argument; nothing if it fails, which must report an error, or if the
/// result is very large.
inline std::optional<values::Value> call(std::string_view name, const values::Value& argument) {
    static const auto functions = lang::makeFunctionTable({});
    const hcl::Function* function = functions->find(name);
    require(function != nullptr);
    const auto result = hcl::invoke(*function, std::span(&argument, 1));
    constexpr std::size_t most = hcl::syntax::EvaluationBudget::mostExpanded / 10; // sanitizers are that much slower
    if (result)
        return values::expandedSize(*result) <= most ? std::optional(*result) : std::nullopt;
    require(!result.error().message.empty());
    return std::nullopt;
}

} // namespace planlens::fuzz
