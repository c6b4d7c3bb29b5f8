// SPDX-License-Identifier: MPL-2.0
#include "tests/fuzz/fuzz_functions.h"

using namespace planlens;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto value = fuzz::call("yamldecode", values::Value::string(fuzz::textOf(data, size)));
    if (!value)
        return 0;
    fuzz::require(value->isWhollyKnown());
    if (const auto written = fuzz::call("yamlencode", *value))
        (void)fuzz::call("yamldecode", *written);
    return 0;
}
