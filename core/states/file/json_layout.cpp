// SPDX-License-Identifier: MPL-2.0
#include "core/states/file/json_layout.h"

#include "core/values/json/json.h"
#include "core/values/json/json_scanner.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace planlens::states {
namespace {

/// Returns the position after the closing quote of the string literal that starts at `start`.
std::size_t endOfString(std::string_view json, std::size_t start) {
    std::size_t i = start + 1;
    while ((i = values::endOfPlainText(json, i)) < json.size() && json[i] != '"')
        i += json[i] == '\\' ? 2 : 1;
    return std::min(i + 1, json.size());
}

/// Indexed by character: whether it needs no escape when a valid literal is written again.
constexpr std::array<bool, 256> plain = [] {
    std::array<bool, 256> all;
    all.fill(true);
    for (const unsigned c : {0x3CU, 0x3EU, 0x26U, 0xE2U}) // < > & and the first byte of U+2028 and U+2029
        all[c] = false;
    return all;
}();
/// Indexed by character: whether it is written unescaped in a literal, with escaping of HTML characters.
constexpr std::array<bool, 256> isPlainText = [] {
    std::array<bool, 256> all{};
    for (unsigned char c = 0x20; c < 0x7F; ++c)
        all[c] = plain[c] && c != '"' && c != '\\';
    return all;
}();
constexpr bool isPlain(char c) {
    return plain[static_cast<unsigned char>(c)];
}

} // namespace

void JsonText::add(std::string_view text) {
    makeRoom(text.size());
    std::ranges::copy(text, m_text.data() + m_size);
    m_size += text.size();
}

void JsonText::addString(std::string_view text) {
    makeRoom(text.size() + 2);
    char* const at = m_text.data() + m_size;
    bool isAsItIs = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
        at[i + 1] = text[i];
        isAsItIs &= isPlainText[static_cast<unsigned char>(text[i])];
    }
    if (isAsItIs) {
        at[0] = at[text.size() + 1] = '"';
        m_size += text.size() + 2;
        return;
    }
    std::string literal;
    values::appendJsonString(literal, text);
    add(literal);
}

void JsonText::addLineBreak(std::size_t level) {
    constexpr std::string_view usual =
        "\n                                                               "; // 64 characters
    makeRoom(std::max(usual.size(), 2 * level + 1));
    char* const at = m_text.data() + m_size;
    if (2 * level < usual.size()) {
        std::memcpy(at, usual.data(), usual.size()); // a constant size is faster than the exact one
    } else {
        *at = '\n';
        std::fill_n(at + 1, 2 * level, ' ');
    }
    m_size += 2 * level + 1;
}

/// Adds a string literal, escaping characters where required.
void JsonText::addLiteral(std::string_view literal) {
    if (std::ranges::all_of(literal, isPlain))
        return add(literal);
    std::size_t from = 0;
    for (std::size_t i = 0; i < literal.size(); ++i) {
        if (isPlain(literal[i]))
            continue;
        std::string_view replacement;
        std::size_t size = 1;
        switch (literal[i]) {
        case '<':
            replacement = "\\u003c";
            break;
        case '>':
            replacement = "\\u003e";
            break;
        case '&':
            replacement = "\\u0026";
            break;
        default:
            size = 3;
            if (literal.substr(i, size) == "\xE2\x80\xA8")
                replacement = "\\u2028";
            else if (literal.substr(i, size) == "\xE2\x80\xA9")
                replacement = "\\u2029";
            else
                continue;
        }
        add(literal.substr(from, i - from));
        add(replacement);
        from = i + size;
    }
    add(literal.substr(from));
}

void JsonText::addIndented(std::string_view json, std::size_t level) {
    bool opened = false; // the line break is written only if the container is not empty
    for (std::size_t i = 0; i < json.size();) {
        const char c = json[i];
        if (values::JsonScanner::isSpace(c)) {
            ++i;
            continue;
        }
        const bool closes = c == '}' || c == ']';
        if (opened && !closes)
            addLineBreak(++level);
        switch (c) {
        case '"': {
            const std::size_t end = endOfString(json, i);
            addLiteral(json.substr(i, end - i));
            i = end;
            opened = false;
            continue;
        }
        case ',':
            add(c);
            addLineBreak(level);
            break;
        case ':':
            add(": ");
            break;
        case '}':
        case ']':
            if (!opened)
                addLineBreak(--level);
            add(c);
            break;
        case '{':
        case '[':
            add(c);
            break;
        default: { // a number or a keyword
            const std::size_t end = std::min(json.find_first_of(",]} \t\r\n", i), json.size());
            add(json.substr(i, end - i));
            i = end;
            opened = false;
            continue;
        }
        }
        opened = c == '{' || c == '[';
        ++i;
    }
}

std::string JsonText::take() && {
    m_text.resize(m_size);
    return std::move(m_text);
}

std::string compactJson(std::string_view json) {
    std::string compact;
    values::JsonScanner scanner(json);
    scanner.peek();
    scanner.skipValue(&compact);
    return compact;
}

std::string indentedJson(std::string_view json) {
    JsonText text;
    text.reserve(2 * json.size());
    text.addIndented(json, 0);
    return std::move(text).take();
}

} // namespace planlens::states
