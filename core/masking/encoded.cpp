// SPDX-License-Identifier: MPL-2.0
#include "core/masking/encoded.h"

#include "core/lang/functions/compression/deflate.h"
#include "core/values/text/base64.h"

#include <algorithm>
#include <string>

namespace planlens::masking {

namespace {

constexpr std::size_t shortestWord = 16;
constexpr std::size_t longestWord = 1 << 20;
constexpr std::size_t longestCompressed = 32 << 10; // limit of cloud providers for user data

bool isDigit(char c) { // of base64, in both alphabets
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/' ||
           c == '-' || c == '_';
}

/// Returns the decoded bytes, decompressed if they are compressed; those of the part that can be decoded.
std::string decoded(std::string_view word) {
    std::string digits(word);
    std::ranges::replace(digits, '-', '+');
    std::ranges::replace(digits, '_', '/');
    constexpr std::size_t group = 4;
    if (digits.size() % group == 1)
        digits.pop_back();
    digits.append((group - digits.size() % group) % group, '=');
    const auto bytes = values::fromBase64(digits);
    if (!bytes)
        return {};
    return bytes->starts_with("\x1f\x8b") && bytes->size() <= longestCompressed ? lang::gunzip(*bytes).bytes : *bytes;
}

} // namespace

std::vector<Span> encodedSpans(std::string_view text, const Matcher& matcher) {
    constexpr std::string_view compressed = "H4sI"; // the start of gzip in base64
    std::vector<Span> found;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end =
            std::size_t(std::find_if_not(text.begin() + std::ptrdiff_t(i), text.end(), isDigit) - text.begin());
        if (end - i >= shortestWord && end - i <= longestWord) {
            const std::string_view word = text.substr(i, end - i);
            const std::size_t start = std::min(word.find(compressed), word.size());
            if (matcher.isIn(decoded(word)) ||
                (start > 0 && start < word.size() && matcher.isIn(decoded(word.substr(start)))))
                found.push_back({i, std::min(text.find_first_not_of('=', end), text.size())});
        }
        i = end + 1;
    }
    return found;
}

} // namespace planlens::masking
