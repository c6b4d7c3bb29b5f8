// SPDX-License-Identifier: MPL-2.0
#include "core/cost/plan_costs.h"
#include "core/plans/changes.h"
#include "tests/fuzz/fuzz_input.h"

using namespace planlens;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(fuzz::textOf(data, size));
    // A written amount is read as the same cents.
    if (const auto amount = cost::Amount::parsed(text)) {
        const auto again = cost::Amount::parsed(amount->cents());
        fuzz::require(again && again->cents() == amount->cents());
    }
    const auto read = cost::readEstimate(text, "cost.json");
    fuzz::require(read.value.has_value() || read.hasErrors());
    if (read.value)
        fuzz::require(cost::planCosts(*read.value, plans::Changes()).others.size() == read.value->resources.size());
    return 0;
}
