// SPDX-License-Identifier: MPL-2.0
#include "core/values/text/quoted.h"

#include "core/values/text/utf8.h"

#include <fmt/format.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <iterator>

namespace planlens::values {

bool isPrintable(char32_t character) {
    constexpr std::uint32_t printable = U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK | U_GC_P_MASK | U_GC_S_MASK;
    return character == U' ' || (U_MASK(u_charType(static_cast<UChar32>(character))) & printable) != 0;
}

std::string quoted(std::string_view text) {
    std::string out;
    out.reserve(text.size() + 2);
    out += '"';
    auto into = std::back_inserter(out);
    for (std::size_t i = 0; i < text.size();) {
        const auto isPlain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
        if (const std::size_t plain =
                static_cast<std::size_t>(std::ranges::find_if_not(text.substr(i), isPlain) - text.substr(i).begin())) {
            out += text.substr(i, plain);
            i += plain;
            continue;
        }
        const CodePoint point = decodeUtf8(text.substr(i));
        const std::string_view written = text.substr(i, point.size);
        i += point.size;
        if (!point.isValid) {
            fmt::format_to(into, "\\x{:02x}", static_cast<unsigned char>(written[0]));
            continue;
        }
        const auto c = static_cast<UChar32>(point.code);
        switch (c) {
        case '"':
            out += "\\\"";
            continue;
        case '\\':
            out += "\\\\";
            continue;
        case '\a':
            out += "\\a";
            continue;
        case '\b':
            out += "\\b";
            continue;
        case '\f':
            out += "\\f";
            continue;
        case '\n':
            out += "\\n";
            continue;
        case '\r':
            out += "\\r";
            continue;
        case '\t':
            out += "\\t";
            continue;
        case '\v':
            out += "\\v";
            continue;
        default:
            break;
        }
        if (isPrintable(point.code))
            out += written;
        else if (c < ' ' || c == 0x7f)
            fmt::format_to(into, "\\x{:02x}", static_cast<unsigned>(c));
        else if (c > 0xffff)
            fmt::format_to(into, "\\U{:08x}", static_cast<unsigned>(c));
        else
            fmt::format_to(into, "\\u{:04x}", static_cast<unsigned>(c));
    }
    out += '"';
    return out;
}

} // namespace planlens::values
