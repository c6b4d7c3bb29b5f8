// SPDX-License-Identifier: MPL-2.0
#include "core/report/escape.h"

#include "core/values/text/printable.h"
#include "core/values/text/utf8.h"

#include <algorithm>

namespace planlens::report {

namespace {

bool isWordCharacter(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80;
}
bool isControl(char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
}

/// Calls a function with the position of each byte, except those of control characters, which are replaced.
template <typename Add>
std::string escaped(std::string_view text, const Add& add) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const values::CodePoint point = values::decodeUtf8(text.substr(i));
        const bool isReplaced = point.size > 1 ? values::isHiddenControl(point.code) : isControl(text[i]);
        if (isReplaced)
            out += "\xef\xbf\xbd";
        for (const std::size_t end = i + point.size; i < end; ++i)
            if (!isReplaced)
                add(out, i);
    }
    return out;
}
bool startsCodePoint(char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
}

std::string entity(char c) {
    return "&#" + std::to_string(int(static_cast<unsigned char>(c))) + ";";
}

} // namespace

std::string inHtml(std::string_view text) {
    return escaped(text, [text](std::string& out, std::size_t i) {
        switch (text[i]) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += text[i];
        }
    });
}

std::string inMarkdown(std::string_view text) {
    constexpr std::string_view special = "&<>\"'`*[]|\\~#@!^:${}";
    std::string line(text);
    std::ranges::replace(line, '\r', ' ');
    return escaped(line, [&line, special](std::string& out, std::size_t i) {
        const char c = line[i];
        const bool isInWord =
            i > 0 && i + 1 < line.size() && isWordCharacter(line[i - 1]) && isWordCharacter(line[i + 1]);
        if (c == '\n' || c == '\t')
            out += ' ';
        else if (special.find(c) != std::string_view::npos || (c == '_' && !isInWord) ||
                 (c == '.' && i >= 3 && line.compare(i - 3, 3, "www") == 0))
            out += entity(c);
        else
            out += c;
    });
}

std::string withNames(std::string_view sentence, const std::function<std::string(std::string_view)>& text,
                      const std::function<std::string(std::string_view)>& name) {
    std::string out;
    while (!sentence.empty()) {
        const std::size_t start = std::min(sentence.find('`'), sentence.size());
        const std::size_t end = start < sentence.size() ? sentence.find('`', start + 1) : std::string_view::npos;
        if (end == std::string_view::npos)
            return out + text(sentence);
        out += text(sentence.substr(0, start)) + name(sentence.substr(start + 1, end - start - 1));
        sentence.remove_prefix(end + 1);
    }
    return out;
}

std::string withoutControls(std::string_view text) {
    return escaped(text, [text](std::string& out, std::size_t i) { out += text[i]; });
}

std::string diffBlock(const std::string& text) {
    std::size_t longest = 0, run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(std::max<std::size_t>(3, longest + 1), '`');
    return fence + "diff\n" + text + fence + "\n";
}

std::string inDot(std::string_view text) {
    return '"' +
           escaped(text,
                   [text](std::string& out, std::size_t i) {
                       if (text[i] == '"' || text[i] == '\\')
                           out += '\\';
                       if (text[i] == '\n')
                           out += "\\n";
                       else
                           out += text[i];
                   }) +
           '"';
}

std::string inMermaid(std::string_view text) {
    return '"' +
           escaped(text,
                   [text](std::string& out, std::size_t i) {
                       const char c = text[i];
                       if (c == '\n')
                           out += "<br/>";
                       else if (isWordCharacter(c) || c == ' ' || c == '.' || c == '-' || c == '_')
                           out += c;
                       else
                           out += "#" + std::to_string(int(static_cast<unsigned char>(c))) + ";";
                   }) +
           '"';
}

std::size_t lengthOf(std::string_view text) {
    return std::size_t(std::count_if(text.begin(), text.end(), startsCodePoint));
}

std::string shortened(std::string_view text, std::size_t length) {
    if (lengthOf(text) <= length || length == 0)
        return std::string(length == 0 ? std::string_view() : text);
    std::size_t end = 0;
    for (std::size_t seen = 0; end < text.size(); ++end)
        if (startsCodePoint(text[end]) && seen++ == length - 1)
            break;
    return std::string(text.substr(0, end)) + "…";
}

} // namespace planlens::report
