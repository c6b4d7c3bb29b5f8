// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/parser.h"
#include "tests/fuzz/fuzz_input.h"

using namespace planlens;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    const auto expression = hcl::parseTemplate(text, "fuzz");
    fuzz::require(expression.value.has_value() && *expression);
    fuzz::checkRanges(expression.diagnostics, size);
    const hcl::MapScope scope = fuzz::scope();
    fuzz::examine(**expression, &scope);
    return 0;
}
