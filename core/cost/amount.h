// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace planlens::cost {

/// An amount of money as a decimal number with twelve places. Sums are exact; only displayed texts are rounded, to
/// cents.
class Amount {
public:
    Amount() = default;
    /// Reads a decimal number such as "-12.345" or "1.5e-7". Further places are rounded. nullopt for other texts and
    /// numbers of 10^15 and more.
    static std::optional<Amount> parsed(std::string_view text);

    Amount operator+(Amount other) const { return Amount(m_units + other.m_units); }
    Amount operator-(Amount other) const { return Amount(m_units - other.m_units); }
    Amount& operator+=(Amount other) { return *this = *this + other; }
    auto operator<=>(const Amount&) const = default;

    bool isZero() const { return m_units == 0; }
    bool isNegative() const { return m_units < 0; }
    /// Rounded half away from zero: "1234.50", "-0.01". Zero has no sign.
    std::string cents() const;

private:
    __extension__ using Units = __int128; // sums of 10^8 amounts cannot overflow
    explicit Amount(Units units)
        : m_units(units) {}
    Units m_units = 0;
};

/// "$1,234.50"; other currencies as "1,234.50 EUR".
std::string moneyText(Amount amount, std::string_view currency);
/// The same with a sign: "+$10.00", "−$2.50"; "$0.00" for no difference.
std::string differenceText(Amount amount, std::string_view currency);

} // namespace planlens::cost
