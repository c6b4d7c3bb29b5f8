// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/number/number.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace planlens::lang {

/// An IPv4 or IPv6 address, parsed as the reference does for compatibility: leading zeros are decimal.
class IpAddress {
public:
    static std::optional<IpAddress> parse(std::string_view text);
    static std::optional<IpAddress> parseV4(std::string_view text);
    static std::optional<IpAddress> parseV6(std::string_view text);

    /// 32 for an address in IPv4 notation, otherwise 128.
    std::size_t bits() const { return m_size * 8; }
    /// Also true for IPv4 addresses inside IPv6.
    bool isV4() const;
    std::string toString() const;

    IpAddress masked(std::size_t length) const;
    /// Sets all bits after the prefix.
    IpAddress filled(std::size_t length) const;
    /// Inserts the bits of a number, shifted to the left; nothing if they do not fit. The result for negative numbers
    /// is useless, but equals that of the reference.
    std::optional<IpAddress> with(const values::Number& number, std::size_t shift) const;
    /// Returns the number in the bits [first, last); nothing if there are more than 63.
    std::optional<std::int64_t> numberIn(std::size_t first, std::size_t last) const;
    /// Returns the next address; nothing after the greatest.
    std::optional<IpAddress> next() const;
    bool hasPrefix(const IpAddress& prefix, std::size_t length) const {
        return masked(length) == prefix.masked(length);
    }
    bool operator==(const IpAddress&) const = default;

    /// Converts an IPv4 address inside IPv6 to plain IPv4.
    IpAddress shortest() const;

private:
    friend class IpPrefix;
    std::array<std::uint8_t, 16> m_bytes{}; // only the first m_size are used
    std::size_t m_size = 4;
};

/// A network: an address and the length of its prefix.
class IpPrefix {
public:
    static std::optional<IpPrefix> parse(std::string_view text);
    IpPrefix(IpAddress address, std::size_t length)
        : m_address(address.masked(length))
        , m_length(length) {}

    const IpAddress& address() const { return m_address; }
    IpAddress last() const { return m_address.filled(m_length); }
    IpAddress mask() const;
    std::size_t length() const { return m_length; }
    std::size_t addressBits() const { return m_address.bits(); }
    bool contains(const IpAddress& address) const;
    /// Returns the first network of a length after this one; nothing after the last.
    std::optional<IpPrefix> next(std::size_t length) const;
    std::string toString() const { return toString(m_address, m_length); }
    static std::string toString(const IpAddress& address, std::size_t length);

private:
    IpAddress m_address;
    std::size_t m_length;
};

} // namespace planlens::lang
