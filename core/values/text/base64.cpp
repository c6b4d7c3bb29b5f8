// SPDX-License-Identifier: MPL-2.0
#include "core/values/text/base64.h"

#include <array>
#include <cstdint>

namespace planlens::values {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::uint8_t none = 0xff;

constexpr std::array<std::uint8_t, 256> makeValues() {
    std::array<std::uint8_t, 256> table{};
    table.fill(none);
    for (std::size_t i = 0; i < alphabet.size(); ++i)
        table[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
    return table;
}
constexpr auto digitValues = makeValues();

bool isBreak(char c) {
    return c == '\n' || c == '\r';
}

} // namespace

std::string toBase64(std::string_view bytes) {
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = bytes.size() - i < 3 ? bytes.size() - i : 3;
        std::uint32_t group = 0;
        for (std::size_t j = 0; j < 3; ++j)
            group = group << 8 | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0u);
        for (std::size_t j = 0; j < 4; ++j)
            out += j <= count ? alphabet[group >> (18 - 6 * j) & 63] : '=';
    }
    return out;
}

diags::Expected<std::string, std::size_t> fromBase64(std::string_view text) {
    std::string out;
    out.reserve(text.size() / 4 * 3);
    const auto skipBreaks = [text](std::size_t at) {
        while (at < text.size() && isBreak(text[at]))
            ++at;
        return at;
    };
    std::uint32_t group = 0;
    std::size_t digits = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (isBreak(text[at]))
            continue;
        const std::uint8_t value = digitValues[static_cast<unsigned char>(text[at])];
        if (value != none) {
            group = group << 6 | value;
            if (++digits == 4) {
                out += {static_cast<char>(group >> 16), static_cast<char>(group >> 8), static_cast<char>(group)};
                digits = 0;
            }
            continue;
        }
        if (text[at] != '=' || digits < 2)
            return diags::Unexpected{at};
        std::size_t end = skipBreaks(at + 1);
        if (digits == 2) {
            if (end == text.size())
                return diags::Unexpected{text.size()};
            if (text[end] != '=')
                return diags::Unexpected{end - 1};
            end = skipBreaks(end + 1);
        }
        if (end < text.size())
            return diags::Unexpected{end};
        group <<= 6 * (4 - digits);
        out += static_cast<char>(group >> 16);
        if (digits == 3)
            out += static_cast<char>(group >> 8);
        return out;
    }
    if (digits > 0)
        return diags::Unexpected{text.size() - digits};
    return out;
}

} // namespace planlens::values
