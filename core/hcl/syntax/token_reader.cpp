// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/token_reader.h"

namespace planlens::hcl {

const Token& TokenReader::peek() {
    if (m_hasNext)
        return m_next;
    for (std::size_t i = m_first;; ++i) {
        if (i == m_ahead.size())
            m_ahead.push_back(m_scanner.next());
        const Token& token = m_ahead[i];
        if (token.type == TokenType::Newline && !m_includeNewlines)
            continue;
        if (token.type == TokenType::Comment) {
            // A comment up to the end of the line includes the line break, which may end an argument.
            if (!m_includeNewlines || !token.bytes.ends_with('\n'))
                continue;
            m_next = {TokenType::Newline, token.bytes.substr(token.bytes.size() - 1), token.range};
        } else {
            m_next = token;
        }
        m_afterNext = i + 1;
        m_hasNext = true;
        return m_next;
    }
}

TokenType TokenReader::peekSecondType() {
    peek();
    if (m_afterNext == m_ahead.size())
        m_ahead.push_back(m_scanner.next());
    return m_ahead[m_afterNext].type;
}

Token TokenReader::read() {
    peek();
    m_previous = m_next.range;
    m_hasRead = true;
    m_hasNext = false;
    m_first = m_afterNext;
    if (m_first == m_ahead.size()) {
        m_ahead.clear();
        m_first = 0;
    }
    return m_next;
}

void TokenReader::setIncludesNewlines(bool include) {
    if (include == m_includeNewlines)
        return;
    m_includeNewlines = include;
    // A token other than a newline remains the next one if newlines become insignificant; otherwise one may precede it.
    if (include || m_next.type == TokenType::Newline)
        m_hasNext = false;
}

} // namespace planlens::hcl
