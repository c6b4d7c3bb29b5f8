// SPDX-License-Identifier: MPL-2.0
#include "core/backends/pg/connection_syntax.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

namespace planlens::backends::pg {
namespace {

using diags::Expected;
using diags::Unexpected;

Unexpected<std::string> invalidUrl(const char* why) {
    return {std::string("parse the connection URL: ") + why};
}

bool isSpace(char c) {
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

int hexDigit(char c) {
    const int lower = std::tolower(static_cast<unsigned char>(c));
    return lower >= '0' && lower <= '9' ? lower - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

enum class Plus { Literal, IsSpace };

/// std::nullopt if a percent sign is not followed by two digits.
std::optional<std::string> decoded(std::string_view text, Plus plus = Plus::Literal) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            result += plus == Plus::IsSpace && text[i] == '+' ? ' ' : text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? hexDigit(text[i + 1]) : -1, low = high < 0 ? -1 : hexDigit(text[i + 2]);
        if (low < 0)
            return {};
        result += static_cast<char>(16 * high + low);
        i += 2;
    }
    return result;
}

/// Removes and returns the text before a separator; all of it, if there is none.
std::string_view takeUntil(std::string_view& text, char separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

/// A keyword that is given twice has the greater of its values, as in the reference.
void add(Keywords& keywords, const std::string& name, const std::string& value) {
    if (value.empty())
        return;
    std::string& present = keywords[name];
    present = std::max(present, value);
}

Expected<bool, std::string> parseAuthority(std::string_view authority, Keywords& keywords) {
    if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
        std::string_view password = authority.substr(0, at);
        const std::optional<std::string> user = decoded(takeUntil(password, ':')), secret = decoded(password);
        if (!user || !secret)
            return invalidUrl("invalid percent-encoding in user name or password");
        add(keywords, "user", *user);
        add(keywords, "password", *secret);
        authority.remove_prefix(at + 1);
    }
    std::string_view host = authority, port;
    const bool isBracketed = host.starts_with('[');
    const std::size_t end = isBracketed ? host.find(']') : 0;
    if (end == std::string_view::npos)
        return invalidUrl("missing \"]\" in the host");
    if (const std::size_t colon = host.find(':', end); colon != std::string_view::npos) {
        port = host.substr(colon + 1);
        host = host.substr(0, colon);
    }
    if (!std::ranges::all_of(port, [](unsigned char c) { return std::isdigit(c) != 0; }))
        return invalidUrl("invalid port after the host");
    if (host.find('%') != std::string_view::npos && !isBracketed)
        return invalidUrl("percent-encoding in the host. Write the path of a socket as \"host=/path dbname=name\"");
    if (isBracketed)
        host = host.substr(1, end - 1);
    add(keywords, "host", std::string(host));
    add(keywords, "port", std::string(port));
    return true;
}

/// Parses what follows "postgres://".
Expected<Keywords, std::string> parseUrl(std::string_view text) {
    if (std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
        return invalidUrl("invalid control character");
    text = text.substr(0, text.find('#'));
    std::string_view query = text;
    std::string_view path = takeUntil(query, '?');
    const std::string_view authority = path.substr(0, path.find('/'));
    path.remove_prefix(authority.size());
    Keywords keywords;
    if (auto parsed = parseAuthority(authority, keywords); !parsed)
        return Unexpected{std::move(parsed.error())};
    if (!path.empty()) {
        const std::optional<std::string> database = decoded(path.substr(1));
        if (!database)
            return invalidUrl("invalid percent-encoding in the name of the database");
        add(keywords, "dbname", *database);
    }
    Keywords parameters;
    while (!query.empty()) {
        std::string_view value = takeUntil(query, '&');
        const bool isIgnored = value.find(';') != std::string_view::npos;
        const auto name = decoded(takeUntil(value, '='), Plus::IsSpace), plain = decoded(value, Plus::IsSpace);
        if (!isIgnored && name && plain)
            parameters.emplace(*name, *plain); // the first one
    }
    for (const auto& [name, value] : parameters)
        add(keywords, name, value);
    return keywords;
}

/// Parses keyword=value pairs. Values may be in single quotes; a backslash escapes the next character.
Expected<Keywords, std::string> parsePairs(std::string_view text) {
    Keywords keywords;
    const auto skipSpaces = [&] {
        while (!text.empty() && isSpace(text.front()))
            text.remove_prefix(1);
    };
    for (skipSpaces(); !text.empty(); skipSpaces()) {
        const auto* const nameEnd = std::ranges::find_if(text, [](char c) { return c == '=' || isSpace(c); });
        const std::string name(text.begin(), nameEnd);
        text.remove_prefix(name.size());
        skipSpaces();
        if (!text.starts_with('='))
            return Unexpected{std::string("missing \"=\" after a keyword in the connection string")};
        text.remove_prefix(1);
        skipSpaces();
        std::string& value = keywords[name];
        value.clear();
        const bool isQuoted = text.starts_with('\'');
        if (isQuoted)
            text.remove_prefix(1);
        while (!text.empty() && (isQuoted ? text.front() != '\'' : !isSpace(text.front()))) {
            if (text.front() == '\\')
                text.remove_prefix(1);
            if (text.empty())
                return Unexpected{std::string("missing character after backslash")};
            value += text.front();
            text.remove_prefix(1);
        }
        if (isQuoted && text.empty())
            return Unexpected{std::string("unterminated quoted string literal in connection string")};
        if (isQuoted)
            text.remove_prefix(1);
    }
    return keywords;
}

} // namespace

Expected<Keywords, std::string> parseKeywords(const std::string& text) {
    for (const std::string_view scheme : {"postgres://", "postgresql://"})
        if (text.starts_with(scheme))
            return parseUrl(std::string_view(text).substr(scheme.size()));
    return parsePairs(text);
}

} // namespace planlens::backends::pg
