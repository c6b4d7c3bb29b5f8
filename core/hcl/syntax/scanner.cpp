// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/scanner.h"

#include "core/hcl/syntax/characters.h"

namespace planlens::hcl {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isNotAscii(char c) {
    return static_cast<unsigned char>(c) >= 0x80;
}

} // namespace

Scanner::Scanner(std::string_view text, diags::InternedName filename, diags::SourcePos start, Mode mode)
    : m_text(text)
    , m_filename(filename)
    , m_position(start)
    , m_modes{mode} {
    if (m_text.starts_with("\xEF\xBB\xBF")) {
        m_text.remove_prefix(3);
        m_position.byte += 3;
    }
}

Token Scanner::next() {
    if (m_pending) {
        Token token = *m_pending;
        m_pending.reset();
        return token;
    }
    Token token = scan();
    if (token.type >= TokenType::BitwiseAnd)
        complainAbout(token);
    return token;
}

Token Scanner::scan() {
    if (m_modes.back() == Mode::Code) {
        const std::size_t before = m_at;
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
            ++m_at;
        m_position.column += static_cast<std::uint32_t>(m_at - before);
        m_position.byte += static_cast<std::uint32_t>(m_at - before);
    }
    if (m_at == m_text.size())
        return take(TokenType::EndOfFile, 0);
    switch (m_modes.back()) {
    case Mode::Code:
        return scanCode();
    case Mode::Quote:
        return scanQuote();
    case Mode::Heredoc:
    case Mode::Bare:
        return scanText();
    }
    return {};
}

Token Scanner::take(TokenType type, std::size_t size) {
    Token token{type, m_text.substr(m_at, size), {m_filename, m_position, m_position}};
    m_at += size;
    advance(m_position, token.bytes);
    token.range.end = m_position;
    return token;
}

Token Scanner::takeAscii(TokenType type, std::size_t size) {
    Token token{type, m_text.substr(m_at, size), {m_filename, m_position, m_position}};
    m_at += size;
    m_position.byte += static_cast<std::uint32_t>(size);
    m_position.column += static_cast<std::uint32_t>(size);
    token.range.end = m_position;
    return token;
}

Token Scanner::scanCode() {
    using enum TokenType;
    const char c = m_text[m_at];
    const char second = at(m_at + 1);
    if (const std::size_t end = identifierEnd(m_text, m_at); end != m_at)
        return take(Identifier, end - m_at);
    if (isDigit(c))
        return takeAscii(Number, numberEnd() - m_at);
    switch (c) {
    case '\n':
        return take(Newline, 1);
    case '\r':
        return second == '\n' ? take(Newline, 2) : take(Invalid, 1);
    case '/':
    case '#':
        if (const std::size_t end = commentEnd(); end != m_at)
            return take(Comment, end - m_at);
        break;
    case '<':
        if (const std::size_t end = second == '=' ? m_at : heredocIntroducerEnd(); end != m_at)
            return openHeredoc(end - m_at);
        break;
    case '{':
        ++m_braces;
        return takeAscii(OpenBrace, 1);
    case '}':
        return closeBrace();
    case '~':
        return second == '}' ? closeTrimming() : takeAscii(BitwiseNot, 1);
    case '"':
        m_modes.push_back(Mode::Quote);
        return takeAscii(OpenQuote, 1);
    default:
        break;
    }
    return scanSign(c, second);
}

