// SPDX-License-Identifier: MPL-2.0
#include "core/values/msgpack/msgpack.h"
#include "tests/fuzz/fuzz_input.h"

#include <array>

using namespace planlens;
using values::Type;
using values::Value;

/// The first byte selects the expected type.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::array types{
        Type::dynamic(),
        Type::string(),
        Type::number(),
        Type::boolean(),
        Type::list(Type::dynamic()),
        Type::set(Type::list(Type::number())),
        Type::map(Type::string()),
        Type::tuple({Type::string(), Type::number(), Type::dynamic()}),
        Type::object({{"a", Type::string()}, {"b", Type::set(Type::dynamic())}, {"c", Type::map(Type::number())}}),
    };
    if (size == 0)
        return 0;
    const Type type = types[data[0] % types.size()];
    const std::string_view bytes = fuzz::textOf(data + 1, size - 1);
    (void)values::impliedTypeOfMsgpack(bytes);
    const auto value = values::fromMsgpack(bytes, type);
    if (!value)
        return 0;
    // Written values can be read, and written again with the same bytes. (The value may differ at first: OpenTofu
    // writes large integers with the fewest digits that identify them at their precision, and -0 as 0, which may have
    // another position in a set.)
    const auto written = values::toMsgpack(*value, type);
    if (!written)
        return 0;
    const auto again = values::fromMsgpack(*written, type);
    fuzz::require(again.hasValue());
    const auto second = values::toMsgpack(*again, type);
    fuzz::require(second.hasValue());
    const auto third = values::fromMsgpack(*second, type);
    fuzz::require(third.hasValue());
    const auto same = values::toMsgpack(*third, type);
    fuzz::require(same && *same == *second);
    return 0;
}
