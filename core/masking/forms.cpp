// SPDX-License-Identifier: MPL-2.0
#include "core/masking/forms.h"

#include "core/values/json/json.h"
#include "core/values/text/base64.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

namespace planlens::masking {

namespace {

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string hex(unsigned value, int digits, std::string_view alphabet) {
    std::string text;
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
        text += alphabet[(value >> shift) & 15U];
    return text;
}
constexpr std::string_view lowerHex = "0123456789abcdef", upperHex = "0123456789ABCDEF";

/// Escapes all non-ASCII characters as \u, the default of several JSON encoders.
std::string asciiOnly(std::string_view json) {
    std::string text;
    for (std::size_t i = 0; i < json.size();) {
        const auto byte = static_cast<unsigned char>(json[i]);
        if (byte < 0xc0) {
            text += json[i++];
            continue;
        }
        const std::size_t length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
        std::uint32_t point = byte & (0x7fU >> length);
        for (std::size_t k = 1; k < length && i + k < json.size(); ++k)
            point = (point << 6) | (static_cast<unsigned char>(json[i + k]) & 0x3fU);
        i += length;
        if (point >= 0x10000) {
            text += "\\u" + hex(0xd800 + ((point - 0x10000) >> 10), 4, lowerHex);
            point = 0xdc00 + ((point - 0x10000) & 0x3ffU);
        }
        text += "\\u" + hex(point, 4, lowerHex);
    }
    return text;
}

std::set<std::string> jsonForms(std::string_view text) {
    std::string go;
    values::appendJsonString(go, text);
    go = go.substr(1, go.size() - 2);
    std::string plain = go; // encoders other than Go's do not escape these
    for (const auto& [escaped, character] :
         {std::pair("\\u003c", "<"), std::pair("\\u003e", ">"), std::pair("\\u0026", "&")})
        replaceAll(plain, escaped, character);
    std::string slashes = plain;
    replaceAll(slashes, "/", "\\/");
    return {go, plain, slashes, asciiOnly(go), asciiOnly(plain)};
}

std::string percentEncoded(std::string_view text, std::string_view kept, std::string_view alphabet) {
    std::string encoded;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
            kept.find(c) != std::string_view::npos)
            encoded += c;
        else
            encoded += '%' + hex(byte, 2, alphabet);
    }
    return encoded;
}

} // namespace

std::vector<std::string> escapedForms(std::string_view text) {
    std::set<std::string> forms;
    for (const std::string& once : jsonForms(text)) {
        forms.insert(once);
        forms.merge(jsonForms(once));
    }
    for (const std::string_view kept : {"-._~", "-._~$&+=:@", "-._~!*'()"}) // strict, URL paths, JavaScript
        for (const std::string_view alphabet : {upperHex, lowerHex}) {
            std::string encoded = percentEncoded(text, kept, alphabet);
            forms.insert(encoded);
            replaceAll(encoded, "%20", "+");
            forms.insert(std::move(encoded));
        }
    forms.erase(std::string(text));
    return {forms.begin(), forms.end()};
}

std::vector<std::string> hexForms(std::string_view text) {
    std::vector<std::string> forms;
    for (const std::string_view alphabet : {lowerHex, upperHex}) {
        std::string& form = forms.emplace_back();
        for (const char c : text)
            form += hex(static_cast<unsigned char>(c), 2, alphabet);
    }
    return forms;
}

std::vector<std::string> base64Forms(std::string_view text) {
    std::set<std::string> forms;
    for (std::size_t before = 0; before < 3; ++before) {
        std::string encoded = values::toBase64(std::string(before, '\0') + std::string(text));
        const std::size_t first = (8 * before + 5) / 6; // the first digit that depends only on the text
        encoded = encoded.substr(first, 8 * (before + text.size()) / 6 - first);
        forms.insert(encoded);
        std::replace(encoded.begin(), encoded.end(), '+', '-');
        std::replace(encoded.begin(), encoded.end(), '/', '_');
        forms.insert(std::move(encoded));
    }
    return {forms.begin(), forms.end()};
}

} // namespace planlens::masking
