// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/time/timestamp.h"

#include <fmt/format.h>

#include <limits>
#include <optional>

namespace planlens::lang {
namespace {

constexpr std::uint64_t overflow = std::uint64_t{1} << 63;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

std::optional<std::uint64_t> unitNanoseconds(std::string_view unit) {
    if (unit == "ns")
        return 1;
    if (unit == "us" || unit == "\u00b5s" || unit == "\u03bcs")
        return 1'000;
    if (unit == "ms")
        return 1'000'000;
    if (unit == "s")
        return 1'000'000'000;
    if (unit == "m")
        return 60'000'000'000;
    if (unit == "h")
        return 3'600'000'000'000;
    return std::nullopt;
}

/// Removes and parses the leading digits; nothing if the number is too large.
std::optional<std::uint64_t> takeWhole(std::string_view& text) {
    std::uint64_t value = 0;
    for (; !text.empty() && isDigit(text[0]); text.remove_prefix(1)) {
        if (value > overflow / 10)
            return std::nullopt;
        value = value * 10 + static_cast<std::uint64_t>(text[0] - '0');
        if (value > overflow)
            return std::nullopt;
    }
    return value;
}

struct Fraction {
    std::uint64_t digits = 0;
    double scale = 1;
};

/// Removes and parses the digits after the point; those beyond 63 bits are ignored.
Fraction takeFraction(std::string_view& text) {
    Fraction fraction;
    bool full = false;
    for (; !text.empty() && isDigit(text[0]); text.remove_prefix(1)) {
        if (full)
            continue;
        const std::uint64_t next = fraction.digits > (overflow - 1) / 10
                                       ? overflow + 1
                                       : fraction.digits * 10 + static_cast<std::uint64_t>(text[0] - '0');
        full = next > overflow;
        if (!full) {
            fraction.digits = next;
            fraction.scale *= 10;
        }
    }
    return fraction;
}

/// Quotes a duration as the reference does: bytes other than printable ASCII are escaped.
std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < ' ' || byte >= 0x80)
            result += fmt::format("\\x{:02x}", byte);
        else
            result.append(c == '"' || c == '\\' ? 1 : 0, '\\').push_back(c);
    }
    return result + '"';
}

} // namespace

diags::Expected<std::int64_t, std::string> parseDuration(std::string_view text) {
    const auto invalid = [text] { return diags::Unexpected{"time: invalid duration " + quoted(text)}; };
    std::string_view rest = text;
    const bool negative = rest.starts_with('-');
    if (negative || rest.starts_with('+'))
        rest.remove_prefix(1);
    if (rest == "0")
        return std::int64_t{0};
    if (rest.empty())
        return invalid();
    std::uint64_t total = 0;
    while (!rest.empty()) {
        const std::size_t before = rest.size();
        const auto whole = takeWhole(rest);
        if (!whole)
            return invalid();
        bool anyDigits = rest.size() != before;
        Fraction fraction;
        if (rest.starts_with('.')) {
            rest.remove_prefix(1);
            const std::size_t behindPoint = rest.size();
            fraction = takeFraction(rest);
            anyDigits = anyDigits || rest.size() != behindPoint;
        }
        if (!anyDigits)
            return invalid();
        std::size_t length = 0;
        while (length < rest.size() && rest[length] != '.' && !isDigit(rest[length]))
            ++length;
        if (length == 0)
            return diags::Unexpected{"time: missing unit in duration " + quoted(text)};
        const auto unit = unitNanoseconds(rest.substr(0, length));
        if (!unit) {
            return diags::Unexpected{
                fmt::format("time: unknown unit {} in duration {}", quoted(rest.substr(0, length)), quoted(text))};
        }
        rest.remove_prefix(length);
        if (*whole > overflow / *unit)
            return invalid();
        std::uint64_t nanoseconds = *whole * *unit;
        if (fraction.digits > 0) {
            nanoseconds += static_cast<std::uint64_t>(static_cast<double>(fraction.digits) *
                                                      (static_cast<double>(*unit) / fraction.scale));
        }
        if (nanoseconds > overflow || (total += nanoseconds) > overflow)
            return invalid();
    }
    if (negative)
        return static_cast<std::int64_t>(0 - total);
    if (total > overflow - 1)
        return invalid();
    return static_cast<std::int64_t>(total);
}

} // namespace planlens::lang
