// SPDX-License-Identifier: MPL-2.0
#include "core/values/number/big_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <climits>
#include <cmath>
#include <cstdint>
#include <limits>

namespace planlens::values {
namespace detail {
namespace {

Decimal decimalOf(mpfr_srcptr value, std::size_t digits, mpfr_rnd_t rounding) {
    mpfr_exp_t exponent = 0;
    char* text = mpfr_get_str(nullptr, &exponent, 10, digits, value, rounding);
    std::string result(text[0] == '-' ? text + 1 : text);
    mpfr_free_str(text);
    result.erase(result.find_last_not_of('0') + 1);
    if (result.empty())
        exponent = 0;
    return {std::move(result), exponent};
}

bool readsBack(const Decimal& decimal, mpfr_srcptr value) {
    const std::string text = fmt::format("{}0.{}e{}", mpfr_signbit(value) ? "-" : "", decimal.digits, decimal.exponent);
    BigNumber read(mpfr_get_prec(value));
    mpfr_strtofr(read.value, text.c_str(), nullptr, 10, MPFR_RNDN);
    return mpfr_equal_p(read.value, value) != 0;
}

} // namespace

Decimal shortestDecimal(mpfr_srcptr value) {
    if (mpfr_zero_p(value))
        return {};
    // Enough digits for any number of this precision; the smallest sufficient number is found by bisection.
    std::size_t tooFew = 0;
    auto enough = static_cast<std::size_t>(std::ceil(static_cast<double>(mpfr_get_prec(value)) * 0.30103)) + 2;
    Decimal best = decimalOf(value, enough, MPFR_RNDN);
    while (enough - tooFew > 1) {
        const std::size_t middle = std::max<std::size_t>(tooFew + (enough - tooFew) / 2, 1);
        Decimal candidate = decimalOf(value, middle, MPFR_RNDN);
        if (readsBack(candidate, value)) {
            enough = middle;
            best = std::move(candidate);
        } else {
            tooFew = middle;
        }
    }
    // Below a power of two the numbers are twice as close, so the next decimal above may need one digit less.
    if (tooFew > 0 && mpfr_min_prec(value) == 1) {
        Decimal above = decimalOf(value, tooFew, mpfr_signbit(value) ? MPFR_RNDD : MPFR_RNDU);
        if (readsBack(above, value))
            return above;
    }
    return best;
}

Decimal roundedDecimal(mpfr_srcptr value, std::size_t digits) {
    return mpfr_zero_p(value) ? Decimal{} : decimalOf(value, digits, MPFR_RNDN);
}

std::string plainText(const Decimal& decimal) {
    const std::string& digits = decimal.digits;
    if (digits.empty())
        return "0";
    const long count = static_cast<long>(digits.size());
    if (decimal.exponent <= 0)
        return "0." + std::string(static_cast<std::size_t>(-decimal.exponent), '0') + digits;
    if (decimal.exponent >= count)
        return digits + std::string(static_cast<std::size_t>(decimal.exponent - count), '0');
    const auto point = static_cast<std::size_t>(decimal.exponent);
    return digits.substr(0, point) + "." + digits.substr(point);
}

std::string generalText(const Decimal& decimal, std::optional<int> significant) {
    const long count = static_cast<long>(decimal.digits.size());
    long limit = significant.value_or(6);
    if (significant && limit > count && count >= decimal.exponent)
        limit = count;
    const long exponent = decimal.exponent - 1;
    if (decimal.digits.empty() || (exponent >= -4 && exponent < limit))
        return plainText(decimal);
    std::string out = decimal.digits.substr(0, 1);
    if (count > 1)
        out += "." + decimal.digits.substr(1);
    return out + fmt::format("e{}{:02}", exponent < 0 ? '-' : '+', std::abs(exponent));
}

} // namespace detail

using detail::BigNumber;

std::string Number::toString() const {
    if (!m_big)
        return fmt::format_int(m_integer).str();
    mpfr_srcptr value = m_big->value;
    const std::string sign = mpfr_signbit(value) ? "-" : "";
    if (mpfr_inf_p(value))
        return sign.empty() ? "+Inf" : "-Inf";
    return sign + plainText(detail::shortestDecimal(value));
}

std::string Number::toGeneralString() const {
    if (!m_big && m_integer > -1'000'000 && m_integer < 1'000'000)
        return fmt::format_int(m_integer).str();
    BigNumber whole;
    if (!m_big)
        mpfr_set_sj(whole.value, m_integer, MPFR_RNDN);
    mpfr_srcptr value = m_big ? m_big->value : whole.value;
    const std::string sign = mpfr_signbit(value) ? "-" : "";
    if (mpfr_inf_p(value))
        return sign.empty() ? "+Inf" : "-Inf";
    return sign + generalText(detail::shortestDecimal(value), std::nullopt);
}

std::string Number::toHashString() const {
    constexpr int significant = 10;
    if (!m_big && m_integer > -10'000'000'000 && m_integer < 10'000'000'000)
        return fmt::format_int(m_integer).str();
    BigNumber whole;
    if (!m_big)
        mpfr_set_sj(whole.value, m_integer, MPFR_RNDN);
    mpfr_srcptr value = m_big ? m_big->value : whole.value;
    const std::string sign = mpfr_signbit(value) ? "-" : "";
    if (mpfr_inf_p(value))
        return sign.empty() ? "+Inf" : "-Inf";
    return sign + generalText(detail::roundedDecimal(value, significant), significant);
}

std::string Number::toString(int base) const {
    assert(base >= 2 && base <= 62 && isInteger());
    if (!m_big && base <= 36) {
        char buffer[72];
        const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, m_integer, base);
        assert(error == std::errc());
        return std::string(buffer, end);
    }
    mpz_t whole;
    mpz_init(whole);
    if (m_big)
        mpfr_get_z(whole, m_big->value, MPFR_RNDZ);
    else
        mpz_set_si(whole, m_integer);
    // Digits above 9 are lower case first, above 36 upper case: the opposite of GMP's order.
    char* text = mpz_get_str(nullptr, base, whole);
    std::string result(text);
    mpfr_free_str(text);
    mpz_clear(whole);
    if (base <= 36)
        return result;
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
        else if (c >= 'a' && c <= 'z')
            c = static_cast<char>(c - 'a' + 'A');
    }
    return result;
}

