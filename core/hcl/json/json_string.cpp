// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/json/json_string.h"

#include "core/values/text/utf8.h"

#include <cstdint>
#include <optional>

namespace planlens::hcl::json {
namespace {

constexpr char32_t replacement = 0xFFFD;

std::optional<char32_t> hexDigit(char c) {
    if (c >= '0' && c <= '9')
        return static_cast<char32_t>(c - '0');
    if (c >= 'a' && c <= 'f')
        return static_cast<char32_t>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F')
        return static_cast<char32_t>(c - 'A' + 10);
    return std::nullopt;
}

char plainEscape(char c) {
    switch (c) {
    case '"':
    case '\\':
    case '/':
        return c;
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return '\0';
    }
}

class Decoder {
public:
    explicit Decoder(std::string_view quoted)
        : m_text(quoted) {}

    diags::Expected<std::string, std::size_t> run() {
        m_at = 1;
        while (m_at < m_text.size() && m_text[m_at] != '"') {
            const char c = m_text[m_at];
            if (c == '\\') {
                if (!decodeEscape())
                    return diags::Unexpected{m_at < m_text.size() ? m_at + 1 : m_text.size()};
            } else {
                flushHighSurrogate();
                const values::CodePoint point = values::decodeUtf8(m_text.substr(m_at));
                values::appendUtf8(m_out, point.isValid ? point.code : replacement);
                m_at += point.size;
            }
        }
        if (m_at >= m_text.size())
            return diags::Unexpected{m_text.size()};
        flushHighSurrogate();
        return std::move(m_out);
    }

private:
    /// Returns false with m_at on the invalid byte.
    bool decodeEscape() {
        ++m_at;
        if (m_at >= m_text.size())
            return false;
        if (m_text[m_at] == 'u')
            return decodeUnicode();
        const char plain = plainEscape(m_text[m_at]);
        if (!plain)
            return false;
        flushHighSurrogate();
        m_out.push_back(plain);
        ++m_at;
        return true;
    }

    bool decodeUnicode() {
        char32_t code = 0;
        ++m_at;
        for (int i = 0; i < 4; ++i, ++m_at) {
            const auto digit = m_at < m_text.size() ? hexDigit(m_text[m_at]) : std::nullopt;
            if (!digit)
                return false;
            code = code << 4 | *digit;
        }
        const bool isLow = code >= 0xDC00 && code < 0xE000;
        if (m_high && isLow) {
            values::appendUtf8(m_out, 0x10000 + ((*m_high - 0xD800) << 10) + (code - 0xDC00));
            m_high.reset();
            return true;
        }
        flushHighSurrogate();
        if (code >= 0xD800 && code < 0xDC00)
            m_high = code;
        else
            values::appendUtf8(m_out, isLow ? replacement : code);
        return true;
    }

    /// Replaces an unpaired surrogate.
    void flushHighSurrogate() {
        if (m_high)
            values::appendUtf8(m_out, replacement);
        m_high.reset();
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_out;
    std::optional<char32_t> m_high;
};

} // namespace

diags::Expected<std::string, std::size_t> decodeString(std::string_view quoted) {
    return Decoder(quoted).run();
}

bool isNumber(std::string_view text) {
    std::size_t at = 0;
    const auto skip = [&](char c) { return at < text.size() && text[at] == c && ++at > 0; };
    const auto skipDigits = [&] {
        const std::size_t start = at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9')
            ++at;
        return at - start;
    };
    skip('-');
    if (!skip('0') && skipDigits() == 0)
        return false;
    if (skip('.') && skipDigits() == 0)
        return false;
    if (skip('e') || skip('E')) {
        if (!skip('+'))
            skip('-');
        if (skipDigits() == 0)
            return false;
    }
    return at == text.size();
}

} // namespace planlens::hcl::json