Token Scanner::scanSign(char c, char second) {
    using enum TokenType;
    switch (c) {
    case '=':
        return second == '='   ? takeAscii(EqualOperator, 2)
               : second == '>' ? takeAscii(FatArrow, 2)
                               : takeAscii(Equal, 1);
    case '!':
        return second == '=' ? takeAscii(NotEqual, 2) : takeAscii(Bang, 1);
    case '>':
        return second == '=' ? takeAscii(GreaterThanOrEqual, 2) : takeAscii(GreaterThan, 1);
    case '<':
        return second == '=' ? takeAscii(LessThanOrEqual, 2) : takeAscii(LessThan, 1);
    case '&':
        return second == '&' ? takeAscii(And, 2) : takeAscii(BitwiseAnd, 1);
    case '|':
        return second == '|' ? takeAscii(Or, 2) : takeAscii(BitwiseOr, 1);
    case ':':
        return second == ':' ? takeAscii(DoubleColon, 2) : takeAscii(Colon, 1);
    case '.':
        return second == '.' && isAt(m_at + 2, '.') ? takeAscii(Ellipsis, 3) : takeAscii(Dot, 1);
    case '[':
        return takeAscii(OpenBracket, 1);
    case ']':
        return takeAscii(CloseBracket, 1);
    case '(':
        return takeAscii(OpenParen, 1);
    case ')':
        return takeAscii(CloseParen, 1);
    case ',':
        return takeAscii(Comma, 1);
    case '*':
        return takeAscii(Star, 1);
    case '/':
        return takeAscii(Slash, 1);
    case '%':
        return takeAscii(Percent, 1);
    case '+':
        return takeAscii(Plus, 1);
    case '-':
        return takeAscii(Minus, 1);
    case '?':
        return takeAscii(Question, 1);
    case '^':
        return takeAscii(BitwiseXor, 1);
    case ';':
        return takeAscii(Semicolon, 1);
    case '`':
        return takeAscii(Backtick, 1);
    case '\'':
        return takeAscii(Apostrophe, 1);
    default:
        break;
    }
    if (!isNotAscii(c))
        return take(Invalid, 1);
    const std::size_t size = multiByteSize(m_text.substr(m_at));
    return size ? take(Invalid, size) : take(BadUtf8, 1);
}

std::size_t Scanner::commentEnd() {
    const char second = at(m_at + 1);
    if (m_text[m_at] == '/' && second == '*' && m_mayEndComments) {
        const std::size_t end = m_text.find("*/", m_at + 2);
        if (end != std::string_view::npos)
            return end + 2;
        m_mayEndComments = false;
    }
    if (m_text[m_at] == '/' && second != '/')
        return m_at;
    const std::size_t end = m_text.find('\n', m_at);
    return end == std::string_view::npos ? m_text.size() : end + 1;
}

Token Scanner::openHeredoc(std::size_t size) {
    Token token = take(TokenType::OpenHeredoc, size);
    std::string_view marker = token.bytes.substr(token.bytes[2] == '-' ? 3 : 2);
    marker.remove_suffix(marker.ends_with("\r\n") ? 2 : 1);
    m_heredocs.push_back({marker});
    m_modes.push_back(Mode::Heredoc);
    return token;
}

std::size_t Scanner::numberEnd() const {
    std::size_t end = m_at + 1;
    for (std::size_t i = end; i < m_text.size();) {
        const char c = m_text[i];
        if (isDigit(c)) {
            end = ++i;
        } else if (c == '.') {
            ++i;
        } else if (c == 'e' || c == 'E') {
            const std::size_t digit = i + (at(i + 1) == '+' || at(i + 1) == '-' ? 2 : 1);
            if (!isDigit(at(digit)))
                break;
            end = i = digit + 1;
        } else {
            break;
        }
    }
    return end;
}

std::size_t Scanner::heredocIntroducerEnd() const {
    if (!isAt(m_at + 1, '<'))
        return m_at;
    const std::size_t marker = m_at + (isAt(m_at + 2, '-') ? 3 : 2);
    std::size_t end = identifierEnd(m_text, marker);
    if (end == marker)
        return m_at;
    if (isAt(end, '\r'))
        ++end;
    return isAt(end, '\n') ? end + 1 : m_at;
}

Token Scanner::closeBrace() {
    if (!m_sequenceBraces.empty() && m_sequenceBraces.back() == m_braces) {
        m_sequenceBraces.pop_back();
        m_modes.pop_back();
        --m_braces;
        return takeAscii(TokenType::TemplateSequenceEnd, 1);
    }
    --m_braces;
    return takeAscii(TokenType::CloseBrace, 1);
}

Token Scanner::closeTrimming() {
    // Outside of a template it closes nothing; the parser reports an error.
    if (!m_sequenceBraces.empty() && m_sequenceBraces.back() == m_braces) {
        m_sequenceBraces.pop_back();
        m_modes.pop_back();
    }
    --m_braces;
    return takeAscii(TokenType::TemplateSequenceEnd, 2);
}

