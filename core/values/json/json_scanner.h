// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/number/number.h"
#include "core/values/text/text_scan.h"

#include <optional>
#include <string>
#include <string_view>

namespace planlens::values {

/// Deeper nesting than this is refused where reading is recursive: it would exhaust the stack.
inline constexpr int maxJsonNesting = 2000;

inline bool startsJsonNumber(char c) {
    return c == '-' || (c >= '0' && c <= '9');
}
/// The number that a JSON number, or a string in its place, stands for.
std::optional<Number> parseJsonNumber(std::string_view text);

/// Walks over JSON text token by token without building anything. Messages about bad syntax are those of Go's
/// encoding/json, which people see from `jsondecode`. The text must outlive the scanner.
class JsonScanner {
public:
    explicit JsonScanner(std::string_view text)
        : m_text(text) {}

    /// Next character that is not white space, not consumed; 0 at the end.
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

    // The following need their first character to be next; false, with error(), where the rest is not as it should be.

    /// A quoted string. The text is a part of the JSON text where that has no escapes, else it is in `buffer`.
    bool readString(std::string& buffer, std::string_view& text);
    /// The characters of a number as written.
    bool readNumber(std::string_view& text);
    /// `true`, `false` or `null`.
    bool readLiteral(std::string_view word);
    /// Any value, nested ones included. Where a text is given, the value is added to that without its white space.
    bool skipValue(std::string* compact = nullptr);

    const std::string& error() const { return m_error; }
    /// Says that the next character does not belong here, or that the text ends too early.
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
    std::string* m_compact = nullptr; // takes what is passed over, from m_copied on
    std::size_t m_copied = 0;
    std::string m_error;
};

} // namespace planlens::values
