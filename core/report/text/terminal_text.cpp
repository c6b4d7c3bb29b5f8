// SPDX-License-Identifier: MPL-2.0
#include "core/report/text/terminal_text.h"

#include "core/values/text/printable.h"
#include "core/values/text/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <utility>

namespace planlens::report {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> codes{{{"red", "31"},
                                                                              {"green", "32"},
                                                                              {"yellow", "33"},
                                                                              {"cyan", "36"},
                                                                              {"white", "97"},
                                                                              {"dark_gray", "90"},
                                                                              {"bold", "1"},
                                                                              {"underline", "4"},
                                                                              {"reset", "0"}}};

std::string_view codeOf(std::string_view name) {
    const auto* const found =
        std::find_if(codes.begin(), codes.end(), [&](const auto& code) { return code.first == name; });
    return found == codes.end() ? std::string_view{} : found->second;
}

/// Returns the length of the UTF-8 sequence at the start; an invalid lead byte has length 1.
std::size_t sequenceLength(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    return std::min(length, text.size());
}

bool isSpace(std::string_view character) {
    if (character.size() == 1)
        return character == " " || (character.front() >= '\t' && character.front() <= '\r');
    return character == "\u0085" || character == "\u2028" || character == "\u2029" || character == "\u3000" ||
           character == "\u1680" || character == "\u202F" || character == "\u205F" ||
           (character >= std::string_view("\u2000") && character <= std::string_view("\u200A"));
}

/// Wraps one line before words that would exceed the limit.
class LineWrapper {
public:
    explicit LineWrapper(std::size_t limit)
        : m_limit(limit) {}

    std::string wrap(std::string_view line) {
        while (!line.empty()) {
            const std::string_view character = line.substr(0, sequenceLength(line));
            line.remove_prefix(character.size());
            isSpace(character) ? addSpace(character) : addToWord(character);
        }
        if (!m_word.empty() || m_current + m_spaceLength <= m_limit)
            m_out += m_space;
        m_out += m_word;
        return std::move(m_out);
    }

private:
    void addSpace(std::string_view character) {
        if (m_space.empty() || !m_word.empty()) {
            m_current += m_spaceLength + m_wordLength;
            m_out += m_space;
            m_out += m_word;
            m_space.clear();
            m_word.clear();
            m_spaceLength = m_wordLength = 0;
        }
        m_space += character;
        ++m_spaceLength;
    }

    void addToWord(std::string_view character) {
        m_word += character;
        ++m_wordLength;
        if (m_current + m_wordLength + m_spaceLength > m_limit && m_wordLength < m_limit) {
            m_out += '\n';
            m_current = 0;
            m_space.clear();
            m_spaceLength = 0;
        }
    }

    std::size_t m_limit;
    std::string m_out, m_word, m_space;
    std::size_t m_current = 0, m_wordLength = 0, m_spaceLength = 0; // in characters
};

} // namespace

std::string colored(std::string_view markup, Color color) {
    std::string out;
    bool changed = false;
    while (!markup.empty()) {
        const std::size_t open = markup.find('[');
        if (open == std::string_view::npos)
            break;
        out += markup.substr(0, open);
        markup.remove_prefix(open);
        const std::size_t close = markup.find(']');
        const std::string_view code =
            close == std::string_view::npos ? std::string_view{} : codeOf(markup.substr(1, close - 1));
        if (code.empty()) {
            out += '[';
            markup.remove_prefix(1);
            continue;
        }
        changed = true;
        if (color == Color::On) {
            out += "\033[";
            out += code;
            out += 'm';
        }
        markup.remove_prefix(close + 1);
    }
    out += markup;
    if (changed && color == Color::On)
        out += "\033[0m";
    return out;
}

std::string wordWrapped(std::string_view text, int width) {
    if (width <= 1)
        return std::string(text);
    std::string out;
    while (true) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        if (line.starts_with(' '))
            out += line;
        else
            out += LineWrapper(static_cast<std::size_t>(width - 1)).wrap(line);
        if (end == std::string_view::npos)
            return out;
        out += '\n';
        text.remove_prefix(end + 1);
    }
}

std::string withVisibleControls(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const values::CodePoint point = values::decodeUtf8(text.substr(i));
        const bool isLineEnd = text[i] == '\n' || text.substr(i, 2) == "\r\n";
        const bool isMark = point.code == 0x200E || point.code == 0x200F; // of a direction
        if (point.code == 0x7F) {
            out += "\u2421";
        } else if (point.code < ' ' && point.code != '\t' && !isLineEnd) {
            out += "\xE2\x90";
            out += static_cast<char>(0x80 + point.code); // U+2400 and up
        } else if (isMark || values::isHiddenControl(point.code)) {
            out += fmt::format("\\u{:04x}", std::uint32_t(point.code));
        } else {
            out += text.substr(i, point.size);
        }
        i += point.size;
    }
    return out;
}

std::string horizontalRule(const TextOptions& options) {
    if (options.width <= 1)
        return "\n";
    std::string rule = "[dark_gray]\n";
    for (int i = 1; i < options.width; ++i)
        rule += "─";
    return colored(rule, options.color);
}

} // namespace planlens::report
