// SPDX-License-Identifier: MPL-2.0
#include "core/values/number/number.h"

#include "core/values/number/big_number.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace planlens::values {
namespace {

using detail::BigNumber;

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();

/// A number as a float, whichever way it is stored.
class Float {
public:
    Float(std::int64_t integer, const BigNumber* big)
        : m_big(big) {
        if (!big) {
            mpfr_init2(m_own, 64);
            mpfr_set_sj(m_own, integer, MPFR_RNDN);
        }
    }
    Float(const Float&) = delete;
    Float& operator=(const Float&) = delete;
    ~Float() {
        if (!m_big)
            mpfr_clear(m_own);
    }
    mpfr_srcptr get() const { return m_big ? m_big->value : m_own; }
    /// The precision that results inherit: integers count as full precision.
    mpfr_prec_t precision() const { return m_big ? mpfr_get_prec(m_big->value) : BigNumber::fullPrecision; }

private:
    const BigNumber* m_big;
    mpfr_t m_own;
};

using Operation = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

std::shared_ptr<BigNumber> compute(Operation operation, const Float& a, const Float& b) {
    auto result = std::make_shared<BigNumber>(std::max(a.precision(), b.precision()));
    operation(result->value, a.get(), b.get(), MPFR_RNDN);
    return result;
}

} // namespace

Number Number::fromBig(std::shared_ptr<const BigNumber> big) {
    mpfr_srcptr value = big->value;
    assert(!mpfr_nan_p(value));
    Number result;
    if (mpfr_nan_p(value))
        return result;
    const bool negativeZero = mpfr_zero_p(value) && mpfr_signbit(value);
    if (!negativeZero && mpfr_integer_p(value) && mpfr_fits_intmax_p(value, MPFR_RNDN)) {
        result.m_integer = mpfr_get_sj(value, MPFR_RNDN);
        return result;
    }
    // Exponents have the range of the reference: 32 bits.
    if (mpfr_regular_p(value)) {
        const mpfr_exp_t exponent = mpfr_get_exp(value);
        if (exponent > std::numeric_limits<std::int32_t>::max())
            return infinity(mpfr_signbit(value) != 0);
        if (exponent < std::numeric_limits<std::int32_t>::min())
            return result;
    }
    result.m_big = std::move(big);
    return result;
}

Number Number::fromDouble(double value) {
    assert(!std::isnan(value));
    if (std::trunc(value) == value && std::abs(value) < 9e18 && !(value == 0 && std::signbit(value)))
        return Number(static_cast<std::int64_t>(value));
    auto big = std::make_shared<BigNumber>(std::numeric_limits<double>::digits);
    mpfr_set_d(big->value, value, MPFR_RNDN);
    return fromBig(std::move(big));
}

Number Number::infinity(bool negative) {
    auto big = std::make_shared<BigNumber>();
    mpfr_set_inf(big->value, negative ? -1 : 1);
    Number result;
    result.m_big = std::move(big);
    return result;
}

bool Number::isInteger() const {
    return !m_big || mpfr_integer_p(m_big->value);
}
bool Number::isInfinite() const {
    return m_big && mpfr_inf_p(m_big->value);
}
bool Number::isZero() const {
    return m_big ? mpfr_zero_p(m_big->value) != 0 : m_integer == 0;
}
bool Number::isNegative() const {
    return m_big ? mpfr_sgn(m_big->value) < 0 : m_integer < 0;
}

std::optional<std::int64_t> Number::toInt64() const {
    if (m_big)
        return isZero() ? std::optional<std::int64_t>(0) : std::nullopt;
    return m_integer;
}

std::optional<std::uint64_t> Number::toUint64() const {
    if (isNegative())
        return std::nullopt;
    if (!m_big)
        return static_cast<std::uint64_t>(m_integer);
    if (!isInteger() || !mpfr_fits_uintmax_p(m_big->value, MPFR_RNDN))
        return std::nullopt;
    return mpfr_get_uj(m_big->value, MPFR_RNDN);
}

double Number::toDouble() const {
    return m_big ? mpfr_get_d(m_big->value, MPFR_RNDN) : static_cast<double>(m_integer);
}

bool Number::isExactDouble() const {
    const double value = toDouble();
    if (m_big)
        return mpfr_cmp_d(m_big->value, value) == 0;
    constexpr double limit = 9223372036854775808.0;
    return value < limit && static_cast<std::int64_t>(value) == m_integer;
}

Number Number::operator-() const {
    if (!m_big && m_integer != 0 && m_integer != smallest)
        return Number(-m_integer);
    const Float value(m_integer, m_big.get());
    auto result = std::make_shared<BigNumber>(value.precision());
    mpfr_neg(result->value, value.get(), MPFR_RNDN);
    return fromBig(std::move(result));
}

Number Number::absolute() const {
    const bool negative = m_big ? mpfr_signbit(m_big->value) != 0 : m_integer < 0;
    return negative ? -*this : *this;
}

Number Number::truncated() const {
    if (!m_big || isInfinite())
        return *this;
    auto result = std::make_shared<BigNumber>(mpfr_get_prec(m_big->value));
    mpfr_trunc(result->value, m_big->value);
    return fromBig(std::move(result));
}

