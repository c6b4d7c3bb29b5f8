// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/native_parser.h"

#include "core/diags/suggestion.h"
#include "core/hcl/syntax/characters.h"
#include "core/hcl/syntax/string_literal.h"
#include "core/hcl/syntax/template_builder.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <limits>

namespace planlens::hcl {

using diags::SourceRange;
using values::Value;
using Kind = TemplatePart::Kind;

namespace {

constexpr int maxDirectiveDepth = 100;

std::string suggestDirective(std::string_view given) {
    const std::string name = diags::nearestName(given, {"if", "for", "else", "endif", "endfor"});
    return name.empty() ? std::string() : fmt::format(" Did you mean {}?", values::quoted(name));
}

bool opensWithTrim(const Token& token) {
    return token.bytes.size() == 3;
}
bool closesWithTrim(const Token& token) {
    return token.bytes.size() == 2;
}

/// `${~` and `%{~` remove the white space before them.
void trimBefore(std::vector<TemplatePart>& parts) {
    if (!parts.empty() && parts.back().kind == Kind::Literal) {
        std::string& text = parts.back().text;
        text.resize(trimSpaceRight(text).size());
    }
}

} // namespace

ExpressionPtr NativeParser::parseWholeTemplate() {
    return parseTemplateUntil(TokenType::EndOfFile, Indent::Kept, {});
}

ExpressionPtr NativeParser::parseQuotedTemplate() {
    const Token open = m_reader.read();
    if (ExpressionPtr text = parsePlainText(open))
        return text;
    const bool isFlush = open.type == TokenType::OpenHeredoc && open.bytes.starts_with("<<-");
    return parseTemplateUntil(oppositeBracket(open.type), isFlush ? Indent::Flushed : Indent::Kept, open.range);
}

/// Parses a quoted template with a single literal, the most frequent form; null for others.
ExpressionPtr NativeParser::parsePlainText(const Token& open) {
    if (!isNext(TokenType::QuotedLiteral) || m_reader.peekSecondType() != TokenType::CloseQuote)
        return nullptr;
    const Token token = m_reader.read();
    raise(0);
    const SourceRange range = rangeBetween(open.range, m_reader.read().range);
    return std::make_shared<syntax::PlainText>(range, literalValue(token));
}

ExpressionPtr NativeParser::parseTemplateUntil(TokenType end, Indent indent, std::optional<SourceRange> open) {
    SourceRange range;
    std::vector<TemplatePart> parts = parseTemplateParts(end, range);
    if (open)
        range = rangeBetween(*open, m_reader.previousRange());
    if (indent == Indent::Flushed)
        flushIndentation(parts);
    joinLiterals(parts);

    const bool isSingle = parts.size() == 2; // one part and the end
    const bool isWrap = isSingle && parts.front().kind == Kind::Interpolation;
    TemplateBuilder builder(std::move(parts), maxDirectiveDepth, m_diagnostics);
    ExpressionList expressions = builder.build();
    raise(builder.height());
    if (builder.isTooDeep()) {
        m_height = std::numeric_limits<int>::max();
        isTooDeep(range);
    }
    if (isWrap)
        return std::make_shared<syntax::TemplateWrap>(range, std::move(expressions.front()));
    return std::make_shared<syntax::Template>(range, std::move(expressions));
}

/// Parses consecutive literals, interpolations and directives, with white space trimmed, and the end.
std::vector<TemplatePart> NativeParser::parseTemplateParts(TokenType end, SourceRange& range) {
    std::vector<TemplatePart> parts;
    const SourceRange start = m_reader.nextRange();
    SourceRange endRange;
    bool afterLiteral = false;
    m_trimNext = false;
    for (;;) {
        const Token token = m_reader.read();
        if (token.type == end) {
            endRange = token.range;
            break;
        }
        const bool trimThis = std::exchange(m_trimNext, false);
        const bool canTrimBefore = std::exchange(afterLiteral, false);
        if (token.type == TokenType::StringLiteral || token.type == TokenType::QuotedLiteral) {
            std::string text = decodeLiteral(token, m_diagnostics);
            if (trimThis)
                text = trimSpaceLeft(text);
            parts.push_back({Kind::Literal, token.range, std::move(text)});
            afterLiteral = true;
        } else if (token.type == TokenType::TemplateInterpolation || token.type == TokenType::TemplateControl) {
            if (canTrimBefore && opensWithTrim(token))
                trimBefore(parts);
            const NewlineMode mode(m_reader, Newlines::Ignored);
            if (token.type == TokenType::TemplateInterpolation)
                parseInterpolation(parts, token, end, start);
            else
                parseDirective(parts, token, start);
        } else {
            if (!m_recovering)
                error("Unterminated template string", "No closing marker was found for the string.", token.range,
                      rangeBetween(start, token.range));
            endRange = skipPast(end).range;
            break;
        }
    }
    if (parts.empty())
        parts.push_back({Kind::Literal, {start.filename, start.end, start.end}});
    parts.push_back({Kind::End, endRange});
    range = rangeBetween(start, endRange);
    return parts;
}

void NativeParser::parseInterpolation(std::vector<TemplatePart>& parts, const Token& open, TokenType end,
                                      const SourceRange& start) {
    ExpressionPtr expression = parseExpression();
    const int height = m_height;
    const Token close = m_reader.peek();
    if (close.type != TokenType::TemplateSequenceEnd && !m_recovering)
        reportUnclosedInterpolation(close, end, start);
    closeSequence(close);
    parts.push_back({Kind::Interpolation, rangeBetween(open.range, close.range), {}, std::move(expression), height});
}

void NativeParser::reportUnclosedInterpolation(const Token& found, TokenType end, const SourceRange& start) {
    const SourceRange context = rangeBetween(start, found.range);
    if (found.type == TokenType::EndOfFile)
        error("Unclosed template interpolation sequence",
              "There is no closing brace for this interpolation sequence before the end of the file. This might be "
              "caused "
              "by incorrect nesting inside the given expression.",
              start);
    else if (found.type == TokenType::Colon)
        error("Extra characters after interpolation expression",
              "Template interpolation doesn't expect a colon at this location. Did you intend this to be a literal "
              "sequence to be processed as part of another language? If so, you can escape it by starting with \"$${\" "
              "instead of just \"${\".",
              found.range, context);
    else if ((found.type == TokenType::CloseQuote || found.type == TokenType::OpenQuote) &&
             end == TokenType::CloseQuote)
        error("Unclosed template interpolation sequence",
              "There is no closing brace for this interpolation sequence before the end of the quoted template. This "
              "might "
              "be caused by incorrect nesting inside the given expression.",
              start);
    else
        error(
            "Extra characters after interpolation expression",
            "Expected a closing brace to end the interpolation expression, but found extra characters.\n\nThis can "
            "happen "
            "when you include interpolation syntax for another language, such as shell scripting, but forget to escape "
            "the interpolation start token. If this is an embedded sequence for another language, escape it by "
            "starting "
            "with \"$${\" instead of just \"${\".",
            found.range, context);
}

/// Reads the end of a sequence if it is the next token, otherwise skips past it.
void NativeParser::closeSequence(const Token& close) {
    if (close.type == TokenType::TemplateSequenceEnd) {
        m_reader.read();
        m_trimNext = closesWithTrim(close);
    } else {
        skipPast(TokenType::TemplateSequenceEnd);
        m_trimNext = false;
    }
}

void NativeParser::parseDirective(std::vector<TemplatePart>& parts, const Token& open, const SourceRange& start) {
    const Token keyword = m_reader.peek();
    if (keyword.type != TokenType::Identifier) {
        if (!m_recovering)
            error("Invalid template directive",
                  "A template directive keyword (\"if\", \"for\", etc) is expected at the beginning of a %{ sequence.",
                  keyword.range, rangeBetween(open.range, keyword.range));
        skipPast(TokenType::TemplateSequenceEnd);
        return;
    }
    m_reader.read();
    if (!parseDirectiveContent(parts, open, keyword)) {
        skipPast(TokenType::TemplateSequenceEnd);
        m_trimNext = false;
        return;
    }
    const Token close = m_reader.peek();
    if (close.type != TokenType::TemplateSequenceEnd && !m_recovering)
        error(fmt::format("Extra characters in {} marker", keyword.bytes),
              "Expected a closing brace to end the sequence, but found extra characters.", close.range,
              rangeBetween(start, close.range));
    closeSequence(close);
}

bool NativeParser::parseDirectiveContent(std::vector<TemplatePart>& parts, const Token& open, const Token& keyword) {
    TemplatePart part;
    if (keyword.bytes == "if") {
        part.kind = Kind::If;
        part.expression = parseExpression();
        part.height = m_height;
    } else if (keyword.bytes == "else") {
        part.kind = Kind::Else;
    } else if (keyword.bytes == "endif") {
        part.kind = Kind::EndIf;
    } else if (keyword.bytes == "for") {
        part.kind = Kind::For;
        if (!parseForDirective(part))
            return false;
    } else if (keyword.bytes == "endfor") {
        part.kind = Kind::EndFor;
    } else {
        if (!m_recovering)
            error("Invalid template control keyword",
                  fmt::format("{} is not a valid template control keyword.{}", values::quoted(keyword.bytes),
                              suggestDirective(keyword.bytes)),
                  keyword.range, rangeBetween(open.range, keyword.range));
        return false;
    }
    part.range = rangeBetween(open.range, m_reader.nextRange());
    parts.push_back(std::move(part));
    return true;
}

/// Parses `k, v in collection`
bool NativeParser::parseForDirective(TemplatePart& part) {
    const auto fail = [&](const char* detail) {
        if (!m_recovering)
            error("Invalid 'for' directive", detail, m_reader.nextRange());
        return false;
    };
    if (!isNext(TokenType::Identifier))
        return fail("For directive requires variable name after 'for'.");
    part.valueVariable = m_reader.read().bytes;
    if (isNext(TokenType::Comma)) {
        m_reader.read();
        part.keyVariable = std::move(part.valueVariable);
        if (!isNext(TokenType::Identifier))
            return fail("For directive requires value variable name after comma.");
        part.valueVariable = m_reader.read().bytes;
    }
    if (!isNextKeyword("in"))
        return fail("For directive requires 'in' keyword after names.");
    m_reader.read();
    part.expression = parseExpression();
    part.height = m_height;
    return true;
}

} // namespace planlens::hcl
