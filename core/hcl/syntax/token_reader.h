// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/syntax/scanner.h"

#include <cstddef>
#include <vector>

namespace planlens::hcl {

/// Gives tokens to the parser one by one, without comments, and without line breaks where they mean nothing. Tokens are
/// scanned as they are asked for; none is kept after it was read.
class TokenReader {
public:
    explicit TokenReader(Scanner scanner)
        : m_scanner(std::move(scanner)) {}

    /// The next token; the reference is valid until the reader is used again.
    const Token& peek();
    Token read();
    TokenType peekType() { return peek().type; }
    /// The type of the token after the next one, whether or not it means something.
    TokenType peekSecondType();
    diags::SourceRange nextRange() { return peek().range; }
    /// Of the token read last.
    diags::SourceRange previousRange() { return m_hasRead ? m_previous : nextRange(); }

    bool includesNewlines() const { return m_includeNewlines; }
    void setIncludesNewlines(bool include);
    Scanner& scanner() { return m_scanner; }

private:
    Scanner m_scanner;
    std::vector<Token> m_ahead; // scanned, not read
    std::size_t m_first = 0;    // of m_ahead
    Token m_next;
    std::size_t m_afterNext = 0; // index in m_ahead where reading goes on after m_next
    bool m_hasNext = false;
    bool m_hasRead = false;
    bool m_includeNewlines = true;
    diags::SourceRange m_previous;
};

enum class Newlines { Matter, Ignored };

/// Line breaks matter, or not, as long as it lives.
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
