// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace planlens::values {

/// One code point at the start of a text. An invalid byte counts as a code point of its own, U+FFFD.
struct CodePoint {
    char32_t code = 0xFFFD;
    std::size_t size = 1;
    bool isValid = false;
};

/// Decodes a text that is not empty. Overlong forms, surrogates and code points above U+10FFFF are invalid.
inline CodePoint decodeUtf8(std::string_view text) {
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return {lead, 1, true};
    const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < size)
        return {};
    char32_t code = lead & (0x7Fu >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0) != 0x80)
            return {};
        code = code << 6 | (byte(i) & 0x3F);
    }
    const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
    if (overlong || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return {};
    return {code, size, true};
}

/// Whether a text is valid UTF-8.
inline bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const CodePoint point = decodeUtf8(text);
        if (!point.isValid)
            return false;
        text.remove_prefix(point.size);
    }
    return true;
}

/// Appends a code point below U+110000. A surrogate becomes the three bytes of its number.
inline void appendUtf8(std::string& out, char32_t code) {
    const auto push = [&out](char32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
    if (code < 0x80)
        return push(code);
    if (code >= 0x10000) {
        push(0xF0 | (code >> 18 & 0x7));
        push(0x80 | (code >> 12 & 0x3F));
    } else if (code >= 0x800) {
        push(0xE0 | code >> 12);
    }
    push(code < 0x800 ? 0xC0 | code >> 6 : 0x80 | (code >> 6 & 0x3F));
    push(0x80 | (code & 0x3F));
}

} // namespace planlens::values
