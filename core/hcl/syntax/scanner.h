// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace planlens::hcl {

enum class TokenType : std::uint8_t {
    None,
    EndOfFile,
    Newline,
    Comment,
    Identifier,
    Number,
    QuotedLiteral,
    StringLiteral,
    // Brackets
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    OpenParen,
    CloseParen,
    OpenQuote,
    CloseQuote,
    OpenHeredoc,
    CloseHeredoc,
    TemplateInterpolation,
    TemplateControl,
    TemplateSequenceEnd,
    // Operators and punctuation
    Star,
    Slash,
    Plus,
    Minus,
    Percent,
    Equal,
    EqualOperator,
    NotEqual,
    LessThan,
    LessThanOrEqual,
    GreaterThan,
    GreaterThanOrEqual,
    And,
    Or,
    Bang,
    Dot,
    Comma,
    DoubleColon,
    Ellipsis,
    FatArrow,
    Question,
    Colon,
    // Not part of the language, but reported with specific messages
    BitwiseAnd,
    BitwiseOr,
    BitwiseNot,
    BitwiseXor,
    Apostrophe,
    Backtick,
    Semicolon,
    Invalid,
    BadUtf8,
    QuotedNewline
};

/// A piece of source text; the bytes are a view of it.
struct Token {
    TokenType type = TokenType::None;
    std::string_view bytes;
    diags::SourceRange range;
};

/// The range of a missing token: line, column and byte are all zero.
inline diags::SourceRange noRange() {
    return {{}, {0, 0, 0}, {0, 0, 0}};
}

/// Splits native syntax into tokens, one at a time. Tokenization depends on the context: code, a quoted template, a
/// heredoc or a bare template, possibly nested.
class Scanner {
public:
    enum class Mode : std::uint8_t { Code, Bare, Quote, Heredoc };

    /// The text must outlive the tokens. The mode is Code or Bare.
    Scanner(std::string_view text, diags::InternedName filename, diags::SourcePos start, Mode mode);

    /// Returns the next token; at the end, EndOfFile repeatedly.
    Token next();
    /// Errors about invalid tokens among those returned so far.
    diags::Diagnostics& diagnostics() { return m_diagnostics; }

private:
    struct Heredoc {
        std::string_view marker;
        bool atLineStart = true;
    };

    Token scan();
    Token scanCode();
    /// Scans an operator, a separator or an invalid token.
    Token scanSign(char c, char second);
    Token openHeredoc(std::size_t size);
    Token scanQuote();
    Token scanText();
    Token closeBrace();
    Token closeTrimming();
    Token beginSequence(std::size_t size);
    Token heredocLine(std::size_t end);
    Token heredocPiece(std::size_t end);
    Token stopHere();
    std::size_t literalEnd() const;
    std::size_t numberEnd() const;
    /// Returns the current position if no comment starts here.
    std::size_t commentEnd();
    std::size_t heredocIntroducerEnd() const;

    Token take(TokenType type, std::size_t size);
    Token takeAscii(TokenType type, std::size_t size);
    char at(std::size_t i) const { return i < m_text.size() ? m_text[i] : '\0'; }
    bool isAt(std::size_t i, char c) const { return i < m_text.size() && m_text[i] == c; }
    void complainAbout(const Token& token);

    std::string_view m_text;
    diags::InternedName m_filename;
    diags::SourcePos m_position;
    std::size_t m_at = 0;
    std::vector<Mode> m_modes;
    int m_braces = 0;
    std::vector<int> m_sequenceBraces; // brace depth at which each open template sequence ends
    std::vector<Heredoc> m_heredocs;
    std::optional<Token> m_pending;
    bool m_mayEndComments = true; // false once no comment end follows, to avoid repeated searches
    diags::Diagnostics m_diagnostics;
    struct {
        int bitwise = 0, backtick = 0, apostrophe = 0, semicolon = 0, badUtf8 = 0;
    } m_reported;
};

} // namespace planlens::hcl
