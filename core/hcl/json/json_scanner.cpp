// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/json/json_scanner.h"

#include "core/hcl/syntax/characters.h"

#include <cstdint>
#include <string_view>

namespace planlens::hcl::json {
namespace {

using diags::SourcePos;
using Type = Token::Type;

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool startsNumber(char c) {
    return isDigit(c) || c == '-' || c == '+' || c == '.';
}

Type punctuation(char c) {
    switch (c) {
    case '{':
        return Type::OpenBrace;
    case '}':
        return Type::CloseBrace;
    case '[':
        return Type::OpenBracket;
    case ']':
        return Type::CloseBracket;
    case ',':
        return Type::Comma;
    case ':':
        return Type::Colon;
    case '=':
        return Type::Equals;
    default:
        return Type::Invalid;
    }
}

class Scan {
public:
    Scan(std::string_view text, diags::InternedName filename)
        : m_rest(text)
        , m_filename(filename) {}

    std::vector<Token> run() {
        while (skipSpace(), !m_rest.empty()) {
            const char first = m_rest.front();
            if (punctuation(first) != Type::Invalid)
                add(punctuation(first), 1, 1);
            else if (first == '"')
                addString();
            else if (startsNumber(first))
                addWhile(Type::Number, [](char c) { return startsNumber(c) || c == 'e' || c == 'E'; });
            else if (isLetter(first))
                addWhile(Type::Keyword, [](char c) { return isLetter(c) || c == '_'; });
            else {
                add(Type::Invalid, 1, 1);
                break;
            }
        }
        add(Type::EndOfFile, 0, 0);
        return std::move(m_tokens);
    }

private:
    void add(Type type, std::size_t bytes, std::uint32_t columns) {
        const SourcePos start = m_position;
        m_position.byte += static_cast<std::uint32_t>(bytes);
        m_position.column += columns;
        m_tokens.push_back({type, m_rest.substr(0, bytes), {m_filename, start, m_position}});
        m_rest.remove_prefix(bytes);
    }

    template <typename Predicate>
    void addWhile(Type type, Predicate belongs) {
        std::size_t size = 0;
        while (size < m_rest.size() && belongs(m_rest[size]))
            ++size;
        add(type, size, static_cast<std::uint32_t>(size));
    }

    /// Scans to the closing quote, or to the end of the line if there is none.
    void addString() {
        std::size_t size = 1;
        std::uint32_t columns = 1;
        bool isEscaped = false;
        while (size < m_rest.size()) {
            const char c = m_rest[size];
            if (static_cast<unsigned char>(c) < 0x20)
                break;
            ++columns;
            if (c == '"') {
                ++size;
                if (!isEscaped)
                    break;
                isEscaped = false;
            } else if (c == '\\') {
                ++size;
                isEscaped = !isEscaped;
            } else {
                size += firstGraphemeSize(m_rest.substr(size));
                isEscaped = false;
            }
        }
        add(Type::String, size, columns);
    }

    void skipSpace() {
        std::size_t size = 0;
        for (; size < m_rest.size(); ++size) {
            const char c = m_rest[size];
            if (c == ' ')
                ++m_position.column;
            else if (c == '\t')
                m_position.column += 2; // as the reference counts it
            else if (c == '\n')
                m_position = {m_position.line + 1, 1, m_position.byte};
            else if (c != '\r')
                break;
            ++m_position.byte;
        }
        m_rest.remove_prefix(size);
    }

    std::string_view m_rest;
    diags::InternedName m_filename;
    SourcePos m_position;
    std::vector<Token> m_tokens;
};

} // namespace

std::vector<Token> scan(std::string_view text, diags::InternedName filename) {
    return Scan(text, filename).run();
}

} // namespace planlens::hcl::json
