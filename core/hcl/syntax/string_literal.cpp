// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/string_literal.h"

#include "core/hcl/syntax/characters.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace planlens::hcl {
namespace {

bool isHex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

void appendUtf8(std::string& text, std::uint32_t code) {
    const auto add = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | code >> 6);
        add(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        add(0xE0 | code >> 12);
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    } else {
        add(0xF0 | code >> 18);
        add(0x80 | (code >> 12 & 0x3F));
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    }
}

/// Replaces doubled template markers by single ones.
std::string undoubleMarkers(std::string_view rest) {
    std::string text;
    text.reserve(rest.size());
    for (;;) {
        const std::size_t plain = std::min(rest.find_first_of("$%"), rest.size());
        text += rest.substr(0, plain);
        rest.remove_prefix(plain);
        if (rest.empty())
            return text;
        const char marker = rest[0];
        const bool isDoubled = rest.size() > 1 && rest[1] == marker;
        const bool isEscape = isDoubled && rest.size() > 2 && rest[2] == '{';
        const std::size_t size = isDoubled ? 2 : 1;
        text.append(isEscape ? 1 : size, marker);
        rest.remove_prefix(size);
    }
}

/// Returns the size of the escape sequence at the start of a text that begins with a backslash.
std::size_t escapeSize(std::string_view text) {
    if (text.size() < 2)
        return text.size();
    if (text[1] == 'u' || text[1] == 'U') {
        const std::size_t most = std::min<std::size_t>(text.size(), text[1] == 'u' ? 6 : 10);
        std::size_t size = 2;
        while (size < most && isHex(text[size]))
            ++size;
        return size;
    }
    if (static_cast<unsigned char>(text[1]) < 0x80)
        return 2;
    return 1 + multiByteSize(text.substr(1));
}

/// Resolves one escape sequence; an empty result means success.
std::string resolveEscape(std::string_view escape, std::string& text) {
    if (escape.size() < 2) {
        text += escape;
        return "Backslash must be followed by an escape sequence selector character.";
    }
    switch (escape[1]) {
    case 'n':
        text += '\n';
        return {};
    case 'r':
        text += '\r';
        return {};
    case 't':
        text += '\t';
        return {};
    case '"':
        text += '"';
        return {};
    case '\\':
        text += '\\';
        return {};
    case 'u':
    case 'U':
        break;
    default:
        text += escape.substr(1);
        return fmt::format("The symbol {} is not a valid escape sequence selector.", values::quoted(escape.substr(1)));
    }
    const bool isShort = escape[1] == 'u';
    if (escape.size() != (isShort ? 6u : 10u)) {
        text += escape;
        return isShort ? "The \\u escape sequence must be followed by four hexadecimal digits."
                       : "The \\U escape sequence must be followed by eight hexadecimal digits.";
    }
    std::uint32_t code = 0;
    std::from_chars(escape.data() + 2, escape.data() + escape.size(), code, 16);
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
        text += escape;
        return fmt::format("Cannot encode character U+{:04x} in UTF-8.", code);
    }
    appendUtf8(text, code);
    return {};
}

} // namespace

std::string decodeLiteral(const Token& token, diags::Diagnostics& diagnostics) {
    std::string_view rest = token.bytes;
    std::string text;
    if (token.type != TokenType::QuotedLiteral)
        return undoubleMarkers(rest);
    // In quotes, the scanner starts a token at a marker, so a doubled one can only be first.
    if (rest.starts_with("$${") || rest.starts_with("%%{"))
        rest.remove_prefix(1);
    if (rest.find('\\') == std::string_view::npos)
        return text.assign(rest);

    text.reserve(rest.size());
    diags::SourcePos position = token.range.start;
    const auto size = token.bytes.size();
    std::size_t counted = 0; // the offset of the position
    while (!rest.empty()) {
        const std::size_t plain = std::min(rest.find('\\'), rest.size());
        text += rest.substr(0, plain);
        rest.remove_prefix(plain);
        if (rest.empty())
            break;
        const std::string_view escape = rest.substr(0, escapeSize(rest));
        rest.remove_prefix(escape.size());
        if (std::string problem = resolveEscape(escape, text); !problem.empty()) {
            const std::size_t start = size - rest.size() - escape.size();
            advance(position, token.bytes.substr(counted, start - counted));
            diags::SourceRange range{token.range.filename, position, position};
            advance(range.end, escape);
            position = range.end;
            counted = start + escape.size();
            diagnostics.error("Invalid escape sequence", std::move(problem), range);
        }
    }
    return text;
}

} // namespace planlens::hcl
