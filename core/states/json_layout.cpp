// SPDX-License-Identifier: MPL-2.0
#include "core/states/json_layout.h"

#include "core/values/json_scanner.h"

#include <algorithm>
#include <array>

namespace planlens::states {
namespace {

/// Where the string literal that starts at a position ends: after its closing quote.
std::size_t endOfString(std::string_view json, std::size_t start) {
    std::size_t i = start + 1;
    while ((i = values::endOfPlainText(json, i)) < json.size() && json[i] != '"')
        i += json[i] == '\\' ? 2 : 1;
    return std::min(i + 1, json.size());
}

/// By character.
constexpr std::array<bool, 256> plain = [] {
    std::array<bool, 256> all;
    all.fill(true);
    for (const unsigned c : {0x3CU, 0x3EU, 0x26U, 0xE2U}) // < > & and the first byte of U+2028 and U+2029
        all[c] = false;
    return all;
}();
constexpr bool isPlain(char c) { return plain[static_cast<unsigned char>(c)]; }

void appendEscaped(std::string& out, std::string_view literal) {
    if (std::all_of(literal.begin(), literal.end(), isPlain)) {
        out += literal;
        return;
    }
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
        out += literal.substr(from, i - from);
        out += replacement;
        from = i + size;
    }
    out += literal.substr(from);
}

} // namespace

void appendLineBreak(std::string& out, std::size_t level) {
    static const std::string usual = "\n" + std::string(40, ' ');
    if (2 * level < usual.size())
        return void(out.append(usual, 0, 2 * level + 1));
    out += '\n';
    out.append(2 * level, ' ');
}

std::string compactJson(std::string_view json) {
    std::string out(json.size(), '\0');
    char* to = out.data();
    for (std::size_t i = 0; i < json.size();) {
        const char c = json[i];
        if (c == '"') {
            const std::size_t end = endOfString(json, i);
            to = std::copy(json.data() + i, json.data() + end, to);
            i = end;
            continue;
        }
        if (values::JsonScanner::isSpace(c)) {
            i = values::endOfSpaces(json, i + 1);
            continue;
        }
        *to++ = c;
        ++i;
    }
    out.resize(static_cast<std::size_t>(to - out.data()));
    out.shrink_to_fit();
    return out;
}

void appendIndented(std::string& out, std::string_view json, std::size_t level) {
    bool opened = false; // the line break is due unless the container is empty
    for (std::size_t i = 0; i < json.size();) {
        const char c = json[i];
        if (values::JsonScanner::isSpace(c)) {
            ++i;
            continue;
        }
        const bool closes = c == '}' || c == ']';
        if (opened && !closes)
            appendLineBreak(out, ++level);
        switch (c) {
        case '"': {
            const std::size_t end = endOfString(json, i);
            appendEscaped(out, json.substr(i, end - i));
            i = end;
            opened = false;
            continue;
        }
        case ',':
            out += c;
            appendLineBreak(out, level);
            break;
        case ':':
            out += ": ";
            break;
        case '}':
        case ']':
            if (!opened)
                appendLineBreak(out, --level);
            out += c;
            break;
        case '{':
        case '[':
            out += c;
            break;
        default: { // a number or a word
            const std::size_t end = std::min(json.find_first_of(",]} \t\r\n", i), json.size());
            out += json.substr(i, end - i);
            i = end;
            opened = false;
            continue;
        }
        }
        opened = c == '{' || c == '[';
        ++i;
    }
}

} // namespace planlens::states