Token Scanner::beginSequence(std::size_t size) {
    Token token = takeAscii(m_text[m_at] == '$' ? TokenType::TemplateInterpolation : TokenType::TemplateControl, size);
    m_sequenceBraces.push_back(++m_braces);
    if (!m_heredocs.empty())
        m_heredocs.back().atLineStart = false;
    m_modes.push_back(Mode::Code);
    return token;
}

/// Returns the end of the plain characters from here: no line ends, template markers or invalid bytes.
std::size_t Scanner::literalEnd() const {
    std::size_t end = m_at;
    while (end < m_text.size()) {
        const char c = m_text[end];
        if (c == '\n' || c == '\r' || c == '$' || c == '%')
            break;
        const std::size_t size = isNotAscii(c) ? multiByteSize(m_text.substr(end)) : 1;
        if (size == 0)
            break;
        end += size;
    }
    return end;
}

Token Scanner::scanQuote() {
    using enum TokenType;
    const char c = m_text[m_at];
    switch (c) {
    case '"':
        m_modes.pop_back();
        return takeAscii(CloseQuote, 1);
    case '\n':
    case '\r': {
        std::size_t end = m_at + 1;
        while (end < m_text.size() && (m_text[end] == '\n' || m_text[end] == '\r'))
            ++end;
        return take(QuotedNewline, end - m_at);
    }
    case '$':
    case '%':
        if (m_at + 1 == m_text.size())
            return take(Invalid, 1);
        if (m_text[m_at + 1] == '{')
            return beginSequence(isAt(m_at + 2, '~') ? 3 : 2);
        if (m_text[m_at + 1] == c && isAt(m_at + 2, '{'))
            return takeAscii(QuotedLiteral, isAt(m_at + 3, '~') ? 4 : 3);
        return takeAscii(QuotedLiteral, 1);
    default:
        break;
    }
    std::size_t end = m_at;
    while (end < m_text.size()) {
        const char next = m_text[end];
        if (next == '"' || next == '\n' || next == '\r' || next == '$' || next == '%')
            break;
        std::size_t start = end;
        if (next == '\\') {
            ++start;
            if (start == m_text.size() || m_text[start] == '\n' || m_text[start] == '\r')
                break;
        }
        const std::size_t size = isNotAscii(m_text[start]) ? multiByteSize(m_text.substr(start)) : 1;
        if (size == 0)
            break;
        end = start + size;
    }
    if (end != m_at)
        return take(QuotedLiteral, end - m_at);
    return c == '\\' ? take(Invalid, 1) : take(BadUtf8, 1);
}

Token Scanner::heredocLine(std::size_t end) {
    Heredoc& heredoc = m_heredocs.back();
    const std::string_view line = m_text.substr(m_at, end - m_at);
    if (heredoc.atLineStart && trimSpaceLeft(trimSpaceRight(line)) == heredoc.marker) {
        // The line break is a separate token, so that it can end an argument.
        const std::size_t lineBreak = line.ends_with("\r\n") ? 2 : 1;
        Token token = take(TokenType::CloseHeredoc, line.size() - lineBreak);
        m_pending = take(TokenType::Newline, lineBreak);
        m_heredocs.pop_back();
        m_modes.pop_back();
        return token;
    }
    heredoc.atLineStart = true;
    return take(TokenType::StringLiteral, end - m_at);
}

Token Scanner::heredocPiece(std::size_t end) {
    m_heredocs.back().atLineStart = false;
    return take(TokenType::StringLiteral, end - m_at);
}

Token Scanner::stopHere() {
    const bool literal = m_modes.size() == 1 && m_modes.front() == Mode::Bare;
    return take(literal ? TokenType::StringLiteral : TokenType::Invalid, m_text.size() - m_at);
}

