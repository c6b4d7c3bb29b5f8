// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/number/number.h"
#include "core/values/text/text_scan.h"

#include <optional>
#include <string>
#include <string_view>

namespace planlens::values {

/// Recursive readers reject deeper nesting, because it would exhaust the stack.
inline constexpr int maxJsonNesting = 2000;

inline bool startsJsonNumber(char c) {
    return c == '-' || (c >= '0' && c <= '9');
}
/// Parses a JSON number, or a string in place of one.
std::optional<Number> parseJsonNumber(std::string_view text);

/// Scans JSON text token by token without building anything. Syntax errors have the messages of Go's encoding/json,
/// which users know from `jsondecode`. The text must outlive the scanner.
class JsonScanner {
public:
    explicit JsonScanner(std::string_view text)
        : m_text(text) {}

    /// Returns the next character that is not white space, without consuming it; 0 at the end.
    char peek() {
        if (m_at < m_text.size() && isSpace(m_text[m_at]))
            skipSpaces();
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }
    bool atEnd() { return peek() == '\0' && m_at == m_text.size(); }
    /// Consumes the character if it is next.
    bool take(char c) {
        if (peek() != c || m_at == m_text.size())
            return false;
        ++m_at;
        return true;
    }

    std::size_t position() const { return m_at; }
    void rewind(std::size_t position) { m_at = position; }
    std::string_view since(std::size_t position) const { return m_text.substr(position, m_at - position); }

    // The following functions require that their first character is next. They return false, with error(), on failure.

    /// Reads a quoted string. Without escapes, the text is a view of the JSON text; otherwise it is in `buffer`.
    bool readString(std::string& buffer, std::string_view& text);
    /// Returns the characters of a number as written.
    bool readNumber(std::string_view& text);
    /// Reads `true`, `false` or `null`.
    bool readLiteral(std::string_view word);
    /// Skips any value, including nested ones. If `compact` is given, the value is appended to it without white space.
    bool skipValue(std::string* compact = nullptr);

    const std::string& error() const { return m_error; }
    /// Reports that the next character is unexpected, or that the text ends too early.
    bool unexpected(std::string_view context);

    static constexpr bool isSpace(char c) {
        return static_cast<unsigned char>(c) <= ' ' && (c == ' ' || c == '\t' || c == '\r' || c == '\n');
    }

private:
    void skipSpaces();
    void copyTokens();
    bool skipNested();
    bool skipString();
    bool skipScalar(char first);

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string* m_compact = nullptr; // receives the skipped text from m_copied on
    std::size_t m_copied = 0;
    std::string m_error;
};

} // namespace planlens::values
