// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/network/ip_prefix.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace planlens::lang {
namespace {

constexpr std::size_t v4Size = 4;
constexpr std::size_t v6Size = 16;

/// Reads the digits at the start of a text; nothing if there are none or the number is far too large.
std::optional<unsigned> takeNumber(std::string_view& text, unsigned base) {
    constexpr unsigned tooGreat = 0xFFFFFF;
    unsigned number = 0;
    std::size_t count = 0;
    for (; count < text.size(); ++count) {
        const char c = text[count];
        unsigned digit = 0;
        if (c >= '0' && c <= '9')
            digit = static_cast<unsigned>(c - '0');
        else if (base == 16 && c >= 'a' && c <= 'f')
            digit = static_cast<unsigned>(c - 'a') + 10;
        else if (base == 16 && c >= 'A' && c <= 'F')
            digit = static_cast<unsigned>(c - 'A') + 10;
        else
            break;
        number = number * base + digit;
        if (number >= tooGreat)
            return std::nullopt;
    }
    if (count == 0)
        return std::nullopt;
    text.remove_prefix(count);
    return number;
}

bool take(std::string_view& text, std::string_view what) {
    if (!text.starts_with(what))
        return false;
    text.remove_prefix(what.size());
    return true;
}

} // namespace

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
    const std::size_t separator = text.find_first_of(".:");
    if (separator == std::string_view::npos)
        return std::nullopt;
    return text[separator] == '.' ? parseV4(text) : parseV6(text);
}

std::optional<IpAddress> IpAddress::parseV4(std::string_view text) {
    IpAddress address;
    for (std::size_t i = 0; i < v4Size; ++i) {
        if (i > 0 && !take(text, "."))
            return std::nullopt;
        const auto number = takeNumber(text, 10);
        if (!number || *number > 0xFF)
            return std::nullopt;
        address.m_bytes[i] = static_cast<std::uint8_t>(*number);
    }
    return text.empty() ? std::optional(address) : std::nullopt;
}

std::optional<IpAddress> IpAddress::parseV6(std::string_view text) {
    IpAddress address;
    address.m_size = v6Size;
    std::optional<std::size_t> gap; // position of the zeros denoted by `::`
    if (take(text, "::"))
        gap = 0;
    std::size_t at = 0;
    while (at < v6Size && !(gap == at && text.empty())) {
        const std::string_view group = text;
        const auto number = takeNumber(text, 16);
        if (!number || *number > 0xFFFF)
            return std::nullopt;
        if (text.starts_with('.')) {
            const auto v4 = at + v4Size <= v6Size && (gap || at == v6Size - v4Size) ? parseV4(group) : std::nullopt;
            if (!v4)
                return std::nullopt;
            std::copy_n(v4->m_bytes.begin(), v4Size, address.m_bytes.begin() + static_cast<std::ptrdiff_t>(at));
            at += v4Size;
            text = {};
            break;
        }
        address.m_bytes[at++] = static_cast<std::uint8_t>(*number >> 8);
        address.m_bytes[at++] = static_cast<std::uint8_t>(*number & 0xFF);
        if (text.empty())
            break;
        if (!take(text, ":") || text.empty())
            return std::nullopt;
        if (take(text, ":")) {
            if (gap)
                return std::nullopt;
            gap = at;
        }
    }
    if (!text.empty() || (at < v6Size) != gap.has_value())
        return std::nullopt;
    if (gap) {
        const auto begin = address.m_bytes.begin();
        const auto end = begin + static_cast<std::ptrdiff_t>(at);
        std::move_backward(begin + static_cast<std::ptrdiff_t>(*gap), end, address.m_bytes.end());
        std::fill_n(begin + static_cast<std::ptrdiff_t>(*gap), v6Size - at, std::uint8_t{0});
    }
    return address;
}

bool IpAddress::isV4() const {
    if (m_size == v4Size)
        return true;
    return std::all_of(m_bytes.begin(), m_bytes.begin() + 10, [](std::uint8_t byte) { return byte == 0; }) &&
           m_bytes[10] == 0xFF && m_bytes[11] == 0xFF;
}

IpAddress IpAddress::shortest() const {
    if (m_size == v4Size || !isV4())
        return *this;
    IpAddress result;
    std::copy(m_bytes.begin() + 12, m_bytes.end(), result.m_bytes.begin());
    return result;
}

