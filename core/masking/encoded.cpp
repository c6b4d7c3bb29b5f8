// SPDX-License-Identifier: MPL-2.0
#include "core/masking/encoded.h"

#include "core/lang/functions/compression/base64_text.h"

#include <algorithm>

namespace planlens::masking {

namespace {

constexpr std::size_t shortestWord = 16;
constexpr std::size_t longestWord = 1 << 20;

bool isDigit(char c) { // of base64, in both alphabets
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/' ||
           c == '-' || c == '_';
}

} // namespace

std::vector<Span> encodedSpans(std::string_view text, const std::function<bool(std::string_view)>& hasSecret) {
    const auto isIn = [&](std::string_view word) {
        const auto decoded = lang::base64Text(word, lang::Base64Extent::Part);
        return decoded && hasSecret(decoded->bytes);
    };
    constexpr std::string_view compressed = "H4sI"; // the start of gzip in base64
    std::vector<Span> found;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end =
            std::size_t(std::find_if_not(text.begin() + std::ptrdiff_t(i), text.end(), isDigit) - text.begin());
        if (end - i >= shortestWord && end - i <= longestWord) {
            const std::string_view word = text.substr(i, end - i);
            const std::size_t start = std::min(word.find(compressed), word.size());
            if (isIn(word) || (start > 0 && start < word.size() && isIn(word.substr(start))))
                found.push_back({i, std::min(text.find_first_not_of('=', end), text.size())});
        }
        i = end + 1;
    }
    return found;
}

} // namespace planlens::masking
