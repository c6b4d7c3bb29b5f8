// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/number/number.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace planlens::lang {

/// An address of IPv4 or IPv6, read as the reference has always read them: leading zeros are decimal.
class IpAddress {
public:
    static std::optional<IpAddress> parse(std::string_view text);
    static std::optional<IpAddress> parseV4(std::string_view text);
    static std::optional<IpAddress> parseV6(std::string_view text);

    /// 32 for an address written as IPv4, else 128.
    std::size_t bits() const { return m_size * 8; }
    /// Also true for IPv4 addresses inside IPv6.
    bool isV4() const;
    std::string toString() const;

    IpAddress masked(std::size_t length) const;
    /// With all bits behind the prefix set.
    IpAddress filled(std::size_t length) const;
    /// With the bits of a number, shifted to the left, put in; nothing where there is no room for them. What becomes of
    /// negative numbers makes no sense, but it is what the reference makes of them.
    std::optional<IpAddress> with(const values::Number& number, std::size_t shift) const;
    /// The next address; nothing after the greatest.
    std::optional<IpAddress> next() const;
    bool hasPrefix(const IpAddress& prefix, std::size_t length) const {
        return masked(length) == prefix.masked(length);
    }
    bool operator==(const IpAddress&) const = default;

    /// An IPv4 address inside IPv6 without what is around it.
    IpAddress shortest() const;

private:
    friend class IpPrefix;
    std::array<std::uint8_t, 16> m_bytes{}; // the first m_size of them
    std::size_t m_size = 4;
};

/// A network: an address and how many of its bits are fixed.
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
    /// The first network of a length behind this one; nothing behind the last.
    std::optional<IpPrefix> next(std::size_t length) const;
    std::string toString() const { return toString(m_address, m_length); }
    static std::string toString(const IpAddress& address, std::size_t length);

private:
    IpAddress m_address;
    std::size_t m_length;
};

} // namespace planlens::lang
