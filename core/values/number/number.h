// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace planlens::values {

namespace detail {
struct BigNumber;
}

/// A number of the language: exact integers while they fit 64 bits, else a binary float of 512 bits, rounded to
/// nearest even, like the reference's. Immutable; copies share. Infinities exist, NaN does not.
class Number {
public:
    Number() = default;
    Number(std::int64_t integer)
        : m_integer(integer) {}
    /// Exactly the given double, with the precision of one: its text is the shortest that reads back to the double.
    /// Not NaN.
    static Number fromDouble(double value);
    /// Decimal text as HCL and JSON write it ("1.5e3", "-0"), also "Inf"; nothing where it is not a number.
    static std::optional<Number> parse(std::string_view text);
    /// Text in the given base (2 to 62, as parseint reads it), integers only.
    static std::optional<Number> parseInteger(std::string_view text, int base);
    static Number infinity(bool negative);

    bool isInteger() const;
    bool isInfinite() const;
    bool isZero() const;
    bool isNegative() const;
    /// The value where it is held as an integer: nothing for minus zero.
    std::optional<std::int64_t> smallInteger() const {
        return m_big ? std::nullopt : std::optional<std::int64_t>(m_integer);
    }
    /// The value where it is an integer that fits.
    std::optional<std::int64_t> toInt64() const;
    std::optional<std::uint64_t> toUint64() const;
    /// Nearest double.
    double toDouble() const;
    /// Whether a double holds it exactly.
    bool isExactDouble() const;

    /// The shortest decimal without exponent that reads back to the same 512-bit value (Go's Text('f', -1));
    /// integers are exact.
    std::string toString() const;
    /// The shortest decimal, with an exponent where that is below -4 or above 5 (Go's Text('g', -1)).
    std::string toGeneralString() const;
    /// As C's %e, %f and %g print it: so many digits after the point, or significant ones in the general notation.
    enum class Notation { Scientific, Fixed, General };
    std::string toString(Notation notation, int precision) const;
    /// The text in the reference's set hashes (big.Float.String(): %.10g).
    std::string toHashString() const;
    /// Of an integer; digits above 9 are lower case letters first, then upper case ones.
    std::string toString(int base) const;

    Number operator-() const;
    Number absolute() const;
    Number truncated() const;
    Number floor() const;
    Number ceil() const;
    friend Number operator+(const Number&, const Number&);
    friend Number operator-(const Number&, const Number&);
    friend Number operator*(const Number&, const Number&);
    /// Division by zero gives an infinity.
    friend Number operator/(const Number&, const Number&);
    /// Whether the sum, product or quotient is a number at all: not of opposing infinities, of zero and an infinity,
    /// of two zeros or two infinities. The operators assert it.
    static bool canAdd(const Number& a, const Number& b);
    static bool canMultiply(const Number& a, const Number& b);
    static bool canDivide(const Number& a, const Number& b);
    /// cty's Modulo: sign of the dividend; the dividend itself where the divisor is zero.
    static Number modulo(const Number& a, const Number& b);
    static Number pow(const Number& base, const Number& exponent);

    friend bool operator==(const Number&, const Number&);
    friend std::strong_ordering operator<=>(const Number&, const Number&);
    std::size_t hash() const;

private:
    static Number fromBig(std::shared_ptr<const detail::BigNumber> big);

    std::int64_t m_integer = 0; // where m_big is null
    std::shared_ptr<const detail::BigNumber> m_big;
};

} // namespace planlens::values
