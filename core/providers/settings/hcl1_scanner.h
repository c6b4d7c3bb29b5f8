// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/settings/hcl1_parser.h"

#include <string>
#include <string_view>

namespace planlens::providers::legacy {

/// An error in the text. Thrown by the scanner and the parser, and caught by parse().
struct SyntaxError {
    std::string text;
};
[[noreturn]] void fail(Position position, const std::string& text);

enum class TokenType {
    End,
    Comment,
    Identifier,
    Number,
    Float,
    Bool,
    String,
    Heredoc,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Comma,
    Period,
    Assign,
    Add,
    Sub
};

/// Returns the name of a token type in messages.
std::string_view name(TokenType type);

struct Token {
    TokenType type = TokenType::End;
    std::string text; // as written; unescaped for strings and heredocs
    Position position;
};

/// Splits the text into tokens.
class Scanner {
public:
    explicit Scanner(std::string_view text)
        : m_text(text) {}

    /// Returns the next token, skipping comments.
    Token next();

private:
    char peek(std::size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
    bool atEnd() const { return m_at >= m_text.size(); }
    char take();
    template <typename Predicate>
    std::string takeWhile(Predicate fits);

    Token any();
    Token number(Token token);
    std::string comment();
    /// Quotes are allowed within `${…}`, whose text is kept as written.
    std::string text();
    std::string escaped();
    std::string codePoint(Position position, int digits);
    std::string heredoc();

    std::string_view m_text;
    std::size_t m_at = 0;
    Position m_position{1, 1};
};

} // namespace planlens::providers::legacy