Token Scanner::scanText() {
    const char c = m_text[m_at];
    const bool isBare = m_modes.back() == Mode::Bare;
    const auto line = [&](std::size_t end) {
        return isBare ? take(TokenType::StringLiteral, end - m_at) : heredocLine(end);
    };
    const auto piece = [&](std::size_t end) {
        return isBare ? take(TokenType::StringLiteral, end - m_at) : heredocPiece(end);
    };
    // Returns the length of the line break at a position, or zero.
    const auto lineBreak = [&](std::size_t i) -> std::size_t {
        return isAt(i, '\n') ? 1 : isAt(i, '\r') && isAt(i + 1, '\n') ? 2 : 0;
    };

    if (c == '$' || c == '%') {
        if (m_at + 1 == m_text.size())
            return stopHere();
        const char second = m_text[m_at + 1];
        if (second == '{')
            return beginSequence(isAt(m_at + 2, '~') ? 3 : 2);
        if (second == c && isAt(m_at + 2, '{')) {
            const std::size_t end = m_at + (isAt(m_at + 3, '~') ? 4 : 3);
            const std::size_t size = lineBreak(end);
            return size ? line(end + size) : piece(end);
        }
        // Two characters form a token only at the end of a line, where the reference's scanner looks further ahead.
        if (isAt(m_at + 2, '\n'))
            return line(m_at + 2);
        if (isAt(m_at + 2, '\r'))
            return piece(m_at + 2);
        return piece(m_at + 1);
    }
    const std::size_t end = literalEnd();
    if (const std::size_t size = lineBreak(end))
        return line(end + size);
    if (end != m_at)
        return piece(end);
    if (c == '\r')
        return stopHere();
    return take(TokenType::BadUtf8, 1);
}

void Scanner::complainAbout(const Token& token) {
    using enum TokenType;
    const auto error = [&](const char* summary, std::string detail) {
        m_diagnostics.error(summary, std::move(detail), token.range);
    };
    switch (token.type) {
    case BitwiseAnd:
    case BitwiseOr:
    case BitwiseXor:
    case BitwiseNot:
        if (m_reported.bitwise++ < 4) {
            const char* suggestion = token.type == BitwiseAnd   ? " Did you mean boolean AND (\"&&\")?"
                                     : token.type == BitwiseOr  ? " Did you mean boolean OR (\"||\")?"
                                     : token.type == BitwiseNot ? " Did you mean boolean NOT (\"!\")?"
                                                                : "";
            error("Unsupported operator", std::string("Bitwise operators are not supported.") + suggestion);
        }
        return;
    case Backtick:
        // Only the opening ones of the first two pairs.
        if (m_reported.backtick % 2 == 0)
            error("Invalid character",
                  "The \"`\" character is not valid. To create a multi-line string, use the \"heredoc\" "
                  "syntax, like \"<<EOT\".");
        if (m_reported.backtick <= 2)
            ++m_reported.backtick;
        return;
    case Apostrophe:
        if (m_reported.apostrophe % 2 == 0)
            error("Invalid character", "Single quotes are not valid. Use double quotes (\") to enclose strings.");
        if (m_reported.apostrophe <= 2)
            ++m_reported.apostrophe;
        return;
    case Semicolon:
        if (m_reported.semicolon++ < 1)
            error("Invalid character",
                  "The \";\" character is not valid. Use newlines to separate arguments and blocks, and "
                  "commas to separate items in collection values.");
        return;
    case BadUtf8:
        if (m_reported.badUtf8++ < 1)
            error("Invalid character encoding",
                  "All input files must be UTF-8 encoded. Ensure that UTF-8 encoding is selected in your editor.");
        return;
    case QuotedNewline:
        error("Invalid multi-line string",
              "Quoted strings may not be split over multiple lines. To produce a multi-line string, either use the \\n "
              "escape to represent a newline character or use the \"heredoc\" multi-line template syntax.");
        return;
    case Invalid:
        if (token.bytes == "“" || token.bytes == "”")
            error("Invalid character", "\"Curly quotes\" are not valid here. These can sometimes be inadvertently "
                                       "introduced when sharing code "
                                       "via documents or discussion forums. It might help to replace the character "
                                       "with a \"straight quote\".");
        else
            error("Invalid character", "This character is not used within the language.");
        return;
    default:
        return;
    }
}

} // namespace planlens::hcl
