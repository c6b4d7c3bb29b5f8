// SPDX-License-Identifier: MPL-2.0
#include "core/values/json/json_scanner.h"

#include "core/values/text/quoted.h"
#include "core/values/text/utf8.h"

namespace planlens::values {
namespace {

constexpr std::size_t maxDepth = 10000;
constexpr std::string_view beginningOfValue = " looking for beginning of value";
constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

std::optional<unsigned> hexDigit(char c) {
    if (isDigit(c))
        return static_cast<unsigned>(c - '0');
    const char lower = static_cast<char>(c | 0x20);
    if (lower >= 'a' && lower <= 'f')
        return static_cast<unsigned>(lower - 'a' + 10);
    return std::nullopt;
}

/// Quotes a byte as Go's JSON errors do: in single quotes, with each byte as the code point of its value.
std::string quotedCharacter(char c) {
    if (c == '\'')
        return "'\\''";
    if (c == '"')
        return "'\"'";
    std::string utf8;
    appendUtf8(utf8, static_cast<unsigned char>(c));
    const std::string inQuotes = quoted(utf8);
    return "'" + inQuotes.substr(1, inQuotes.size() - 2) + "'";
}

/// Decodes the four hexadecimal digits of a \u escape.
char32_t codeUnit(std::string_view digits) {
    char32_t unit = 0;
    for (const char c : digits.substr(0, 4))
        unit = unit << 4 | hexDigit(c).value_or(0);
    return unit;
}

} // namespace

std::optional<Number> parseJsonNumber(std::string_view text) {
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    const bool fits = !digits.empty() && digits.size() <= 18 && digits != "0";
    if (!fits || digits.find_first_not_of("0123456789") != std::string_view::npos)
        return Number::parse(text);
    std::int64_t integer = 0;
    for (const char c : digits)
        integer = integer * 10 + (c - '0');
    return Number(digits.size() == text.size() ? integer : -integer);
}

bool JsonScanner::unexpected(std::string_view context) {
    if (m_at >= m_text.size())
        m_error = "unexpected EOF";
    else
        m_error = "invalid character " + quotedCharacter(m_text[m_at]) + std::string(context);
    return false;
}

void JsonScanner::skipSpaces() {
    copyTokens();
    while (m_at < m_text.size() && isSpace(m_text[m_at]))
        m_at = endOfSpaces(m_text, m_at + 1);
    m_copied = m_at;
}

void JsonScanner::copyTokens() {
    if (m_compact)
        m_compact->append(m_text, m_copied, m_at - m_copied);
}

bool JsonScanner::skipString() {
    ++m_at;
    while ((m_at = endOfPlainText(m_text, m_at)) < m_text.size()) {
        const char c = m_text[m_at];
        if (c == '"') {
            ++m_at;
            return true;
        }
        if (static_cast<unsigned char>(c) < 0x20)
            return unexpected(" in string literal");
        ++m_at;
        if (m_at >= m_text.size())
            return unexpected({});
        const char escape = m_text[m_at];
        if (escape == 'u') {
            ++m_at;
            for (int i = 0; i < 4; ++i, ++m_at)
                if (m_at >= m_text.size() || !hexDigit(m_text[m_at]))
                    return unexpected(" in \\u hexadecimal character escape");
        } else if (std::string_view("\"\\/bfnrt").find(escape) == std::string_view::npos) {
            return unexpected(" in string escape code");
        } else {
            ++m_at;
        }
    }
    return unexpected({});
}

bool JsonScanner::readString(std::string& buffer, std::string_view& text) {
    const std::size_t start = m_at + 1;
    std::size_t i = endOfPlainAscii(m_text, start);
    if (i < m_text.size() && m_text[i] == '"') {
        m_at = i + 1;
        text = m_text.substr(start, i - start);
        return true;
    }
    if (!skipString())
        return false;
    const std::size_t end = m_at - 1;
    buffer.assign(m_text.substr(start, i - start));
    const std::string_view inside = m_text.substr(0, end);
    while (i < end) {
        const auto c = static_cast<unsigned char>(inside[i]);
        if (c == '\\') {
            const char escape = inside[i + 1];
            i += 2;
            switch (escape) {
            case 'b':
                buffer += '\b';
                break;
            case 'f':
                buffer += '\f';
                break;
            case 'n':
                buffer += '\n';
                break;
            case 'r':
                buffer += '\r';
                break;
            case 't':
                buffer += '\t';
                break;
            case 'u': {
                char32_t code = codeUnit(inside.substr(i));
                i += 4;
                if (code >= 0xD800 && code < 0xE000) {
                    const bool another = i + 6 <= end && inside[i] == '\\' && inside[i + 1] == 'u';
                    const char32_t low = another ? codeUnit(inside.substr(i + 2)) : 0;
                    if (code < 0xDC00 && low >= 0xDC00 && low < 0xE000) {
                        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                        i += 6;
                    } else {
                        code = 0xFFFD;
                    }
                }
                appendUtf8(buffer, code);
                break;
            }
            default:
                buffer += escape;
                break;
            }
        } else if (c < 0x80) {
            buffer += static_cast<char>(c);
            ++i;
        } else {
            const CodePoint point = decodeUtf8(inside.substr(i));
            buffer += point.isValid ? inside.substr(i, point.size) : replacement;
            i += point.size;
        }
    }
    text = buffer;
    return true;
}

bool JsonScanner::readNumber(std::string_view& text) {
    const std::size_t start = m_at;
    const auto digit = [this] { return m_at < m_text.size() && isDigit(m_text[m_at]); };
    const auto digits = [&] {
        while (digit())
            ++m_at;
    };
    if (m_text[m_at] == '-') {
        ++m_at;
        if (!digit())
            return unexpected(" in numeric literal");
    }
    if (m_text[m_at] == '0')
        ++m_at;
    else
        digits();
    if (m_at < m_text.size() && m_text[m_at] == '.') {
        ++m_at;
        if (!digit())
            return unexpected(" after decimal point in numeric literal");
        digits();
    }
    if (m_at < m_text.size() && (m_text[m_at] == 'e' || m_text[m_at] == 'E')) {
        ++m_at;
        if (m_at < m_text.size() && (m_text[m_at] == '+' || m_text[m_at] == '-'))
            ++m_at;
        if (!digit())
            return unexpected(" in exponent of numeric literal");
        digits();
    }
    text = since(start);
    return true;
}

bool JsonScanner::readLiteral(std::string_view word) {
    for (const char c : word) {
        if (m_at >= m_text.size() || m_text[m_at] != c)
            return unexpected(" in literal " + std::string(word) + " (expecting '" + c + "')");
        ++m_at;
    }
    return true;
}

bool JsonScanner::skipScalar(char first) {
    std::string_view ignored;
    switch (first) {
    case '"':
        return skipString();
    case 't':
        return readLiteral("true");
    case 'f':
        return readLiteral("false");
    case 'n':
        return readLiteral("null");
    default:
        break;
    }
    if (m_at < m_text.size() && (first == '-' || isDigit(first)))
        return readNumber(ignored);
    return unexpected(beginningOfValue);
}

bool JsonScanner::skipValue(std::string* compact) {
    m_compact = compact;
    m_copied = m_at;
    const bool ok = skipNested();
    copyTokens();
    m_compact = nullptr;
    return ok;
}

bool JsonScanner::skipNested() {
    std::string open; // the closing characters of the open containers
    const auto skipKey = [this] {
        if (peek() != '"')
            return unexpected(" looking for beginning of object key string");
        return skipString() && (take(':') || unexpected(" after object key"));
    };
    while (true) {
        const char c = peek();
        if (c == '[' || c == '{') {
            ++m_at;
            open.push_back(c == '[' ? ']' : '}');
            if (open.size() > maxDepth) {
                m_error = "exceeded max depth";
                return false;
            }
            if (!take(open.back())) {
                if (c == '{' && !skipKey())
                    return false;
                continue;
            }
            open.pop_back();
        } else if (!skipScalar(c)) {
            return false;
        }
        // After a value: close the containers that end here, up to the next value.
        while (true) {
            if (open.empty())
                return true;
            const char closing = open.back();
            if (take(closing)) {
                open.pop_back();
                continue;
            }
            if (!take(','))
                return unexpected(closing == ']' ? " after array element" : " after object key:value pair");
            if (closing == '}' && !skipKey())
                return false;
            break;
        }
    }
}

} // namespace planlens::values
