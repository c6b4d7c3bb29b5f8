// SPDX-License-Identifier: MPL-2.0
#include "core/states/file.h"
#include "tests/fuzz/fuzz_input.h"

using namespace planlens;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto file = states::readFile(fuzz::textOf(data, size));
    if (!file.isOk()) {
        fuzz::require(file.hasErrors());
        return 0;
    }
    // A written state can be read, and is written again unchanged.
    const std::string text = states::writeFile(*file);
    const auto again = states::readFile(text);
    fuzz::require(again.isOk());
    fuzz::require(states::writeFile(*again) == text);
    return 0;
}