namespace {

/// A decimal number in source form, with the parts that mpfr_strtofr reads differently.
struct WrittenNumber {
    bool negative = false;
    std::string_view mantissa;
    long binaryExponent = 0;
    std::string_view decimalExponent; // with its "e"
    std::string_view exponent;        // of either base, without its letter
    bool isPlainInteger = false;
};

std::optional<WrittenNumber> scan(std::string_view text) {
    WrittenNumber result;
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
        result.negative = text[0] == '-';
        text.remove_prefix(1);
    }
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t at = 0;
    std::size_t digits = 0;
    bool point = false;
    for (; at < text.size() && (isDigit(text[at]) || (text[at] == '.' && !point)); ++at) {
        if (text[at] == '.')
            point = true;
        else
            ++digits;
    }
    if (digits == 0)
        return std::nullopt;
    result.mantissa = text.substr(0, at);
    result.isPlainInteger = !point && at == text.size();
    if (at == text.size())
        return result;
    const char marker = text[at];
    if (marker != 'e' && marker != 'E' && marker != 'p' && marker != 'P')
        return std::nullopt;
    std::string_view exponent = text.substr(at + 1);
    std::string_view unsignedExponent = exponent;
    if (!exponent.empty() && (exponent[0] == '-' || exponent[0] == '+'))
        unsignedExponent.remove_prefix(1);
    if (unsignedExponent.empty() || !std::ranges::all_of(unsignedExponent, isDigit))
        return std::nullopt;
    result.exponent = exponent;
    if (marker == 'e' || marker == 'E') {
        result.decimalExponent = text.substr(at);
        return result;
    }
    if (exponent[0] == '+')
        exponent.remove_prefix(1);
    const auto [end, error] =
        std::from_chars(exponent.data(), exponent.data() + exponent.size(), result.binaryExponent);
    if (error != std::errc())
        result.binaryExponent = exponent[0] == '-' ? INT_MIN : INT_MAX;
    return result;
}

