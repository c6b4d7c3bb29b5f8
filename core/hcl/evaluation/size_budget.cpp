// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/evaluation/size_budget.h"

#include "core/values/expanded_size.h"

#include <utility>

namespace planlens::hcl::syntax {

namespace {

struct Built {
    std::size_t depth = 0; // number of nested budgets
    std::size_t elements = 0, bytes = 0;
    bool isRefused = false; // a result of a function
};
thread_local Built built;

bool isWithin() {
    return built.elements <= SizeBudget::mostElements && built.bytes <= SizeBudget::mostBytes;
}

} // namespace

SizeBudget::SizeBudget() {
    if (built.depth++ == 0)
        built.elements = built.bytes = 0;
    built.isRefused = false;
}

SizeBudget::~SizeBudget() {
    --built.depth;
}

bool SizeBudget::addElements(std::size_t count) {
    built.elements += count;
    return isWithin();
}

bool SizeBudget::addBytes(std::size_t count) {
    built.bytes += count;
    return isWithin();
}

bool SizeBudget::add(const values::Value& value) {
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

bool SizeBudget::admits(std::size_t elements, std::size_t bytes) {
    const bool isAdmitted = elements <= mostElements && bytes <= mostBytes;
    built.isRefused = built.isRefused || !isAdmitted;
    return isAdmitted;
}

bool SizeBudget::takeRefusal() {
    return std::exchange(built.isRefused, false);
}

diags::Result<values::Value> limited(values::Value value, diags::Diagnostics diagnostics,
                                     const diags::SourceRange& expression) {
    if (values::expandedSize(value) <= SizeBudget::mostExpanded)
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

} // namespace planlens::hcl::syntax
