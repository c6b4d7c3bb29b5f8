// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/expression.h"

#include <chrono>
#include <cstddef>

namespace planlens::hcl::syntax {

/// Limits the size of the values that an expression builds during evaluation, and its time, so that nested loops and
/// growing strings end with a diagnostic before memory is exhausted. Nested budgets of a thread share one count, which
/// starts with the outermost expression.
class EvaluationBudget {
public:
    static constexpr std::size_t mostElements = 10'000'000;
    static constexpr std::size_t mostBytes = std::size_t{256} << 20U; // of strings

    /// The expanded size of one value, whose parts may be shared.
    static constexpr std::size_t mostExpanded = 30'000'000;

    /// Processor time of the thread.
    static constexpr std::chrono::seconds longest{6};

    EvaluationBudget();
    ~EvaluationBudget();
    EvaluationBudget(const EvaluationBudget&) = delete;
    EvaluationBudget& operator=(const EvaluationBudget&) = delete;

    /// Counts new elements or bytes; returns false if the total exceeds the limit.
    bool addElements(std::size_t count);
    bool addBytes(std::size_t count);
    /// Counts the length of a string or the number of direct elements. Returns false also for a value
    /// that is too large when expanded.
    bool add(const values::Value& value);

    /// Whether the function that is called may create a result with so many elements or bytes. Functions whose result
    /// can be much larger than their arguments ask before they reserve memory, and fail if not. The error of their call
    /// is then the one of the budget, whatever they report.
    static bool admits(std::size_t elements, std::size_t bytes);
    /// Whether admits() refused a result since the last call of this function.
    static bool takeRefusal();

    /// Whether the time is over. `size` is the number of elements or bytes that are about to be read: the clock is read
    /// only now and then for small ones.
    static bool isOverdue(std::size_t size);
};

/// Returns the value, or an error if it is too large when expanded.
diags::Result<values::Value> limited(values::Value value, diags::Diagnostics diagnostics,
                                     const diags::SourceRange& expression);
/// Returns the error for an expression that exceeds its budget.
diags::Diagnostic tooLarge(const diags::SourceRange& expression);
diags::Diagnostic tooSlow(const diags::SourceRange& expression);

} // namespace planlens::hcl::syntax