/// Whether the binary exponent fits in 32 bits before multiplication by powers of five: the reference's check.
bool fitsExponentRange(const WrittenNumber& written) {
    std::string_view exponentText = written.exponent;
    if (exponentText.starts_with('+'))
        exponentText.remove_prefix(1);
    std::int64_t exponent = 0;
    if (std::from_chars(exponentText.data(), exponentText.data() + exponentText.size(), exponent).ec != std::errc())
        return false;
    constexpr std::int64_t farFromLimits = 1'000'000'000;
    if (exponent > -farFromLimits && exponent < farFromLimits)
        return true;
    std::string digits(written.mantissa);
    std::int64_t fraction = 0;
    if (const std::size_t point = digits.find('.'); point != std::string::npos) {
        fraction = static_cast<std::int64_t>(digits.size() - point - 1);
        digits.erase(point, 1);
    }
    mpz_t whole;
    mpz_init_set_str(whole, digits.c_str(), 10);
    const bool isZero = mpz_sgn(whole) == 0;
    const auto bits = static_cast<std::int64_t>(mpz_sizeinbase(whole, 2));
    mpz_clear(whole);
    // The sum cannot overflow if the exponent is this far from the limits of its type.
    constexpr std::int64_t farFromOverflow = std::numeric_limits<std::int64_t>::max() / 2;
    if (isZero || exponent > farFromOverflow || exponent < -farFromOverflow)
        return isZero;
    const std::int64_t binary = bits - fraction + exponent;
    return binary >= std::numeric_limits<std::int32_t>::min() && binary <= std::numeric_limits<std::int32_t>::max();
}

} // namespace

std::optional<Number> Number::parse(std::string_view text) {
    const auto written = scan(text);
    if (written && !written->exponent.empty() && !fitsExponentRange(*written))
        return std::nullopt;
    if (!written) {
        std::string_view word = text;
        if (!word.empty() && (word[0] == '-' || word[0] == '+'))
            word.remove_prefix(1);
        if (word == "Inf" || word == "inf")
            return infinity(text[0] == '-');
        return std::nullopt;
    }
    if (written->isPlainInteger && written->mantissa.size() <= 19) {
        std::int64_t value = 0;
        const char* const end = written->mantissa.data() + written->mantissa.size();
        const auto [stop, error] = std::from_chars(written->mantissa.data(), end, value);
        if (error == std::errc() && stop == end && (value != 0 || !written->negative))
            return Number(written->negative ? -value : value);
    }
    auto big = std::make_shared<BigNumber>();
    std::string plain = written->negative ? "-" : "";
    plain += written->mantissa;
    plain += written->decimalExponent;
    mpfr_strtofr(big->value, plain.c_str(), nullptr, 10, MPFR_RNDN);
    if (written->binaryExponent != 0)
        mpfr_mul_2si(big->value, big->value, written->binaryExponent, MPFR_RNDN);
    return fromBig(std::move(big));
}

std::optional<Number> Number::parseInteger(std::string_view text, int base) {
    assert(base >= 2 && base <= 62);
    std::string digits(text);
    if (!digits.empty() && digits[0] == '+')
        digits.erase(0, 1);
    const bool negative = !digits.empty() && digits[0] == '-';
    const std::size_t start = negative ? 1 : 0;
    if (digits.size() == start)
        return std::nullopt;
    for (std::size_t i = start; i < digits.size(); ++i) {
        char& c = digits[i];
        int value = -1;
        if (c >= '0' && c <= '9')
            value = c - '0';
        else if (c >= 'a' && c <= 'z')
            value = c - 'a' + 10;
        else if (c >= 'A' && c <= 'Z')
            value = c - 'A' + (base > 36 ? 36 : 10);
        if (value < 0 || value >= base)
            return std::nullopt;
        if (base > 36) // GMP has upper case first
            c = value < 10 ? c : static_cast<char>(value < 36 ? value - 10 + 'A' : value - 36 + 'a');
    }
    mpz_t whole;
    mpz_init(whole);
    const bool read = mpz_set_str(whole, digits.c_str(), base) == 0;
    std::shared_ptr<BigNumber> big;
    if (read) {
        // No digit is lost, however many there are: the reference makes the float as wide as the integer.
        const auto bits = static_cast<mpfr_prec_t>(mpz_sizeinbase(whole, 2));
        big = std::make_shared<BigNumber>(std::max(bits, BigNumber::fullPrecision));
        mpfr_set_z(big->value, whole, MPFR_RNDN);
    }
    mpz_clear(whole);
    if (!read)
        return std::nullopt;
    return fromBig(std::move(big));
}

} // namespace planlens::values
