// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/parser.h"
#include "core/hcl/type_expression.h"
#include "tests/fuzz/fuzz_input.h"

using namespace planlens;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto expression = hcl::parseExpression(fuzz::textOf(data, size), "fuzz");
    fuzz::require(expression.value.has_value() && *expression);
    const auto constraint = hcl::parseTypeConstraint(**expression);
    if (!expression.isOk())
        return 0;
    fuzz::checkRanges(constraint.diagnostics, size);
    if (constraint.isOk() && constraint->defaults)
        (void)constraint->defaults->apply(values::Value::null(constraint->type.withoutOptionalAttributes()));
    const auto exact = hcl::parseExactType(**expression);
    if (!exact.isOk())
        return 0;
    // A written type is read as the same type.
    const auto again = hcl::parseExpression(hcl::typeToHcl(*exact), "fuzz");
    fuzz::require(again.isOk());
    const auto same = hcl::parseExactType(**again);
    fuzz::require(same.isOk() && *same == *exact);
    return 0;
}
