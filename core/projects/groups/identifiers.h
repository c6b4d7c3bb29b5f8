// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Identifiers, hashes and times in texts, as services generate them.
namespace planlens::projects {

/// Whether a character is an ASCII digit.
inline bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
/// Whether a byte belongs to a word: an ASCII letter or digit, or part of a character beyond ASCII.
inline bool isWordCharacter(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (static_cast<unsigned char>(c) & 0x80);
}
inline std::size_t runOf(std::string_view text, bool (*fits)(char)) {
    return std::size_t(std::find_if_not(text.begin(), text.end(), fits) - text.begin());
}
inline bool endsAt(std::string_view text, std::size_t position) {
    return position >= text.size() || !isWordCharacter(text[position]);
}
/// "eu-west-1"
bool isAwsRegion(std::string_view word);

inline constexpr std::string_view idMark = "‹id›", hashMark = "‹hash›", timeMark = "‹time›";

struct Identifier {
    std::size_t length = 0; // 0: there is none
    std::string_view placeholder;
    std::size_t keptPrefix = 0; // "sg-" of "sg-0123456789abcdef0"
};

/// Returns the identifier at the start of a text, which is a word boundary. `before` is the text in front of it.
Identifier identifierAt(std::string_view text, std::string_view before);

/// Returns the identifiers and hashes in a text, without times.
std::vector<std::string> identifiersIn(std::string_view text);

} // namespace planlens::projects
