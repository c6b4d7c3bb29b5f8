// SPDX-License-Identifier: MPL-2.0
#include "core/findings/matching.h"
#include "core/plans/changes.h"
#include "tests/fuzz/fuzz_input.h"

using namespace planlens;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto read = findings::readFindings(fuzz::textOf(data, size), "findings.json");
    fuzz::require(read.value.has_value() || read.hasErrors());
    if (!read.value)
        return 0;
    const auto matched = findings::matched(*read.value, plans::Changes());
    fuzz::require(matched.size() == read.value->size());
    for (const findings::ScannerFinding& finding : *read.value)
        fuzz::require(!finding.title.empty());
    return 0;
}
