// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/formatted_text.h"

#include "core/hcl/syntax/characters.h"
#include "core/hcl/syntax/parser.h"
#include "core/values/text/quoted.h"
#include "core/values/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>

namespace planlens::hcl {

namespace {

using Kind = FormatToken::Kind;
using Tokens = std::span<const FormatToken>;

int bracketChange(const FormatToken& token) {
    return token.kind == Kind::Open ? 1 : token.kind == Kind::Close ? -1 : 0;
}
int bracketChange(Tokens tokens) {
    int change = 0;
    for (const FormatToken& token : tokens)
        change += bracketChange(token);
    return change;
}

bool isBrace(const FormatToken& token, Kind kind) {
    return token.kind == kind && (token.text == "{" || token.text == "}");
}

bool hasSpaceBetween(const FormatToken& left, const FormatToken& right) {
    if (left.kind == Kind::Name && right.kind == Kind::Open && right.text != "{")
        return false;
    if (right.kind == Kind::Comma)
        return false;
    if (left.kind == Kind::Comma)
        return true;
    if (isBrace(left, Kind::Open) || isBrace(right, Kind::Close))
        return !(left.kind == Kind::Open && right.kind == Kind::Close);
    return left.kind != Kind::Open && right.kind != Kind::Close;
}

std::string joined(Tokens tokens) {
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (i > 0 && hasSpaceBetween(tokens[i - 1], tokens[i]))
            text += ' ';
        text += tokens[i].text;
    }
    return text;
}

/// A line in up to three cells.
struct Line {
    std::string lead, assign, comment;
    std::size_t indent = 0;

    std::size_t leadColumns() const { return indent + countGraphemes(lead); }
};

/// The indentation of lines, derived from the brackets that earlier lines left open.
class Indents {
public:
    std::size_t next(int change) {
        const std::size_t before = m_open.size();
        if (change > 0) {
            m_open.push_back(change);
            return 2 * before;
        }
        for (int closed = -change; closed > 0 && !m_open.empty();) {
            const int taken = std::min(closed, m_open.back());
            closed -= taken;
            if ((m_open.back() -= taken) == 0)
                m_open.pop_back();
        }
        return 2 * m_open.size();
    }

private:
    std::vector<int> m_open;
};

Line lineOf(Tokens tokens, Indents& indents) {
    Line line;
    const bool isEmpty = tokens.empty();
    const int change = bracketChange(tokens);
    if (tokens.size() > 1 && tokens.back().kind == Kind::Comment) {
        line.comment = tokens.back().text;
        tokens = tokens.first(tokens.size() - 1);
    }
    const auto equal =
        std::find_if(tokens.begin(), tokens.end(), [](const FormatToken& token) { return token.kind == Kind::Equal; });
    const std::size_t at = static_cast<std::size_t>(equal - tokens.begin());
    if (at > 0 && at < tokens.size() && bracketChange(tokens.subspan(at)) == 0) {
        line.assign = joined(tokens.subspan(at));
        tokens = tokens.first(at);
    }
    line.lead = joined(tokens);
    line.indent = isEmpty ? 0 : indents.next(change);
    return line;
}

/// Pads the text before a cell in consecutive lines that have this cell.
void align(std::vector<Line>& lines, std::string Line::*before, const std::string Line::*cell,
           const std::function<std::size_t(const Line&)>& columns) {
    for (std::size_t first = 0; first < lines.size(); ++first) {
        std::size_t end = first, widest = 0;
        for (; end < lines.size() && !(lines[end].*cell).empty(); ++end)
            widest = std::max(widest, columns(lines[end]));
        for (; first < end; ++first)
            (lines[first].*before).append(widest - columns(lines[first]) + 1, ' ');
    }
}

} // namespace

void FormattedText::quoted(std::string_view text) {
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
        case U'\\':
            out += '\\';
            out += bytes;
            break;
        case U'$':
        case U'%':
            out += bytes;
            if (i < text.size() && text[i] == '{')
                out += bytes;
            break;
        default:
            if (values::isPrintable(point.code))
                out += bytes;
            else if (point.code < 0x10000)
                out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(point.code));
            else
                out += fmt::format("\\U{:08x}", static_cast<std::uint32_t>(point.code));
        }
    }
    m_tokens.push_back({Kind::Literal, out + '"'});
}

void FormattedText::key(const std::string& text) {
    if (isValidIdentifier(text))
        name(text);
    else
        quoted(text);
    m_tokens.push_back({Kind::Equal, "="});
}

void FormattedText::value(const values::Value& value) {
    if (!value.isKnown() || value.isNull()) {
        name("null");
        return;
    }
    switch (value.type().kind()) {
    case values::Type::Kind::Bool:
        name(value.asBool() ? "true" : "false");
        return;
    case values::Type::Kind::Number:
        m_tokens.push_back({Kind::Literal, value.asNumber().toString()});
        return;
    case values::Type::Kind::String:
        quoted(value.asString());
        return;
    case values::Type::Kind::List:
    case values::Type::Kind::Set:
    case values::Type::Kind::Tuple:
        open("[");
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (i > 0)
                comma();
            this->value(value.element(i));
        }
        close("]");
        return;
    case values::Type::Kind::Map:
    case values::Type::Kind::Object:
        open("{");
        if (value.size() > 0)
            endLine();
        for (std::size_t i = 0; i < value.size(); ++i) {
            key(std::string(value.key(i)));
            this->value(value.element(i));
            endLine();
        }
        close("}");
        return;
    case values::Type::Kind::Dynamic:
        name("null");
        return;
    }
}

std::string FormattedText::toString() const {
    std::vector<Line> lines;
    Indents indents;
    const Tokens all = m_tokens;
    for (std::size_t start = 0; start < all.size();) {
        std::size_t end = start;
        while (end < all.size() && all[end].kind != Kind::LineEnd && all[end].kind != Kind::Comment)
            ++end;
        const bool isComment = end < all.size() && all[end].kind == Kind::Comment;
        lines.push_back(lineOf(all.subspan(start, end - start + (isComment ? 1 : 0)), indents));
        start = std::min(end + 1, all.size());
    }
    align(lines, &Line::lead, &Line::assign, [](const Line& line) { return line.leadColumns(); });
    // The text before a comment is the assignment, if any, or the lead.
    for (Line& line : lines) {
        line.lead += line.assign;
        line.assign.clear();
    }
    align(lines, &Line::lead, &Line::comment, [](const Line& line) { return line.leadColumns(); });
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool endsLine = i + 1 < lines.size() ||
                              (!all.empty() && (all.back().kind == Kind::LineEnd || all.back().kind == Kind::Comment));
        text += std::string(lines[i].indent, ' ') + lines[i].lead + lines[i].comment + (endsLine ? "\n" : "");
    }
    return text;
}

} // namespace planlens::hcl
