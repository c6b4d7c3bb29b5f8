// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/parser.h"
#include "tests/fuzz/fuzz_input.h"

using namespace planlens;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = std::make_shared<const std::string>(fuzz::textOf(data, size));
    const auto file = hcl::parseNative(text, "fuzz");
    fuzz::require(file.value.has_value() && file->body);
    fuzz::checkRanges(file.diagnostics, size);
    for (const diags::BlockHeader& block : file->blocks)
        fuzz::require(block.startByte <= block.endByte && block.endByte <= size);
    const hcl::MapScope scope = fuzz::scope();
    fuzz::examine(*file->body, &scope);
    return 0;
}
