// SPDX-License-Identifier: MPL-2.0
#include "core/cost/amount.h"

#include <algorithm>
#include <charconv>

namespace planlens::cost {

namespace {

constexpr int places = 12;
constexpr int mostDigits = 15; // before the decimal point

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

std::string grouped(std::string_view whole) {
    std::string text;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (i > 0 && (whole.size() - i) % 3 == 0)
            text += ',';
        text += whole[i];
    }
    return text;
}

/// Without a sign.
std::string plainText(Amount amount, std::string_view currency) {
    std::string cents = amount.cents();
    if (cents.starts_with('-'))
        cents.erase(0, 1);
    const std::size_t point = cents.find('.');
    const std::string number = grouped(std::string_view(cents).substr(0, point)) + cents.substr(point);
    return currency == "USD" || currency.empty() ? "$" + number : number + " " + std::string(currency);
}

} // namespace

std::optional<Amount> Amount::parsed(std::string_view text) {
    const bool isNegative = text.starts_with('-');
    if (isNegative || text.starts_with('+'))
        text.remove_prefix(1);
    int exponent = 0;
    if (const std::size_t at = text.find_first_of("eE"); at != std::string_view::npos) {
        std::string_view digits = text.substr(at + 1);
        if (digits.starts_with('+'))
            digits.remove_prefix(1);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
        if (error != std::errc() || end != digits.data() + digits.size() || exponent > 100 || exponent < -1000)
            return std::nullopt;
        text = text.substr(0, at);
    }
    const std::size_t point = std::min(text.find('.'), text.size());
    std::string digits(text.substr(0, point));
    if (point < text.size())
        digits += text.substr(point + 1);
    if (digits.empty() || digits.size() > 1000 || !std::all_of(digits.begin(), digits.end(), isDigit))
        return std::nullopt;
    // The value is 0.DIGITS · 10^magnitude.
    const int magnitude = int(point) + exponent;
    Units units = 0;
    for (int i = 0; i < magnitude + places; ++i) {
        const int place = magnitude - 1 - i; // power of ten of this digit
        const int digit = i < int(digits.size()) ? digits[std::size_t(i)] - '0' : 0;
        if (digit != 0 && place >= mostDigits)
            return std::nullopt;
        if (place < mostDigits)
            units = units * 10 + digit;
    }
    const int next = magnitude + places; // the first digit that is rounded away
    if (next >= 0 && next < int(digits.size()) && digits[std::size_t(next)] >= '5')
        ++units;
    return Amount(isNegative ? -units : units);
}

std::string Amount::cents() const {
    constexpr Units centUnits = 10'000'000'000; // 10^(places - 2)
    const bool isNegative = m_units < 0;
    Units cents = ((isNegative ? -m_units : m_units) + centUnits / 2) / centUnits;
    const bool isZeroText = cents == 0;
    std::string digits;
    for (; cents > 0 || digits.size() < 3; cents /= 10)
        digits += static_cast<char>('0' + int(cents % 10));
    digits.insert(2, ".");
    if (isNegative && !isZeroText)
        digits += '-';
    std::reverse(digits.begin(), digits.end());
    return digits;
}

std::string moneyText(Amount amount, std::string_view currency) {
    return (amount.cents().starts_with('-') ? "−" : "") + plainText(amount, currency);
}

std::string differenceText(Amount amount, std::string_view currency) {
    const std::string cents = amount.cents();
    return (cents == "0.00" ? "" : cents.starts_with('-') ? "−" : "+") + plainText(amount, currency);
}

} // namespace planlens::cost
