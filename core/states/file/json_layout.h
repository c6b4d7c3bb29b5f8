// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace planlens::states {

/// JSON that is put together from many short pieces, which is faster here than with std::string. Two spaces a level, as
/// Go's encoder lays it out.
class JsonText {
public:
    /// Room for what comes, so that the text need not be moved; it takes no memory before it is used.
    void reserve(std::size_t size) { m_text.reserve(m_size + size); }
    void add(char c) {
        makeRoom(1);
        m_text[m_size++] = c;
    }
    void add(std::string_view text);
    /// As a string literal.
    void addString(std::string_view text);
    void addLineBreak(std::size_t level);
    /// Valid JSON, as a value that stands at this level. Characters that matter to HTML are escaped.
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

    std::string m_text; // and room after it
    std::size_t m_size = 0;
};

/// Valid JSON without the white space between its tokens; numbers and strings stay as written.
std::string compactJson(std::string_view json);
/// The same as JsonText::addIndented() at the outermost level.
std::string indentedJson(std::string_view json);

} // namespace planlens::states
