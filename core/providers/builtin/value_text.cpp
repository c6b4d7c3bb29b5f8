// SPDX-License-Identifier: MPL-2.0
#include "core/providers/builtin/value_text.h"

#include "core/hcl/parser.h"
#include "core/values/utf8.h"

#include <algorithm>
#include <fmt/format.h>
#include <unicode/uchar.h>
#include <vector>

namespace planlens::providers::builtin {
namespace {

using values::Value;

/// One line before it is indented. An argument whose value ends on the line is aligned with its neighbours.
struct Line {
    std::string lead;
    std::string assigned; // "= value", or empty
    int brackets = 0;     // opened minus closed
};

bool isPrintable(char32_t c) {
    constexpr std::uint32_t printable = U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK | U_GC_P_MASK | U_GC_S_MASK;
    return c == U' ' || (U_GET_GC_MASK(static_cast<UChar32>(c)) & printable) != 0;
}

std::string quotedLiteral(std::string_view text) {
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size();) {
        const values::CodePoint point = values::decodeUtf8(text.substr(i));
        const std::string_view bytes = text.substr(i, point.size);
        i += point.size;
        switch (point.code) {
        case U'\n':
            out += "\\n";
            break;
        case U'\r':
            out += "\\r";
            break;
        case U'\t':
            out += "\\t";
            break;
        case U'"':
            out += "\\\"";
            break;
        case U'\\':
            out += "\\\\";
            break;
        case U'$':
        case U'%':
            out += bytes;
            if (i < text.size() && text[i] == '{')
                out += bytes;
            break;
        default:
            if (isPrintable(point.code))
                out += bytes;
            else if (point.code < 0x10000)
                out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(point.code));
            else
                out += fmt::format("\\U{:08x}", static_cast<std::uint32_t>(point.code));
        }
    }
    return out + '"';
}

class Layout {
public:
    Layout()
        : m_lines(1) {}

    void add(const Value& value) {
        if (value.isNull()) {
            put("null");
            return;
        }
        switch (value.type().kind()) {
        case values::Type::Kind::Bool:
            put(value.asBool() ? "true" : "false");
            return;
        case values::Type::Kind::Number:
            put(value.asNumber().toString());
            return;
        case values::Type::Kind::String:
            put(quotedLiteral(value.asString()));
            return;
        case values::Type::Kind::List:
        case values::Type::Kind::Set:
        case values::Type::Kind::Tuple:
            addSequence(value);
            return;
        case values::Type::Kind::Map:
        case values::Type::Kind::Object:
            addMapping(value);
            return;
        case values::Type::Kind::Dynamic:
            put("null");
            return;
        }
    }

    /// Each on the present line, which is empty, and followed by a new one.
    void addArguments(const Value& value) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            put(hcl::isValidIdentifier(value.key(i)) ? value.key(i) : quotedLiteral(value.key(i)));
            const std::size_t line = m_lines.size() - 1;
            const std::size_t length = m_lines.back().lead.size();
            put(" = ");
            add(value.element(i));
            if (m_lines.size() - 1 == line) {
                m_lines[line].assigned = m_lines[line].lead.substr(length);
                m_lines[line].lead.resize(length);
            }
            m_lines.emplace_back();
        }
    }

    std::string toString() {
        indent();
        align();
        std::string out;
        for (const Line& line : m_lines) {
            if (&line != &m_lines.front())
                out += '\n';
            out += line.lead;
            out += line.assigned;
        }
        return out;
    }

private:
    void put(std::string_view text) { m_lines.back().lead += text; }
    void bracket(char c) {
        m_lines.back().lead += c;
        m_lines.back().brackets += c == '[' || c == '{' ? 1 : -1;
    }

    void addSequence(const Value& value) {
        bracket('[');
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (i > 0)
                put(", ");
            add(value.element(i));
        }
        bracket(']');
    }

    void addMapping(const Value& value) {
        bracket('{');
        if (value.size() > 0)
            m_lines.emplace_back();
        addArguments(value);
        bracket('}');
    }

    /// A line that opens more than it closes indents what follows once, however many brackets it opens.
    void indent() {
        std::vector<int> opened;
        for (Line& line : m_lines) {
            std::size_t level = opened.size();
            if (line.brackets > 0) {
                opened.push_back(line.brackets);
            } else if (line.brackets < 0) {
                for (int closed = -line.brackets; closed > 0 && !opened.empty();) {
                    const int taken = std::min(closed, opened.back());
                    closed -= taken;
                    opened.back() -= taken;
                    if (opened.back() == 0)
                        opened.pop_back();
                }
                level = opened.size();
            }
            line.lead.insert(0, 2 * level, ' ');
        }
    }

    static std::size_t columns(const std::string& text) {
        return static_cast<std::size_t>(
            std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
    }

    /// Brings the equals signs of neighbouring lines below each other.
    void align() {
        for (std::size_t i = 0; i < m_lines.size();) {
            std::size_t end = i, widest = 0;
            for (; end < m_lines.size() && !m_lines[end].assigned.empty(); ++end)
                widest = std::max(widest, columns(m_lines[end].lead));
            for (; i < end; ++i)
                m_lines[i].lead.append(widest - columns(m_lines[i].lead), ' ');
            i = end + 1;
        }
    }

    std::vector<Line> m_lines;
};

} // namespace

std::string valueText(const Value& value) {
    Layout layout;
    layout.add(value);
    return layout.toString();
}

std::string argumentsText(const Value& object) {
    Layout layout;
    layout.addArguments(object);
    return layout.toString();
}

} // namespace planlens::providers::builtin
