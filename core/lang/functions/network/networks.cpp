// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/builtins.h"
#include "core/lang/functions/network/ip_prefix.h"

#include <fmt/format.h>

#include <algorithm>

namespace planlens::lang {
namespace {

hcl::FunctionOutcome<IpPrefix> parsePrefix(const std::string& text) {
    const auto prefix = IpPrefix::parse(text);
    if (!prefix)
        return fail("invalid CIDR address: " + text);
    return *prefix;
}

hcl::FunctionOutcome<IpPrefix> prefixArgument(const Value& argument) {
    auto prefix = parsePrefix(argument.asString());
    if (!prefix)
        return fail("invalid CIDR expression: " + prefix.error().message);
    return prefix;
}

/// Returns an integer of any size.
hcl::FunctionOutcome<Number> wholeNumber(const Value& argument) {
    if (!argument.asNumber().isInteger())
        return fail("value must be a whole number");
    return argument.asNumber();
}

Number powerOfTwo(std::size_t exponent) {
    Number result(1);
    for (std::size_t i = 0; i < exponent; ++i)
        result = result + result;
    return result;
}

/// Returns the lowest 64 bits as a signed number: the reference compares only these.
Number lowestBits(const Number& number) {
    const auto bits = Number::modulo(number, powerOfTwo(64)).toUint64();
    return Number(static_cast<std::int64_t>(bits.value_or(0)));
}

constexpr const char* noRoom = "panic in function implementation: runtime error: index out of range [-1]";

ValueOutcome host(Arguments arguments, Type) {
    const auto number = wholeNumber(arguments[1]);
    if (!number)
        return Failure{number.error()};
    const auto prefix = prefixArgument(arguments[0]);
    if (!prefix)
        return Failure{prefix.error()};
    const Number greatest = powerOfTwo(prefix->addressBits() - prefix->length()) - Number(1);
    // Negative numbers count from the end.
    const bool negative = number->isNegative();
    const Number hostNumber = negative ? greatest + *number + Number(1) : *number;
    if (negative ? hostNumber.isNegative() : lowestBits(*number) > greatest) {
        return fail(fmt::format("prefix of {} does not accommodate a host numbered {}", prefix->length(),
                                hostNumber.toString()));
    }
    // IPv4 addresses inside IPv6 are treated as 32 bits wide here, as in the reference.
    const std::size_t shift = prefix->addressBits() - prefix->address().shortest().bits();
    const auto address = prefix->address().with(hostNumber, shift);
    if (!address)
        return fail(noRoom);
    return Value::string(address->toString());
}

ValueOutcome netmask(Arguments arguments, Type) {
    const auto prefix = prefixArgument(arguments[0]);
    if (!prefix)
        return Failure{prefix.error()};
    if (!prefix->address().isV4())
        return fail("IPv6 addresses cannot have a netmask: " + arguments[0].asString());
    return Value::string(prefix->mask().toString());
}

ValueOutcome subnet(Arguments arguments, Type) {
    const auto newBits = toInteger(arguments[1]);
    if (!newBits)
        return Failure{newBits.error()};
    const auto number = wholeNumber(arguments[2]);
    if (!number)
        return Failure{number.error()};
    const auto prefix = prefixArgument(arguments[0]);
    if (!prefix)
        return Failure{prefix.error()};
    constexpr std::int64_t farTooMany = 1000; // bits, for any address
    const std::int64_t length =
        static_cast<std::int64_t>(prefix->length()) + std::clamp(*newBits, -farTooMany, farTooMany);
    if (length > static_cast<std::int64_t>(prefix->addressBits())) {
        return fail(fmt::format("insufficient address space to extend prefix of {} by {}", prefix->length(), *newBits));
    }
    // The reference compares only the lowest 64 bits.
    constexpr std::int64_t wordBits = 64;
    if (*newBits >= 0 && *newBits < wordBits && number->absolute() >= powerOfTwo(static_cast<std::size_t>(*newBits))) {
        return fail(fmt::format("prefix extension of {} does not accommodate a subnet numbered {}", *newBits,
                                number->toString()));
    }
    const std::int64_t shift = static_cast<std::int64_t>(prefix->addressBits()) - length;
    const auto address = prefix->address().with(*number, static_cast<std::size_t>(shift));
    if (!address)
        return fail(noRoom);
    return Value::string(length < 0 ? "<nil>" : IpPrefix::toString(*address, static_cast<std::size_t>(length)));
}

const char* protocol(const IpPrefix& prefix) {
    return prefix.addressBits() == 32 ? "IPv4" : "IPv6";
}

/// Returns the prefix length of a further subnet from the number of added bits.
hcl::FunctionOutcome<std::size_t> subnetLength(const IpPrefix& prefix, const Value& newBits) {
    const auto bits = toInteger(newBits);
    if (!bits)
        return Failure{bits.error()};
    constexpr std::int64_t greatest = 32;
    if (*bits < 1)
        return fail("must extend prefix by at least one bit");
    if (*bits > greatest)
        return fail("may not extend prefix by more than 32 bits");
    const std::size_t length = prefix.length() + static_cast<std::size_t>(*bits);
    if (length > prefix.addressBits()) {
        return fail(fmt::format("would extend prefix to {} bits, which is too long for an {} address", length,
                                protocol(prefix)));
    }
    return length;
}

bool isZero(const IpAddress& address) {
    return address == address.masked(0);
}

/// Returns the first subnet. For address zero, the reference returns the one after the last of all subnets: none.
std::optional<IpPrefix> first(const IpPrefix& prefix, std::size_t length) {
    return isZero(prefix.address()) ? std::nullopt : std::optional(IpPrefix(prefix.address(), length));
}

/// Returns the subnet that messages name as the one before the first; only used for address zero.
IpPrefix before(const IpPrefix& prefix, std::size_t length) {
    return {prefix.address().filled(0), length};
}

ValueOutcome subnets(Arguments arguments, Type type) {
    const auto prefix = parsePrefix(arguments[0].asString());
    if (!prefix)
        return failAt(0, "invalid CIDR expression: " + prefix.error().message);
    // IPv4 addresses inside IPv6 have no subnets.
    const bool isInside = prefix->address().isV4() && prefix->addressBits() != 32;
    std::vector<Value> result;
    std::optional<IpPrefix> current;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const auto length = subnetLength(*prefix, arguments[i]);
        if (!length)
            return failAt(i, length.error().message);
        const auto next = current ? current->next(*length) : first(*prefix, *length);
        if (!current)
            current = before(*prefix, *length);
        if (!next || isInside || !prefix->contains(next->address())) {
            return failAt(i, fmt::format("not enough remaining address space for a subnet with a prefix of {} bits "
                                         "after {}",
                                         *length, isInside ? "<nil>" : current->toString()));
        }
        current = next;
        result.push_back(Value::string(current->toString()));
    }
    return Value::sequence(type, std::move(result));
}

ValueOutcome contains(Arguments arguments, Type) {
    const std::string& containing = arguments[0].asString();
    const std::string& contained = arguments[1].asString();
    const auto prefix = parsePrefix(containing);
    if (!prefix)
        return Failure{prefix.error()};
    std::optional<IpAddress> first = IpAddress::parse(contained);
    std::optional<IpAddress> last = first;
    if (!first) {
        const auto inner = IpPrefix::parse(contained);
        if (!inner)
            return fail("invalid IP address or prefix: " + contained);
        first = inner->address();
        last = inner->last();
    }
    if (first->isV4() != prefix->address().isV4())
        return fail(fmt::format("address family mismatch: {} vs. {}", containing, contained));
    return Value::boolean(prefix->contains(*first) && prefix->contains(*last));
}

} // namespace

void addNetworks(FunctionList& functions) {
    const Parameter prefix = parameter("prefix", Type::string());
    add(functions, {.name = "cidrhost",
                    .parameters = {prefix, parameter("hostnum", Type::number())},
                    .type = always(Type::string()),
                    .call = host});
    add(functions, {.name = "cidrnetmask", .parameters = {prefix}, .type = always(Type::string()), .call = netmask});
    add(functions, {.name = "cidrsubnet",
                    .parameters = {prefix, parameter("newbits", Type::number()), parameter("netnum", Type::number())},
                    .type = always(Type::string()),
                    .call = subnet});
    add(functions, {.name = "cidrsubnets",
                    .parameters = {prefix},
                    .variadic = parameter("newbits", Type::number()),
                    .type = always(Type::list(Type::string())),
                    .call = subnets});
    add(functions, {.name = "cidrcontains",
                    .parameters = {parameter("containing_prefix", Type::string()),
                                   parameter("contained_ip_or_prefix", Type::string())},
                    .nullness = Nullness::MayBeNull,
                    .type = always(Type::boolean()),
                    .call = contains});
}

} // namespace planlens::lang
