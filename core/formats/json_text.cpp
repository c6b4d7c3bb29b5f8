// SPDX-License-Identifier: MPL-2.0
#include "core/formats/json_text.h"

#include "core/values/text/utf8.h"

#include <optional>

namespace planlens::formats {

namespace {

/// The byte order.
enum class Order { Little, Big };

std::string fromUtf16(std::string_view bytes, Order order) {
    const auto unit = [&](std::size_t at) -> char32_t {
        const auto a = static_cast<unsigned char>(bytes[at]), b = static_cast<unsigned char>(bytes[at + 1]);
        return order == Order::Little ? char32_t(b) << 8 | a : char32_t(a) << 8 | b;
    };
    std::string text;
    text.reserve(bytes.size() / 2);
    for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
        char32_t c = unit(at);
        if (c >= 0xD800 && c < 0xE000) {
            const char32_t low = c < 0xDC00 && at + 3 < bytes.size() ? unit(at + 2) : 0;
            const bool isPair = low >= 0xDC00 && low < 0xE000;
            c = isPair ? 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00) : 0xFFFD;
            at += isPair ? 2 : 0;
        }
        values::appendUtf8(text, c);
    }
    return text;
}

} // namespace

JsonText::JsonText(std::string_view file)
    : m_text(file) {
    if (file.starts_with("\xFF\xFE") || file.starts_with("\xFE\xFF")) {
        m_converted = fromUtf16(file.substr(2), file[0] == '\xFF' ? Order::Little : Order::Big);
        m_text = m_converted;
    } else if (file.starts_with("\xEF\xBB\xBF")) {
        m_text.remove_prefix(3);
    }
    // Finds the first line that starts with a brace.
    std::size_t line = 0;
    while (line < m_text.size()) {
        const std::size_t first = m_text.find_first_not_of(" \t\r\n", line);
        if (first == std::string_view::npos)
            break;
        if (m_text[first] == '{') {
            m_text.remove_prefix(first);
            return;
        }
        line = m_text.find('\n', first);
    }
    m_text = {};
}

} // namespace planlens::formats
