// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/number/number.h"

#include <mpfr.h>

namespace planlens::values::detail {

/// A binary float: everything that is not a small integer. Its precision counts, because the shortest text of a
/// number that came from a double is that of the double.
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

/// The fewest digits that read back to the same number at its precision; not for infinities.
Decimal shortestDecimal(mpfr_srcptr value);
/// Rounded to so many digits.
Decimal roundedDecimal(mpfr_srcptr value, std::size_t digits);
/// Without exponent.
std::string plainText(const Decimal& decimal);
/// As C's %g, with the number of significant digits, or for the shortest digits.
std::string generalText(const Decimal& decimal, std::optional<int> significant);

} // namespace planlens::values::detail
