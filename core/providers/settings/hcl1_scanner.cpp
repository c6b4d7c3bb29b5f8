// SPDX-License-Identifier: MPL-2.0
#include "core/providers/settings/hcl1_scanner.h"

#include "core/values/text/utf8.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace planlens::providers::legacy {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

/// Returns the text of a heredoc. If it is indented, the common indentation is removed.
std::string joined(const std::vector<std::string>& lines, bool indented) {
    std::size_t common = indented ? std::string::npos : 0;
    if (indented)
        for (const std::string& line : lines)
            common = std::min(common, std::min(line.find_first_not_of(" \t"), line.size()));
    std::string text;
    for (const std::string& line : lines)
        text += line.substr(std::min(common, line.size())) + "\n";
    return text;
}

} // namespace

void fail(Position position, const std::string& text) {
    throw SyntaxError{"At " + position.toString() + ": " + text};
}

std::string_view name(TokenType type) {
    switch (type) {
    case TokenType::End:
        return "EOF";
    case TokenType::Comment:
        return "COMMENT";
    case TokenType::Identifier:
        return "IDENT";
    case TokenType::Number:
        return "NUMBER";
    case TokenType::Float:
        return "FLOAT";
    case TokenType::Bool:
        return "BOOL";
    case TokenType::String:
        return "STRING";
    case TokenType::Heredoc:
        return "HEREDOC";
    case TokenType::OpenBracket:
        return "LBRACK";
    case TokenType::CloseBracket:
        return "RBRACK";
    case TokenType::OpenBrace:
        return "LBRACE";
    case TokenType::CloseBrace:
        return "RBRACE";
    case TokenType::Comma:
        return "COMMA";
    case TokenType::Period:
        return "PERIOD";
    case TokenType::Assign:
        return "ASSIGN";
    case TokenType::Add:
        return "ADD";
    case TokenType::Sub:
        return "SUB";
    }
    return "";
}

Token Scanner::next() {
    for (;;) {
        Token token = any();
        if (token.type != TokenType::Comment)
            return token;
    }
}

char Scanner::take() {
    const char c = m_text[m_at++];
    if (c == '\n') {
        ++m_position.line;
        m_position.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
        ++m_position.column;
    }
    return c;
}

template <typename Predicate>
std::string Scanner::takeWhile(Predicate fits) {
    std::string taken;
    while (!atEnd() && fits(peek()))
        taken += take();
    return taken;
}

Token Scanner::any() {
    takeWhile([](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
    Token token;
    token.position = m_position;
    const auto made = [&token](TokenType type, std::string text) {
        token.type = type;
        token.text = std::move(text);
        return token;
    };
    if (atEnd())
        return token;
    const char c = peek();
    if (isLetter(c)) {
        std::string word = takeWhile([](char d) { return isLetter(d) || isDigit(d) || d == '-' || d == '.'; });
        const bool isBool = word == "true" || word == "false";
        return made(isBool ? TokenType::Bool : TokenType::Identifier, std::move(word));
    }
    if (isDigit(c) || ((c == '-' || c == '.') && isDigit(peek(1))))
        return number(token);
    if (c == '"')
        return made(TokenType::String, text());
    if (c == '#' || c == '/')
        return made(TokenType::Comment, comment());
    if (c == '<')
        return made(TokenType::Heredoc, heredoc());
    constexpr std::pair<char, TokenType> signs[] = {
        {'[', TokenType::OpenBracket}, {']', TokenType::CloseBracket}, {'{', TokenType::OpenBrace},
        {'}', TokenType::CloseBrace},  {',', TokenType::Comma},        {'=', TokenType::Assign},
        {'.', TokenType::Period},      {'+', TokenType::Add},          {'-', TokenType::Sub}};
    for (const auto& [sign, type] : signs)
        if (c == sign)
            return made(type, std::string(1, take()));
    fail(token.position, "illegal char");
}

Token Scanner::number(Token token) {
    token.text = take();
    token.text += takeWhile([](char c) { return isDigit(c) || isLetter(c) || c == '.'; });
    token.type = token.text.find_first_of(".eE") == std::string::npos || token.text.starts_with("0x")
                     ? TokenType::Number
                     : TokenType::Float;
    return token;
}

std::string Scanner::comment() {
    const Position start = m_position;
    if (take() == '#' || peek() == '/')
        return takeWhile([](char c) { return c != '\n'; });
    if (peek() != '*')
        fail(start, "expected '/' for comment");
    take();
    for (char before = '\0'; !atEnd();) {
        const char c = take();
        if (before == '*' && c == '/')
            return {};
        before = c;
    }
    fail(m_position, "comment not terminated");
}

std::string Scanner::text() {
    take();
    std::string meant;
    int braces = 0;
    for (;;) {
        if (atEnd() || (peek() == '\n' && braces == 0))
            fail(m_position, "literal not terminated");
        const char c = take();
        if (c == '"' && braces == 0)
            return meant;
        if (braces == 0 && c == '$' && peek() == '{') {
            braces = 1;
            meant += c;
            meant += take();
        } else if (braces > 0) {
            braces += c == '{' ? 1 : c == '}' ? -1 : 0;
            meant += c;
        } else if (c == '\\') {
            meant += escaped();
        } else {
            meant += c;
        }
    }
}

std::string Scanner::escaped() {
    const Position position = m_position;
    const char c = atEnd() ? '\0' : take();
    switch (c) {
    case 'n':
        return "\n";
    case 't':
        return "\t";
    case 'r':
        return "\r";
    case 'a':
        return "\a";
    case 'b':
        return "\b";
    case 'f':
        return "\f";
    case 'v':
        return "\v";
    case '\\':
        return "\\";
    case '"':
        return "\"";
    case 'u':
        return codePoint(position, 4);
    case 'U':
        return codePoint(position, 8);
    default:
        fail(position, "illegal char escape");
    }
}

std::string Scanner::codePoint(Position position, int digits) {
    std::uint32_t code = 0;
    for (int i = 0; i < digits; ++i) {
        const char c = atEnd() ? '\0' : take();
        const bool letter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        if (!isDigit(c) && !letter)
            fail(position, "illegal char escape");
        code = code * 16 + static_cast<std::uint32_t>(isDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    std::string bytes;
    values::appendUtf8(bytes, code);
    return bytes;
}

std::string Scanner::heredoc() {
    const Position start = m_position;
    take();
    if (peek() != '<')
        fail(start, "heredoc expected second '<', didn't see it");
    take();
    const bool indented = peek() == '-';
    if (indented)
        take();
    const std::string anchor = takeWhile([](char c) { return c != '\n' && c != '\r'; });
    if (anchor.empty())
        fail(start, "zero-length heredoc anchor");
    takeWhile([](char c) { return c == '\r'; });
    std::vector<std::string> lines;
    for (;;) {
        if (atEnd())
            fail(m_position, "heredoc not terminated");
        take(); // the line break
        std::string line = takeWhile([](char c) { return c != '\n'; });
        const auto first = line.find_first_not_of(" \t");
        if (first != std::string::npos && line.substr(indented ? first : 0) == anchor)
            return joined(lines, indented);
        lines.push_back(std::move(line));
    }
}

} // namespace planlens::providers::legacy
