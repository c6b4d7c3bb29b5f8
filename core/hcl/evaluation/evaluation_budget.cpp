// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/evaluation/evaluation_budget.h"

#include "core/values/expanded_size.h"

#include <chrono>
#include <ctime>
#include <utility>

namespace planlens::hcl::syntax {

namespace {

struct Built {
    std::size_t depth = 0; // number of nested budgets
    std::size_t elements = 0, bytes = 0;
    bool isRefused = false; // a result of a function
    bool isOverdue = false;
    unsigned asked = 0; // how often isOverdue() was called
    std::chrono::steady_clock::time_point start;
    std::chrono::nanoseconds processorStart{}; // 0: not read yet
};
thread_local Built built;

std::chrono::nanoseconds processorTime() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

bool isWithin() {
    return built.elements <= EvaluationBudget::mostElements && built.bytes <= EvaluationBudget::mostBytes;
}

} // namespace

EvaluationBudget::EvaluationBudget() {
    if (built.depth++ == 0) {
        built.elements = built.bytes = 0;
        built.processorStart = {};
        built.isOverdue = false;
    }
    built.isRefused = false;
}

EvaluationBudget::~EvaluationBudget() {
    --built.depth;
}

bool EvaluationBudget::addElements(std::size_t count) {
    built.elements += count;
    return isWithin();
}

bool EvaluationBudget::addBytes(std::size_t count) {
    built.bytes += count;
    return isWithin();
}

bool EvaluationBudget::add(const values::Value& value) {
    if (values::expandedSize(value) > mostExpanded)
        return false;
    const values::Value plain = value.unmarked();
    if (!plain.isKnown() || plain.isNull())
        return isWithin();
    if (plain.type().isString())
        return addBytes(plain.asString().size());
    return plain.type().isCollection() || plain.type().isTuple() || plain.type().isObject() ? addElements(plain.size())
                                                                                            : isWithin();
}

bool EvaluationBudget::admits(std::size_t elements, std::size_t bytes) {
    const bool isAdmitted = elements <= mostElements && bytes <= mostBytes;
    built.isRefused = built.isRefused || !isAdmitted;
    return isAdmitted;
}

bool EvaluationBudget::takeRefusal() {
    return std::exchange(built.isRefused, false);
}

bool EvaluationBudget::isOverdue(std::size_t size) {
    constexpr std::size_t large = 4096;
    constexpr unsigned interval = 64;
    if (built.isOverdue)
        return true;
    if (size < large && ++built.asked % interval != 0)
        return false;
    if (built.processorStart.count() == 0) {
        built.start = std::chrono::steady_clock::now();
        built.processorStart = processorTime();
        return false;
    }
    // Reading the other clock is expensive.
    built.isOverdue =
        std::chrono::steady_clock::now() - built.start > longest && processorTime() - built.processorStart > longest;
    return built.isOverdue;
}

diags::Result<values::Value> limited(values::Value value, diags::Diagnostics diagnostics,
                                     const diags::SourceRange& expression) {
    if (values::expandedSize(value) <= EvaluationBudget::mostExpanded)
        return {std::move(value), std::move(diagnostics)};
    diagnostics.append(tooLarge(expression));
    return {values::Value::dynamicUnknown(), std::move(diagnostics)};
}

diags::Diagnostic tooLarge(const diags::SourceRange& expression) {
    return diags::Diagnostic::error(
        "Value too large",
        "This expression creates more than 10,000,000 elements, more than 256 MiB of text or a number with more than "
        "1,000,000 digits, or a value that would be as large when printed because it repeats its parts. Planlens "
        "limits the size of values, so that a mistake "
        "does not use up all memory. Use fewer or smaller parts.",
        expression);
}

diags::Diagnostic tooSlow(const diags::SourceRange& expression) {
    return diags::Diagnostic::error(
        "Expression takes too long",
        "Evaluating this expression takes more than 6 seconds. Planlens limits the time, so "
        "that a mistake does not block a plan. Use fewer or smaller parts.",
        expression);
}

} // namespace planlens::hcl::syntax
