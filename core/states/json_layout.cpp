// SPDX-License-Identifier: MPL-2.0
#include "core/states/json_layout.h"

#include "core/values/json_scanner.h"

namespace planlens::states {
namespace {

/// Where the string literal that starts at a position ends: after its closing quote.
std::size_t endOfString(std::string_view json, std::size_t start) {
    std::size_t i = start + 1;
    while (i < json.size() && json[i] != '"')
        i += json[i] == '\\' ? 2 : 1;
    return i < json.size() ? i + 1 : json.size();
}

void appendEscaped(std::string& out, std::string_view literal) {
    constexpr std::string_view suspicious = "<>&\xE2";
    std::size_t from = 0;
    for (std::size_t i = literal.find_first_of(suspicious); i != std::string_view::npos;
         i = literal.find_first_of(suspicious, i + 1)) {
        std::string_view replacement;
        std::size_t size = 1;
        switch (literal[i]) {
        case '<': replacement = "\\u003c"; break;
        case '>': replacement = "\\u003e"; break;
        case '&': replacement = "\\u0026"; break;
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

void appendLineBreak(std::string& out, std::size_t level) {
    out += '\n';
    out.append(2 * level, ' ');
}

} // namespace

std::string compactJson(std::string_view json) {
    std::string out;
    out.reserve(json.size());
    for (std::size_t i = 0; i < json.size();) {
        std::size_t end = i + 1;
        if (values::JsonScanner::isSpace(json[i])) {
            i = end;
            continue;
        }
        if (json[i] == '"')
            end = endOfString(json, i);
        out += json.substr(i, end - i);
        i = end;
    }
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
        case ':': out += ": "; break;
        case '}':
        case ']':
            if (!opened)
                appendLineBreak(out, --level);
            out += c;
            break;
        default: out += c; break;
        }
        opened = c == '{' || c == '[';
        ++i;
    }
}

} // namespace planlens::states
