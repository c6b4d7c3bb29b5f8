// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/number/number.h"

#include <mpfr.h>

namespace planlens::values::detail {

/// A binary float: any number other than a small integer. Its precision matters, because the shortest text of a number
/// that was a double is that of the double.
struct BigNumber {
    static constexpr mpfr_prec_t fullPrecision = 512;

    explicit BigNumber(mpfr_prec_t precision = fullPrecision) { mpfr_init2(value, precision); }
    BigNumber(const BigNumber&) = delete;
    BigNumber& operator=(const BigNumber&) = delete;
    ~BigNumber() { mpfr_clear(value); }

    mpfr_t value;
};

/// Decimal digits without trailing zeros: 0.d1d2d3… times ten to the power of `exponent`. No digits for zero.
struct Decimal {
    std::string digits;
    long exponent = 0;
};

/// Returns the fewest digits that read back to the same number at its precision; not for infinities.
Decimal shortestDecimal(mpfr_srcptr value);
/// Rounds to a number of digits.
Decimal roundedDecimal(mpfr_srcptr value, std::size_t digits);
/// Formats without exponent.
std::string plainText(const Decimal& decimal);
/// Formats like C's %g, with the given number of significant digits, or with the shortest digits.
std::string generalText(const Decimal& decimal, std::optional<int> significant);

} // namespace planlens::values::detail
