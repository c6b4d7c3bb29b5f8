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

/// A number of the language: an exact integer if it fits in 64 bits, otherwise a binary float of 512 bits, rounded to
/// nearest even, as in the reference. Immutable; copies share their data. Infinities exist, NaN does not.
class Number {
public:
    Number() = default;
    Number(std::int64_t integer)
        : m_integer(integer) {}
    /// Converts a double exactly, with its precision: the text is the shortest that reads
    /// back to the double. Not NaN.
    static Number fromDouble(double value);
    /// Parses a decimal number as written in HCL and JSON ("1.5e3", "-0"), also "Inf"; nothing if invalid.
    static std::optional<Number> parse(std::string_view text);
    /// Parses an integer in the given base (2 to 62, as for parseint).
    static std::optional<Number> parseInteger(std::string_view text, int base);
    static Number infinity(bool negative);

    bool isInteger() const;
    bool isInfinite() const;
    bool isZero() const;
    bool isNegative() const;
    /// Returns the value if it is stored as an integer: nothing for minus zero.
    std::optional<std::int64_t> smallInteger() const {
        return m_big ? std::nullopt : std::optional<std::int64_t>(m_integer);
    }
    /// Returns the value if it is an integer that fits.
    std::optional<std::int64_t> toInt64() const;
    std::optional<std::uint64_t> toUint64() const;
    /// Returns the nearest double.
    double toDouble() const;
    /// Whether a double can represent it exactly.
    bool isExactDouble() const;

    /// Returns the shortest decimal without exponent that reads back to the same 512-bit value (Go's
    /// Text('f', -1)); integers are exact.
    std::string toString() const;
    /// Returns the shortest decimal, with an exponent if that is below -4 or above 5 (Go's Text('g', -1)).
    std::string toGeneralString() const;
    /// Formats like C's %e, %f and %g: digits after the point, or significant digits in the general notation.
    enum class Notation { Scientific, Fixed, General };
    std::string toString(Notation notation, int precision) const;
    /// Returns the text used in the reference's set hashes (big.Float.String(): %.10g).
    std::string toHashString() const;
    /// Formats an integer; digits above 9 are lower case letters first, then upper case ones.
    std::string toString(int base) const;

    Number operator-() const;
    Number absolute() const;
    Number truncated() const;
    Number floor() const;
    Number ceil() const;
    friend Number operator+(const Number&, const Number&);
    friend Number operator-(const Number&, const Number&);
    friend Number operator*(const Number&, const Number&);
    /// Division by zero returns an infinity.
    friend Number operator/(const Number&, const Number&);
    /// Whether the sum, product or quotient is defined: not for opposing infinities, zero and an infinity, two zeros or
    /// two infinities. The operators assert it.
    static bool canAdd(const Number& a, const Number& b);
    static bool canMultiply(const Number& a, const Number& b);
    static bool canDivide(const Number& a, const Number& b);
    /// cty's Modulo: sign of the dividend; the dividend itself if the divisor is zero.
    static Number modulo(const Number& a, const Number& b);
    static Number pow(const Number& base, const Number& exponent);

    friend bool operator==(const Number&, const Number&);
    friend std::strong_ordering operator<=>(const Number&, const Number&);
    std::size_t hash() const;

private:
    static Number fromBig(std::shared_ptr<const detail::BigNumber> big);

    std::int64_t m_integer = 0; // if m_big is null
    std::shared_ptr<const detail::BigNumber> m_big;
};

} // namespace planlens::values
