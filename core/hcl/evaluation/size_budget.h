// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/expression.h"

#include <cstddef>

namespace planlens::hcl::syntax {

/// Limits what an expression builds while it is evaluated, so that nested loops and growing texts end with a diagnostic
/// before they use up the memory. Budgets within another one of the same thread share its count: the count starts with
/// the outermost expression.
class SizeBudget {
public:
    static constexpr std::size_t mostElements = 10'000'000;
    static constexpr std::size_t mostBytes = std::size_t{256} << 20U; // of text

    /// The expanded size of one value, of which parts can be shared.
    static constexpr std::size_t mostExpanded = 30'000'000;

    SizeBudget();
    ~SizeBudget();
    SizeBudget(const SizeBudget&) = delete;
    SizeBudget& operator=(const SizeBudget&) = delete;

    /// Counts what was built; false if it is too much in total.
    bool addElements(std::size_t count);
    bool addBytes(std::size_t count);
    /// Counts the length of a text or the number of elements, but not those of the elements. False also for a value
    /// that is too large when it is expanded.
    bool add(const values::Value& value);
};

/// The value, or an error if it is too large when it is expanded.
diags::Result<values::Value> limited(values::Value value, diags::Diagnostics diagnostics,
                                     const diags::SourceRange& expression);
/// The error for an expression that exceeds its budget.
diags::Diagnostic tooLarge(const diags::SourceRange& expression);

} // namespace planlens::hcl::syntax
