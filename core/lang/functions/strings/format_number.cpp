// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/strings/format_verb.h"

#include <algorithm>

namespace planlens::lang {
namespace {

std::string upperCase(std::string text) {
    for (char& c : text) {
        if (c >= 'a' && c <= 'z')
            c = static_cast<char>(c - 'a' + 'A');
    }
    return text;
}

/// Removes the sign and returns it; the verb determines the sign of positive numbers.
std::string takeSign(const FormatVerb& verb, std::string& digits) {
    if (!digits.empty() && (digits[0] == '-' || digits[0] == '+')) {
        const bool negative = digits[0] == '-';
        digits.erase(0, 1);
        return negative ? "-" : verb.space ? " " : "+";
    }
    return verb.plus ? "+" : verb.space ? " " : "";
}

std::string integerPrefix(const FormatVerb& verb) {
    if (!verb.sharp)
        return {};
    switch (verb.mode) {
    case 'b':
        return "0b";
    case 'o':
        return "0";
    case 'x':
        return "0x";
    case 'X':
        return "0X";
    default:
        return {};
    }
}

std::string text(const Number& number, char mode, int precision) {
    using enum Number::Notation;
    switch (mode) {
    case 'e':
        return number.toString(Scientific, precision);
    case 'E':
        return upperCase(number.toString(Scientific, precision));
    case 'f':
        return number.toString(Fixed, precision);
    default:
        break;
    }
    std::string general = precision < 0 ? number.toGeneralString() : number.toString(General, precision);
    return mode == 'G' ? upperCase(std::move(general)) : general;
}

} // namespace

std::string formatInteger(const FormatVerb& verb, const Number& number) {
    const int base = verb.mode == 'b' ? 2 : verb.mode == 'o' ? 8 : verb.mode == 'd' ? 10 : 16;
    std::string digits = number.isZero() ? "0" : number.toString(base);
    if (verb.mode == 'X')
        digits = upperCase(std::move(digits));
    const std::string sign = takeSign(verb, digits) + integerPrefix(verb);
    if (verb.precision == 0 && digits == "0")
        return {};
    if (verb.precision && digits.size() < *verb.precision)
        digits.insert(0, *verb.precision - digits.size(), '0');
    const std::size_t length = sign.size() + digits.size();
    if (!verb.width || *verb.width <= length)
        return sign + digits;
    const std::size_t padding = *verb.width - length;
    if (verb.minus)
        return sign + digits + std::string(padding, ' ');
    if (verb.zero && !verb.precision)
        return sign + std::string(padding, '0') + digits;
    return std::string(padding, ' ') + sign + digits;
}

std::string formatFloat(const FormatVerb& verb, const Number& number) {
    constexpr int usualPrecision = 6;
    const bool general = verb.mode == 'g' || verb.mode == 'G';
    std::string digits = text(number, verb.mode,
                              verb.precision ? static_cast<int>(*verb.precision)
                              : general      ? -1
                                             : usualPrecision);
    // The names of infinities are the same for upper case verbs.
    if (number.isInfinite())
        digits = number.toString();
    const std::string sign = takeSign(verb, digits);
    const std::size_t length = sign.size() + digits.size();
    const std::size_t padding = verb.width.value_or(0) > length ? *verb.width - length : 0;
    if (verb.zero && !number.isInfinite())
        return sign + std::string(padding, '0') + digits;
    if (verb.minus)
        return sign + digits + std::string(padding, ' ');
    return std::string(padding, ' ') + sign + digits;
}

} // namespace planlens::lang
