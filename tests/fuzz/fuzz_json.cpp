// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/parser.h"
#include "tests/fuzz/fuzz_input.h"

using namespace planlens;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = std::make_shared<const std::string>(fuzz::textOf(data, size));
    const auto file = hcl::parseJson(text, "fuzz");
    // An unclosed string is reported at the position after the end of the text.
    fuzz::checkRanges(file.diagnostics, size + 1);
    if (file.value && file->body) {
        const hcl::MapScope scope = fuzz::scope();
        fuzz::examine(*file->body, &scope);
    }
    return 0;
}
