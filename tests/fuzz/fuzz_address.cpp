// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/move_endpoint.h"
#include "core/addrs/provider.h"
#include "core/addrs/reference.h"
#include "core/addrs/target.h"
#include "core/hcl/syntax/parser.h"
#include "tests/fuzz/fuzz_input.h"

using namespace planlens;

namespace {

/// Checks that a written address is read as the same address.
template <typename Read>
void checkRoundTrip(std::string_view text, Read read) {
    const auto address = read(text);
    if (!address.isOk())
        return;
    const auto again = read(address->toString());
    fuzz::require(again.isOk() && again->toString() == address->toString());
}

void examineTraversal(const hcl::Traversal& traversal) {
    (void)addrs::parseModuleInstance(traversal);
    (void)addrs::parseModule(traversal);
    (void)addrs::parseConfigResource(traversal);
    (void)addrs::parseAbsResourceInstance(traversal);
    (void)addrs::parseReferenceFromTestingScope(traversal);
    if (const auto reference = addrs::parseReference(traversal); reference.isOk())
        (void)reference->toString();
    if (const auto endpoint = addrs::parseRemoveEndpoint(traversal); endpoint.isOk())
        (void)endpoint->toString();
    const auto from = addrs::parseMoveEndpoint(traversal);
    if (!from.isOk())
        return;
    (void)from->toString();
    const auto both = addrs::unifyMoveEndpoints({{"m"}}, *from, *from);
    fuzz::require(both.has_value() && both->first == both->second);
    fuzz::require(!both->first.toString().empty());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    checkRoundTrip(text, [](std::string_view from) { return addrs::parseTargetText(from); });
    checkRoundTrip(text, [](std::string_view from) { return addrs::parseModuleInstance(from); });
    checkRoundTrip(text, [](std::string_view from) { return addrs::parseAbsResource(from); });
    checkRoundTrip(text, [](std::string_view from) { return addrs::parseAbsResourceInstance(from); });
    checkRoundTrip(text, [](std::string_view from) { return addrs::parseAbsOutputValue(from); });
    checkRoundTrip(text, [](std::string_view from) { return addrs::parseAbsProviderConfig(from); });
    checkRoundTrip(text, [](std::string_view from) { return addrs::parseAbsProviderInstance(from); });
    (void)addrs::parseLegacyAbsProviderConfig(text);
    // Both readers of instance addresses agree if both accept the text.
    const auto quick = addrs::readAbsResourceInstance(text);
    const auto parsed = addrs::parseAbsResourceInstance(text);
    if (quick && parsed.isOk())
        fuzz::require(*quick == *parsed);
    if (quick)
        fuzz::require(addrs::readAbsResourceInstance(quick->toString()) == quick);
    (void)addrs::readModuleInstance(text);
    (void)addrs::readConfigResource(text);
    if (const auto traversal = hcl::parseTraversal(text, "fuzz"); traversal.isOk())
        examineTraversal(*traversal);
    return 0;
}