Number Number::floor() const {
    if (!m_big || isInfinite())
        return *this;
    auto result = std::make_shared<BigNumber>(mpfr_get_prec(m_big->value));
    mpfr_floor(result->value, m_big->value);
    return fromBig(std::move(result));
}

Number Number::ceil() const {
    if (!m_big || isInfinite())
        return *this;
    auto result = std::make_shared<BigNumber>(mpfr_get_prec(m_big->value));
    mpfr_ceil(result->value, m_big->value);
    return fromBig(std::move(result));
}

Number operator+(const Number& a, const Number& b) {
    std::int64_t sum = 0;
    if (!a.m_big && !b.m_big && !__builtin_add_overflow(a.m_integer, b.m_integer, &sum))
        return Number(sum);
    return Number::fromBig(compute(mpfr_add, {a.m_integer, a.m_big.get()}, {b.m_integer, b.m_big.get()}));
}

Number operator-(const Number& a, const Number& b) {
    std::int64_t difference = 0;
    if (!a.m_big && !b.m_big && !__builtin_sub_overflow(a.m_integer, b.m_integer, &difference))
        return Number(difference);
    return Number::fromBig(compute(mpfr_sub, {a.m_integer, a.m_big.get()}, {b.m_integer, b.m_big.get()}));
}

Number operator*(const Number& a, const Number& b) {
    std::int64_t product = 0;
    if (!a.m_big && !b.m_big && !__builtin_mul_overflow(a.m_integer, b.m_integer, &product) &&
        (product != 0 || (a.m_integer >= 0 && b.m_integer >= 0)))
        return Number(product);
    const Float left(a.m_integer, a.m_big.get());
    const Float right(b.m_integer, b.m_big.get());
    // Products keep all digits that fit in 512 bits, whatever the precision of the factors.
    auto result = std::make_shared<BigNumber>();
    mpfr_mul(result->value, left.get(), right.get(), MPFR_RNDN);
    const mpfr_prec_t precision = std::max(left.precision(), right.precision());
    if (precision < BigNumber::fullPrecision && mpfr_regular_p(result->value))
        mpfr_prec_round(result->value, std::max(precision, mpfr_min_prec(result->value)), MPFR_RNDN);
    return Number::fromBig(std::move(result));
}

Number operator/(const Number& a, const Number& b) {
    if (!a.m_big && !b.m_big && b.m_integer != 0 && a.m_integer != 0 && a.m_integer != smallest &&
        a.m_integer % b.m_integer == 0)
        return Number(a.m_integer / b.m_integer);
    return Number::fromBig(compute(mpfr_div, {a.m_integer, a.m_big.get()}, {b.m_integer, b.m_big.get()}));
}

bool Number::canAdd(const Number& a, const Number& b) {
    return !(a.isInfinite() && b.isInfinite() && a.isNegative() != b.isNegative());
}

bool Number::canMultiply(const Number& a, const Number& b) {
    return !((a.isInfinite() && b.isZero()) || (a.isZero() && b.isInfinite()));
}

bool Number::canDivide(const Number& a, const Number& b) {
    return !((a.isZero() && b.isZero()) || (a.isInfinite() && b.isInfinite()));
}

Number Number::modulo(const Number& a, const Number& b) {
    if (a.isInfinite() || b.isInfinite())
        return a * b;
    if (b.isZero())
        return a;
    if (!a.m_big && !b.m_big && b.m_integer != -1)
        return Number(a.m_integer % b.m_integer);
    const Number whole = (a / b).truncated();
    return a - (whole.isZero() ? Number() : whole) * b;
}

Number Number::pow(const Number& base, const Number& exponent) {
    return fromDouble(std::pow(base.toDouble(), exponent.toDouble()));
}

bool operator==(const Number& a, const Number& b) {
    if (!a.m_big && !b.m_big)
        return a.m_integer == b.m_integer;
    if (!a.m_big || !b.m_big) {
        // Numbers with different storage are equal only if both are zero.
        return a.isZero() && b.isZero();
    }
    mpfr_srcptr left = a.m_big->value;
    mpfr_srcptr right = b.m_big->value;
    if (mpfr_equal_p(left, right))
        return true;
    // Fractions are equal if their decimal digits are: 0.1 from a double and 0.1 from a configuration file.
    if (mpfr_get_prec(left) == mpfr_get_prec(right) || mpfr_sgn(left) != mpfr_sgn(right) || a.isInteger() ||
        b.isInteger() || a.isInfinite() || b.isInfinite())
        return false;
    return a.toString() == b.toString();
}

std::strong_ordering operator<=>(const Number& a, const Number& b) {
    if (!a.m_big && !b.m_big)
        return a.m_integer <=> b.m_integer;
    const Float left(a.m_integer, a.m_big.get());
    const Float right(b.m_integer, b.m_big.get());
    return mpfr_cmp(left.get(), right.get()) <=> 0;
}

std::size_t Number::hash() const {
    if (!m_big || isZero())
        return std::hash<std::int64_t>{}(m_big ? 0 : m_integer);
    return std::hash<std::string>{}(toString());
}

} // namespace planlens::values
