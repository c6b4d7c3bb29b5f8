// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/template_builder.h"

#include "core/hcl/syntax.h"
#include "core/hcl/syntax/characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace planlens::hcl {

using diags::SourceRange;
using values::Value;
using Kind = TemplatePart::Kind;

namespace {

const char* directiveName(Kind kind) {
    return kind == Kind::Else ? "else" : kind == Kind::EndIf ? "endif" : "endfor";
}

bool isEndOfDirective(Kind kind) {
    return kind == Kind::Else || kind == Kind::EndIf || kind == Kind::EndFor;
}

ExpressionPtr emptyText(const SourceRange& range, const diags::SourcePos& position) {
    return std::make_shared<syntax::LiteralValue>(SourceRange{range.filename, position, position}, Value::string(""));
}

} // namespace

void flushIndentation(std::span<TemplatePart> parts) {
    std::size_t least = std::numeric_limits<std::size_t>::max();
    std::vector<TemplatePart*> indented;
    bool atLineStart = true;
    for (TemplatePart& part : parts) {
        const bool isLiteral = part.kind == Kind::Literal;
        if (atLineStart) {
            if (part.kind == Kind::End)
                break;
            atLineStart = false;
            std::size_t spaces = 0;
            if (isLiteral) {
                const std::string_view text = part.text;
                const std::string_view trimmed = trimSpaceLeft(text);
                if (trimmed.empty() && text.ends_with('\n')) {
                    spaces = least; // a blank line
                } else {
                    spaces = countGraphemes(text.substr(0, text.size() - trimmed.size()));
                    indented.push_back(&part);
                }
            }
            least = std::min(least, spaces);
        }
        if (isLiteral && part.text.ends_with('\n'))
            atLineStart = true;
    }
    for (TemplatePart* part : indented) {
        std::size_t bytes = 0;
        for (std::size_t i = 0; i < least; ++i)
            bytes += firstGraphemeSize(std::string_view(part->text).substr(bytes));
        part->text.erase(0, bytes);
        part->range.start.column += static_cast<std::uint32_t>(least);
        part->range.start.byte += static_cast<std::uint32_t>(bytes);
    }
}

void joinLiterals(std::vector<TemplatePart>& parts) {
    std::size_t kept = 0;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        if (parts[kept].kind == Kind::Literal && parts[i].kind == Kind::Literal) {
            parts[kept].text += parts[i].text;
            parts[kept].range.end = parts[i].range.end;
        } else if (++kept != i) {
            parts[kept] = std::move(parts[i]);
        }
    }
    parts.resize(std::min(parts.size(), kept + 1));
}

TemplatePart TemplateBuilder::read() {
    if (peek().kind == Kind::End)
        return peek();
    return std::move(m_parts[m_next++]);
}

ExpressionPtr TemplateBuilder::fail(std::string summary, std::string detail, const SourceRange& range) {
    m_diagnostics.error(std::move(summary), std::move(detail), range);
    return std::make_shared<syntax::LiteralValue>(range, Value::dynamicUnknown());
}

ExpressionPtr TemplateBuilder::wrap(std::vector<ExpressionPtr> parts) const {
    const SourceRange range = SourceRange::between(parts.front()->range(), parts.back()->range());
    parts.shrink_to_fit();
    return std::make_shared<syntax::Template>(range, std::move(parts));
}

std::vector<ExpressionPtr> TemplateBuilder::build() {
    std::vector<ExpressionPtr> expressions;
    expressions.reserve(m_parts.size() - 1);
    while (peek().kind != Kind::End)
        expressions.push_back(buildOne());
    expressions.shrink_to_fit();
    return expressions;
}

