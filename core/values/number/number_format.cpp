// SPDX-License-Identifier: MPL-2.0
#include "core/values/number/big_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace planlens::values {
namespace {

using detail::BigNumber;
using detail::Decimal;

/// Rounds to a number of digits after the point.
Decimal roundedAfterPoint(mpfr_srcptr value, long places) {
    constexpr std::size_t enough = 20;
    const Decimal estimate = detail::roundedDecimal(value, enough);
    const long digits = estimate.exponent + places;
    if (estimate.digits.empty() || digits < 0)
        return {};
    if (digits > 0)
        return detail::roundedDecimal(value, static_cast<std::size_t>(digits));
    // Only a value above one half of the last place rounds up; a tie is rounded to the even zero. A number that
    // is exactly a tie has few digits.
    constexpr std::size_t plenty = 400;
    const Decimal all = detail::roundedDecimal(value, plenty);
    const bool above = all.exponent == estimate.exponent ? all.digits > "5" : false;
    return above ? Decimal{"1", estimate.exponent + 1} : Decimal{};
}

std::string fixedText(const Decimal& decimal, std::size_t places) {
    std::string text = detail::plainText(decimal);
    if (places == 0)
        return text;
    std::size_t point = text.find('.');
    if (point == std::string::npos) {
        point = text.size();
        text += '.';
    }
    text.resize(point + 1 + places, '0');
    return text;
}

std::string scientificText(const Decimal& decimal, std::size_t places) {
    std::string text(1, decimal.digits.empty() ? '0' : decimal.digits[0]);
    if (places > 0) {
        text += '.';
        text += decimal.digits.size() > 1 ? decimal.digits.substr(1, places) : std::string();
        text.resize(2 + places, '0');
    }
    const long exponent = decimal.digits.empty() ? 0 : decimal.exponent - 1;
    return text + fmt::format("e{}{:02}", exponent < 0 ? '-' : '+', std::abs(exponent));
}

} // namespace

std::string Number::toString(Notation notation, int precision) const {
    BigNumber whole(64);
    if (!m_big)
        mpfr_set_sj(whole.value, m_integer, MPFR_RNDN);
    mpfr_srcptr value = m_big ? m_big->value : whole.value;
    const std::string sign = mpfr_signbit(value) ? "-" : "";
    if (mpfr_inf_p(value))
        return sign.empty() ? "+Inf" : "-Inf";
    const auto places = static_cast<std::size_t>(precision);
    switch (notation) {
    case Notation::Fixed:
        return sign + fixedText(roundedAfterPoint(value, precision), places);
    case Notation::Scientific:
        return sign + scientificText(detail::roundedDecimal(value, places + 1), places);
    case Notation::General:
        break;
    }
    const int significant = std::max(precision, 1);
    return sign +
           detail::generalText(detail::roundedDecimal(value, static_cast<std::size_t>(significant)), significant);
}

} // namespace planlens::values