std::string IpAddress::toString() const {
    if (isV4()) {
        const auto& bytes = shortest().m_bytes;
        return fmt::format("{}.{}.{}.{}", bytes[0], bytes[1], bytes[2], bytes[3]);
    }
    // The longest run of at least two zero groups is omitted.
    constexpr std::size_t groupCount = 8;
    const auto group = [this](std::size_t i) { return m_bytes[2 * i] << 8 | m_bytes[2 * i + 1]; };
    std::size_t gapStart = groupCount;
    std::size_t gapLength = 1;
    for (std::size_t i = 0; i < groupCount; ++i) {
        std::size_t end = i;
        while (end < groupCount && group(end) == 0)
            ++end;
        if (end - i > gapLength) {
            gapStart = i;
            gapLength = end - i;
        }
    }
    std::string out;
    for (std::size_t i = 0; i < groupCount; ++i) {
        if (i == gapStart) {
            out += "::";
            i += gapLength;
            if (i >= groupCount)
                break;
        } else if (i > 0) {
            out += ':';
        }
        out += fmt::format("{:x}", group(i));
    }
    return out;
}

IpAddress IpAddress::masked(std::size_t length) const {
    IpAddress result = *this;
    for (std::size_t i = 0; i < m_size; ++i) {
        const std::size_t kept = std::min<std::size_t>(8, length > 8 * i ? length - 8 * i : 0);
        result.m_bytes[i] = static_cast<std::uint8_t>(m_bytes[i] & (0xFF00 >> kept));
    }
    return result;
}

IpAddress IpAddress::filled(std::size_t length) const {
    IpAddress result = *this;
    for (std::size_t i = 0; i < m_size; ++i) {
        const std::size_t kept = std::min<std::size_t>(8, length > 8 * i ? length - 8 * i : 0);
        result.m_bytes[i] = static_cast<std::uint8_t>(m_bytes[i] | (0xFF >> kept));
    }
    return result;
}

std::optional<IpAddress> IpAddress::with(const values::Number& number, std::size_t shift) const {
    using values::Number;
    const bool negative = number.isNegative();
    if (number.isZero())
        return *this;
    Number shifted = number.absolute();
    for (std::size_t i = 0; i < shift; ++i)
        shifted = shifted + shifted;
    // The bits of a negative number in two's complement are those of its absolute value minus one, inverted.
    const std::string digits = (negative ? shifted - Number(1) : shifted).toString(2);
    IpAddress result = *this;
    if (negative)
        result.m_bytes.fill(0);
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const std::size_t bit = digits.size() - 1 - i; // counted from the lowest
        if (digits[i] != '1')
            continue;
        if (bit >= bits())
            return std::nullopt;
        const std::size_t at = m_size - 1 - bit / 8;
        const auto mask = static_cast<std::uint8_t>(1 << bit % 8);
        if (!negative || !(m_bytes[at] & mask))
            result.m_bytes[at] = static_cast<std::uint8_t>(result.m_bytes[at] | mask);
    }
    return negative ? result.next() : result;
}

std::optional<std::int64_t> IpAddress::numberIn(std::size_t first, std::size_t last) const {
    constexpr std::size_t most = 63, bitsOfByte = 8;
    if (last > bits() || first > last || last - first > most)
        return {};
    std::int64_t number = 0;
    for (std::size_t i = first; i < last; ++i)
        number = number * 2 + ((m_bytes[i / bitsOfByte] >> (bitsOfByte - 1 - i % bitsOfByte)) & 1);
    return number;
}

std::optional<IpAddress> IpAddress::next() const {
    IpAddress result = *this;
    for (std::size_t i = m_size; i-- > 0;) {
        if (++result.m_bytes[i] != 0)
            return result;
    }
    return std::nullopt;
}

std::optional<IpPrefix> IpPrefix::parse(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos)
        return std::nullopt;
    auto address = IpAddress::parseV4(text.substr(0, slash));
    if (!address)
        address = IpAddress::parseV6(text.substr(0, slash));
    std::string_view rest = text.substr(slash + 1);
    const auto length = takeNumber(rest, 10);
    if (!address || !length || !rest.empty() || *length > address->bits())
        return std::nullopt;
    return IpPrefix(*address, *length);
}

IpAddress IpPrefix::mask() const {
    IpAddress result;
    result.m_size = m_address.m_size;
    result.m_bytes.fill(0xFF);
    return result.masked(m_length);
}

bool IpPrefix::contains(const IpAddress& address) const {
    const IpAddress own = m_address.shortest();
    const IpAddress other = address.shortest();
    if (own.bits() != other.bits())
        return false;
    const std::size_t around = addressBits() - own.bits();
    return other.hasPrefix(own, m_length > around ? m_length - around : 0);
}

std::optional<IpPrefix> IpPrefix::next(std::size_t length) const {
    const auto following = last().filled(length).next();
    return following ? std::optional(IpPrefix(*following, length)) : std::nullopt;
}

std::string IpPrefix::toString(const IpAddress& address, std::size_t length) {
    const std::size_t around = address.bits() - address.shortest().bits();
    return fmt::format("{}/{}", address.toString(), length > around ? length - around : 0);
}

} // namespace planlens::lang
