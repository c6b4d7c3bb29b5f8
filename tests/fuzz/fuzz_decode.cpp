// SPDX-License-Identifier: MPL-2.0
#include "tests/fuzz/fuzz_functions.h"

using namespace planlens;

namespace {

/// As in OpenTofu, the last digit of the escape of < or > is composed with a mark that follows: "\u003c" and an accent.
bool hasBrokenEscape(std::string_view json) {
    for (std::size_t at = json.find('\\'); at < json.size(); at = json.find('\\', at + 2))
        if (json.substr(at).starts_with("\\u") &&
            json.substr(at + 2, 4).find_first_not_of("0123456789abcdef") != std::string_view::npos)
            return true;
    return false;
}

} // namespace

/// Reads the text as CSV and as JSON, two small formats that share a program.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const values::Value text = values::Value::string(fuzz::textOf(data, size));
    if (const auto rows = fuzz::call("csvdecode", text))
        fuzz::require(rows->type().isList() && rows->isWhollyKnown());
    if (const auto value = fuzz::call("jsondecode", text)) {
        const auto written = fuzz::call("jsonencode", *value);
        if (!written) // as in OpenTofu, 1e1812839884 is read as infinity, which cannot be written
            return 0;
        const auto again = fuzz::call("jsondecode", *written);
        fuzz::require(again ? *again == *value : hasBrokenEscape(written->asString()));
    }
    return 0;
}
