// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

/// Scans long texts eight characters at a time.
namespace planlens::values {

namespace detail {

/// Returns the position of the first wanted character from `from` on, or the size of the text. `marks` gets a word of
/// eight characters; the lowest high bit that it sets must be that of the first wanted character.
template <typename Marks, typename IsWanted>
std::size_t firstWanted(std::string_view text, std::size_t from, Marks marks, IsWanted isWanted) {
    if constexpr (std::endian::native == std::endian::little)
        for (; from + sizeof(std::uint64_t) <= text.size(); from += sizeof(std::uint64_t)) {
            std::uint64_t word = 0;
            std::memcpy(&word, text.data() + from, sizeof word);
            if (const std::uint64_t found = marks(word) & 0x8080808080808080U)
                return from + static_cast<std::size_t>(std::countr_zero(found)) / 8;
        }
    while (from < text.size() && !isWanted(text[from]))
        ++from;
    return from;
}

/// Marks the characters below a limit of at most 0x80, and sometimes other characters after them.
constexpr std::uint64_t marksBelow(std::uint64_t word, std::uint8_t limit) {
    return (word - 0x0101010101010101U * limit) & ~word;
}
constexpr std::uint64_t marksOf(std::uint64_t word, char c) {
    return marksBelow(word ^ (0x0101010101010101U * static_cast<std::uint8_t>(c)), 1);
}

} // namespace detail

/// Returns the end of the characters that JSON strings need not escape: a quote, a backslash or a control character.
inline std::size_t endOfPlainText(std::string_view text, std::size_t from) {
    return detail::firstWanted(
        text, from,
        [](std::uint64_t word) {
            return detail::marksOf(word, '"') | detail::marksOf(word, '\\') | detail::marksBelow(word, 0x20);
        },
        [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; });
}
/// Same, but also ends at a character that is not ASCII.
inline std::size_t endOfPlainAscii(std::string_view text, std::size_t from) {
    return detail::firstWanted(
        text, from,
        [](std::uint64_t word) {
            return detail::marksOf(word, '"') | detail::marksOf(word, '\\') | detail::marksBelow(word, 0x20) | word;
        },
        [](char c) {
            return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20 ||
                   static_cast<unsigned char>(c) >= 0x80;
        });
}
/// Returns the end of indentation by spaces.
inline std::size_t endOfSpaces(std::string_view text, std::size_t from) {
    return detail::firstWanted(
        text, from,
        [](std::uint64_t word) {
            const std::uint64_t others = word ^ 0x2020202020202020U;
            return others | ((others & 0x7F7F7F7F7F7F7F7FU) + 0x7F7F7F7F7F7F7F7FU);
        },
        [](char c) { return c != ' '; });
}

} // namespace planlens::values
