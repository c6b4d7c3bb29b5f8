// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/syntax/scanner.h"

#include <cstddef>
#include <vector>

namespace planlens::hcl {

/// Supplies tokens to the parser, without comments, and without line breaks where they are insignificant. Tokens are
/// scanned on demand; none is retained after it was read.
class TokenReader {
public:
    explicit TokenReader(Scanner scanner)
        : m_scanner(std::move(scanner)) {}

    /// Returns the next token; the reference is valid until the reader is used again.
    const Token& peek();
    Token read();
    TokenType peekType() { return peek().type; }
    /// Returns the type of the token after the next one, whether or not it is significant.
    TokenType peekSecondType();
    diags::SourceRange nextRange() { return peek().range; }
    /// Range of the last token read.
    diags::SourceRange previousRange() { return m_hasRead ? m_previous : nextRange(); }

    bool includesNewlines() const { return m_includeNewlines; }
    void setIncludesNewlines(bool include);
    Scanner& scanner() { return m_scanner; }

private:
    Scanner m_scanner;
    std::vector<Token> m_ahead; // scanned, not read
    std::size_t m_first = 0;    // of m_ahead
    Token m_next;
    std::size_t m_afterNext = 0; // index in m_ahead at which reading continues after m_next
    bool m_hasNext = false;
    bool m_hasRead = false;
    bool m_includeNewlines = true;
    diags::SourceRange m_previous;
};

enum class Newlines { Matter, Ignored };

/// Makes line breaks significant, or not, for the lifetime of the object.
class NewlineMode {
public:
    NewlineMode(TokenReader& reader, Newlines newlines)
        : m_reader(reader)
        , m_before(reader.includesNewlines()) {
        reader.setIncludesNewlines(newlines == Newlines::Matter);
    }
    ~NewlineMode() { m_reader.setIncludesNewlines(m_before); }
    NewlineMode(const NewlineMode&) = delete;
    NewlineMode& operator=(const NewlineMode&) = delete;

private:
    TokenReader& m_reader;
    bool m_before;
};

} // namespace planlens::hcl
