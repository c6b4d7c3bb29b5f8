// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace planlens::states {

/// Builds JSON text from many short pieces, faster than std::string. Indented by two spaces per level, as Go's encoder
/// does.
class JsonText {
public:
    /// Reserves space so that the text is not moved as it grows. Pages are used only when written.
    void reserve(std::size_t size) { m_text.reserve(m_size + size); }
    void add(char c) {
        makeRoom(1);
        m_text[m_size++] = c;
    }
    void add(std::string_view text);
    /// Adds text as a quoted string literal.
    void addString(std::string_view text);
    void addLineBreak(std::size_t level);
    /// Adds valid JSON as a value at this indentation level. Characters that are special in HTML are escaped.
    void addIndented(std::string_view json, std::size_t level);

    std::size_t size() const { return m_size; }
    std::string_view view() const { return std::string_view(m_text).substr(0, m_size); }
    void clear() { m_size = 0; }
    std::string take() &&;

private:
    void addLiteral(std::string_view literal);
    void makeRoom(std::size_t size) {
        constexpr std::size_t step = 2048;
        if (m_text.size() - m_size < size)
            m_text.resize(m_size + size + step);
    }

    std::string m_text; // includes spare space at its end
    std::size_t m_size = 0;
};

/// Returns valid JSON without white space between tokens. Numbers and strings are not changed.
std::string compactJson(std::string_view json);
/// As JsonText::addIndented() at level 0.
std::string indentedJson(std::string_view json);

} // namespace planlens::states