ExpressionPtr TemplateBuilder::buildOne() {
    switch (peek().kind) {
    case Kind::Literal: {
        const TemplatePart part = read();
        return std::make_shared<syntax::LiteralValue>(part.range, Value::string(part.text));
    }
    case Kind::Interpolation: {
        TemplatePart part = read();
        m_height = std::max(m_height, m_depth * 3 + part.height);
        return std::move(part.expression);
    }
    case Kind::If:
    case Kind::For: {
        if (m_depth == m_maxDepth) {
            m_tooDeep = true;
            m_next = m_parts.size() - 1;
            return fail("", "", peek().range);
        }
        ++m_depth;
        ExpressionPtr expression = peek().kind == Kind::If ? buildIf() : buildFor();
        m_height = std::max(m_height, m_depth * 3);
        --m_depth;
        return expression;
    }
    case Kind::Else:
    case Kind::EndIf:
    case Kind::EndFor: {
        const TemplatePart part = read();
        return fail(fmt::format("Unexpected {} directive", directiveName(part.kind)),
                    "The control directives within this template are unbalanced.", part.range);
    }
    case Kind::End:
        break;
    }
    return fail("Unexpected end of template", "The control directives within this template are unbalanced.",
                peek().range);
}

ExpressionPtr TemplateBuilder::buildIf() {
    TemplatePart open = read();
    m_height = std::max(m_height, m_depth * 3 + open.height);
    std::vector<ExpressionPtr> whenTrue, whenFalse;
    bool inElse = false;
    SourceRange endRange;
    for (;;) {
        if (peek().kind == Kind::End)
            return fail("Unexpected end of template",
                        fmt::format("The if directive at {} is missing its corresponding endif directive.",
                                    open.range.toString()),
                        peek().range);
        if (!isEndOfDirective(peek().kind)) {
            (inElse ? whenFalse : whenTrue).push_back(buildOne());
            continue;
        }
        const TemplatePart end = read();
        if (end.kind == Kind::Else && !inElse) {
            inElse = true;
            continue;
        }
        if (end.kind == Kind::EndIf) {
            endRange = end.range;
            break;
        }
        const char* detail = end.kind == Kind::Else ? "Already in the else clause for the if started at {}."
                                                    : "Expecting an endif directive for the if started at {}.";
        return fail(fmt::format("Unexpected {} directive", directiveName(end.kind)),
                    fmt::format(fmt::runtime(detail), open.range.toString()), end.range);
    }
    if (whenTrue.empty())
        whenTrue.push_back(emptyText(open.range, open.range.end));
    if (whenFalse.empty())
        whenFalse.push_back(emptyText(endRange, endRange.start));
    return std::make_shared<syntax::Conditional>(SourceRange::between(open.range, endRange), std::move(open.expression),
                                                 wrap(std::move(whenTrue)), wrap(std::move(whenFalse)));
}

ExpressionPtr TemplateBuilder::buildFor() {
    TemplatePart open = read();
    m_height = std::max(m_height, m_depth * 3 + open.height);
    std::vector<ExpressionPtr> content;
    SourceRange endRange;
    for (;;) {
        if (peek().kind == Kind::End)
            return fail("Unexpected end of template",
                        fmt::format("The for directive at {} is missing its corresponding endfor directive.",
                                    open.range.toString()),
                        peek().range);
        if (!isEndOfDirective(peek().kind)) {
            content.push_back(buildOne());
            continue;
        }
        const TemplatePart end = read();
        if (end.kind == Kind::Else)
            return fail("Unexpected else directive", "An else clause is not expected for a for directive.", end.range);
        if (end.kind == Kind::EndFor) {
            endRange = end.range;
            break;
        }
        return fail(fmt::format("Unexpected {} directive", directiveName(end.kind)),
                    fmt::format("Expecting an endfor directive corresponding to the for directive at {}.",
                                open.range.toString()),
                    end.range);
    }
    if (content.empty())
        content.push_back(emptyText(open.range, open.range.end));

    const SourceRange range = SourceRange::between(open.range, endRange);
    auto loop = std::make_shared<syntax::ForExpression>(range);
    loop->keyVariable = std::move(open.keyVariable);
    loop->valueVariable = std::move(open.valueVariable);
    loop->collection = std::move(open.expression);
    loop->value = wrap(std::move(content));
    loop->openRange = open.range;
    loop->closeRange = endRange;
    return std::make_shared<syntax::TemplateJoin>(std::move(loop));
}

} // namespace planlens::hcl
