// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/parser.h"
#include "tests/fuzz/fuzz_input.h"

using namespace planlens;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    const auto expression = hcl::parseExpression(text, "fuzz");
    fuzz::require(expression.value.has_value() && *expression);
    fuzz::checkRanges(expression.diagnostics, size);
    const hcl::MapScope scope = fuzz::scope();
    fuzz::examine(**expression, &scope);
    fuzz::examine(**expression, nullptr);

    // A traversal with constant keys is an expression with the same steps.
    const auto traversal = hcl::parseTraversal(text, "fuzz");
    fuzz::checkRanges(traversal.diagnostics, size);
    if (traversal.isOk()) {
        const auto same = (*expression)->asTraversal();
        fuzz::require(same.has_value() && same->steps.size() == traversal->steps.size());
    }
    fuzz::checkRanges(hcl::parseTraversalPartial(text, "fuzz").diagnostics, size);
    if (hcl::isValidIdentifier(text))
        fuzz::require(expression.isOk());
    return 0;
}
