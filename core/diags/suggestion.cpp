// SPDX-License-Identifier: MPL-2.0
#include "core/diags/suggestion.h"

#include <algorithm>

namespace planlens::diags {

namespace {

/// Decodes UTF-8; each invalid byte counts as a code point of its own.
std::u32string codePoints(std::string_view text) {
    std::u32string out;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        std::size_t size = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        char32_t code = size == 1 ? lead : lead & (0x7Fu >> size);
        for (std::size_t k = 1; k < size; ++k) {
            if (i + k == text.size() || (static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) {
                size = 1;
                code = 0xFFFD;
                break;
            }
            code = code << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3F);
        }
        out.push_back(code);
        i += size;
    }
    return out;
}

std::size_t editDistance(std::u32string_view a, std::u32string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

} // namespace

std::string nearestName(std::string_view given, const std::vector<std::string>& names) {
    const std::u32string wanted = codePoints(given);
    for (const std::string& name : names)
        if (editDistance(wanted, codePoints(name)) < 3)
            return name;
    return {};
}

} // namespace planlens::diags
