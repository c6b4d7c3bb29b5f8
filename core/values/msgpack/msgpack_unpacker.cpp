// SPDX-License-Identifier: MPL-2.0
#include "core/values/msgpack/msgpack_unpacker.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace planlens::values {

std::optional<std::int64_t> MsgpackUnpacker::integer() {
    const auto c = code();
    if (!c)
        return std::nullopt;
    if (*c == 0xc0)
        return 0;
    if (isFixedNumber(*c))
        return static_cast<std::int8_t>(*c);
    const bool isSigned = *c >= 0xd0 && *c <= 0xd3;
    if (!isSigned && !(*c >= 0xcc && *c <= 0xcf))
        return std::nullopt;
    const auto bits = bigEndian(std::size_t{1} << (*c & 3));
    if (!bits)
        return std::nullopt;
    switch (isSigned ? *c : 0) {
    case 0xd0:
        return static_cast<std::int8_t>(*bits);
    case 0xd1:
        return static_cast<std::int16_t>(*bits);
    case 0xd2:
        return static_cast<std::int32_t>(*bits);
    default:
        return static_cast<std::int64_t>(*bits);
    }
}

namespace {

/// Whether a short text denotes a number with millions of decimal digits, which only a malicious sender would use.
bool hasEndlessDigits(std::string_view text) {
    constexpr std::size_t digitsOfSevenFigures = 7;
    const std::size_t mark = text.find_first_of("eEpP");
    if (mark == std::string_view::npos)
        return false;
    std::string_view exponent = text.substr(mark + 1);
    exponent.remove_prefix(std::min(exponent.find_first_not_of("+-0"), exponent.size()));
    return exponent.size() >= digitsOfSevenFigures;
}

} // namespace

std::optional<Number> MsgpackUnpacker::number() {
    const unsigned c = peek();
    if (c == 0xca || c == 0xcb) {
        skipCode();
        const auto bits = bigEndian(c == 0xca ? 4 : 8);
        if (!bits)
            return std::nullopt;
        const double value = c == 0xcb ? std::bit_cast<double>(*bits)
                                       : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(*bits)));
        return value != value ? std::nullopt : std::optional(Number::fromDouble(value));
    }
    if (c == 0xcf) {
        skipCode();
        const auto bits = bigEndian(8);
        if (!bits)
            return std::nullopt;
        return *bits >> 63 ? Number::parse(std::to_string(*bits)) : Number(static_cast<std::int64_t>(*bits));
    }
    if (isFixedNumber(c) || (c >= 0xcc && c <= 0xd3)) {
        const auto value = integer();
        return value ? std::optional(Number(*value)) : std::nullopt;
    }
    const auto text = string();
    return text && !hasEndlessDigits(*text) ? Number::parse(*text) : std::nullopt;
}

std::optional<std::string_view> MsgpackUnpacker::string() {
    const auto c = code();
    if (!c)
        return std::nullopt;
    if (*c == 0xc0)
        return "";
    std::optional<std::uint64_t> size;
    if (*c >= 0xa0 && *c <= 0xbf)
        size = *c & 0x1f;
    else if (*c >= 0xd9 && *c <= 0xdb)
        size = bigEndian(std::size_t{1} << (*c - 0xd9));
    else if (*c >= 0xc4 && *c <= 0xc6)
        size = bigEndian(std::size_t{1} << (*c - 0xc4));
    return size ? take(*size) : std::nullopt;
}

std::optional<MsgpackUnpacker::ExtensionHeader> MsgpackUnpacker::extensionHeader() {
    const auto c = code();
    if (!c || !isExtension(*c))
        return std::nullopt;
    const auto size =
        *c >= 0xd4 ? std::optional(std::uint64_t{1} << (*c - 0xd4)) : bigEndian(std::size_t{1} << (*c - 0xc7));
    const auto type = size ? code() : std::nullopt;
    if (!type)
        return std::nullopt;
    return ExtensionHeader{*type, *size};
}

std::string MsgpackUnpacker::refused(std::size_t position, std::string_view decoding) const {
    if (position >= m_bytes.size())
        return "EOF";
    if (m_at > position + 1 || m_at >= m_bytes.size())
        return "unexpected EOF";
    return fmt::format("msgpack: invalid code={:x} decoding {}", static_cast<unsigned char>(m_bytes[position]),
                       decoding);
}

std::optional<std::int64_t> MsgpackUnpacker::length(unsigned fixed, unsigned code16) {
    const auto c = code();
    if (!c)
        return std::nullopt;
    if (*c == 0xc0)
        return -1;
    if ((*c & 0xf0) == fixed)
        return *c & 0x0f;
    if (*c != code16 && *c != code16 + 1)
        return std::nullopt;
    const auto size = bigEndian(*c == code16 ? 2 : 4);
    return size ? std::optional(static_cast<std::int64_t>(*size)) : std::nullopt;
}

} // namespace planlens::values
