// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/native_parser.h"

#include "core/hcl/syntax/string_literal.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <unordered_map>

namespace planlens::hcl {

using diags::SourceRange;
using syntax::NativeBody;

namespace {

constexpr const char* itemRequired = "Argument or block definition required";
constexpr const char* itemRequiredDetail = "An argument or block definition is required here.";
constexpr const char* equalsRequiredDetail =
    "An argument or block definition is required here. To set an argument, use "
    "the equals sign \"=\" to introduce the argument value.";
constexpr const char* unclosedBlock = "Unclosed configuration block";
constexpr const char* unclosedBlockDetail =
    "There is no closing brace for this block before the end of the file. This may "
    "be caused by incorrect brace nesting elsewhere in this file.";

SourceRange endOf(const SourceRange& range) {
    return {range.filename, range.end, range.end};
}

std::string headerOf(const Block& block) {
    std::string header = block.type;
    for (const std::string& label : block.labels)
        header += " " + values::quoted(label);
    return header;
}

} // namespace

/// The index of each argument of a body by its name as written.
class NativeParser::ArgumentNames {
public:
    std::optional<std::size_t> find(std::string_view name, const std::vector<Attribute>& attributes) {
        // Most bodies are so short that a linear search is faster than any index.
        if (attributes.size() < 16) {
            for (std::size_t i = 0; i < attributes.size(); ++i) {
                if (attributes[i].name == name)
                    return i;
            }
            return {};
        }
        for (std::size_t i = m_index.size(); i < attributes.size(); ++i)
            m_index.emplace(attributes[i].name, i);
        const auto found = m_index.find(std::string(name));
        if (found == m_index.end())
            return {};
        return found->second;
    }

private:
    std::unordered_map<std::string, std::size_t> m_index;
};

std::shared_ptr<NativeBody> NativeParser::parseFile() {
    return parseBody(TokenType::EndOfFile);
}

std::shared_ptr<NativeBody> NativeParser::parseBody(TokenType end) {
    auto body = std::make_shared<NativeBody>();
    ArgumentNames names;
    const SourceRange start = m_reader.previousRange();
    SourceRange endRange;
    const Level level(*this);
    if (isTooDeep(start)) {
        body->range = start;
        body->endRange = endOf(start);
        return body;
    }
    for (;;) {
        const TokenType type = m_reader.peekType();
        if (type == end) {
            endRange = m_reader.read().range;
            break;
        }
        if (type == TokenType::Newline) {
            m_reader.read();
        } else if (type == TokenType::Identifier) {
            parseBodyItem(*body, names);
        } else {
            const Token bad = m_reader.read();
            if (!m_recovering)
                reportUnexpectedInBody(bad, end, start);
            endRange = m_reader.previousRange();
            skipPast(end);
            break;
        }
    }
    body->attributes.shrink_to_fit();
    body->blocks.shrink_to_fit();
    body->range = rangeBetween(start, endRange);
    body->endRange = endOf(endRange);
    return body;
}

void NativeParser::reportUnexpectedInBody(const Token& token, TokenType end, const SourceRange& start) {
    if (token.type == TokenType::OpenQuote)
        error("Invalid argument name", "Argument names must not be quoted.", token.range);
    else if (token.type != TokenType::EndOfFile)
        error(itemRequired, itemRequiredDetail, token.range);
    else if (end == TokenType::CloseBrace)
        error(unclosedBlock, unclosedBlockDetail, start);
    else
        error("Unclosed configuration body", "Found end of file before the end of this configuration body.", start);
}

void NativeParser::parseBodyItem(NativeBody& body, ArgumentNames& names) {
    const Token name = m_reader.read();
    switch (m_reader.peekType()) {
    case TokenType::Equal: {
        Attribute argument = finishArgument(name, Line::Own);
        if (const auto earlier = names.find(argument.name, body.attributes))
            error("Attribute redefined",
                  fmt::format("The argument {} was already set at {}. Each argument may be set only once.",
                              values::quoted(argument.name), body.attributes[*earlier].nameRange.toString()),
                  argument.nameRange);
        else
            body.attributes.push_back(std::move(argument));
        return;
    }
    case TokenType::OpenQuote:
    case TokenType::OpenBrace:
    case TokenType::Identifier:
        body.blocks.push_back(finishBlock(name));
        return;
    default:
        skipPastBodyItem();
        error(itemRequired, equalsRequiredDetail, name.range);
        return;
    }
}

/// Parses `{ name = value }` on one line, after the opening brace; null if there is no argument.
std::shared_ptr<const NativeBody> NativeParser::parseSingleArgumentBody() {
    const Token name = m_reader.read();
    if (name.type != TokenType::Identifier) {
        skipPastBodyItem();
        error(itemRequired, itemRequiredDetail, name.range);
        return nullptr;
    }
    const Token next = m_reader.peek();
    switch (next.type) {
    case TokenType::Equal:
        break;
    case TokenType::OpenQuote:
    case TokenType::OpenBrace:
    case TokenType::Identifier:
        skipPastBodyItem();
        error(
            "Argument definition required",
            fmt::format("A single-line block definition can contain only a single argument. If you meant to define "
                        "argument {}, use an equals sign to assign it a value. To define a nested block, place it on a "
                        "line of its own within its parent block.",
                        values::quoted(name.bytes)),
            rangeBetween(name.range, next.range));
        return nullptr;
    default:
        skipPastBodyItem();
        error(itemRequired, equalsRequiredDetail, name.range);
        return nullptr;
    }
    auto body = std::make_shared<NativeBody>();
    body->attributes.push_back(finishArgument(name, Line::Shared));
    body->range = body->attributes.front().range;
    body->endRange = endOf(body->range);
    return body;
}

Attribute NativeParser::finishArgument(const Token& name, Line line) {
    m_reader.read(); // equals sign
    const Mark before = mark();
    ExpressionPtr value = parseExpression();
    SourceRange endRange = m_reader.previousRange();
    if (isLostSince(before)) {
        skipPastBodyItem();
    } else if (line == Line::Own) {
        const Token end = m_reader.peek();
        if (end.type == TokenType::Newline || end.type == TokenType::EndOfFile) {
            m_reader.read();
        } else {
            const SourceRange context = rangeBetween(name.range, end.range);
            if (!m_recovering && end.type == TokenType::Comma)
                error("Unexpected comma after argument",
                      "Argument definitions must be separated by newlines, not commas. An argument definition must end "
                      "with a newline.",
                      end.range, context);
            else if (!m_recovering)
                error("Missing newline after argument", "An argument definition must end with a newline.", end.range,
                      context);
            skipPastBodyItem();
        }
    }
    return {std::string(name.bytes), std::move(value), rangeBetween(name.range, endRange), name.range};
}

/// Parses labels up to the opening brace; false if an unexpected token precedes it.
bool NativeParser::parseLabels(const Token& type, Block& block, Token& openBrace) {
    for (;;) {
        const Token token = m_reader.peek();
        const SourceRange context = rangeBetween(type.range, token.range);
        switch (token.type) {
        case TokenType::OpenBrace:
            openBrace = m_reader.read();
            return true;
        case TokenType::OpenQuote: {
            auto [label, range] = parseQuotedString();
            block.labels.push_back(std::move(label));
            block.labelRanges.push_back(range);
            continue;
        }
        case TokenType::Identifier:
            m_reader.read();
            block.labels.emplace_back(token.bytes);
            block.labelRanges.push_back(token.range);
            continue;
        case TokenType::Equal:
            error("Invalid block definition",
                  "The equals sign \"=\" indicates an argument definition, and must not be used when defining a block.",
                  token.range, context);
            break;
        case TokenType::Newline:
            error(
                "Invalid block definition",
                "A block definition must have block content delimited by \"{\" and \"}\", starting on the same line as "
                "the block header.",
                token.range, context);
            break;
        default:
            if (!m_recovering)
                error("Invalid block definition",
                      "Either a quoted string block label or an opening brace (\"{\") is expected here.", token.range,
                      context);
            break;
        }
        skipPastBodyItem();
        return false;
    }
}

Block NativeParser::finishBlock(const Token& type) {
    const bool isTop = m_depth == 1;
    Block block;
    block.type = type.bytes;
    block.typeRange = type.range;
    block.openBraceRange = type.range;
    const auto finish = [&](std::shared_ptr<const NativeBody> body, const SourceRange& closeBrace) {
        block.labels.shrink_to_fit();
        block.labelRanges.shrink_to_fit();
        block.defRange = rangeBetween(type.range, block.labelRanges.empty() ? type.range : block.labelRanges.back());
        block.body = std::move(body);
        if (isTop)
            m_headers.push_back({type.range.start.byte, closeBrace.end.byte, headerOf(block)});
        return std::move(block);
    };

    Token openBrace;
    if (!parseLabels(type, block, openBrace)) {
        auto body = std::make_shared<NativeBody>();
        body->range = body->endRange = type.range;
        return finish(std::move(body), type.range);
    }

    block.openBraceRange = openBrace.range;
    std::shared_ptr<const NativeBody> body;
    switch (m_reader.peekType()) {
    case TokenType::Newline:
    case TokenType::EndOfFile:
    case TokenType::CloseBrace:
        body = parseBody(TokenType::CloseBrace);
        break;
    default: {
        const auto bodyErrors = static_cast<std::ptrdiff_t>(mark());
        body = parseSingleArgumentBody();
        const auto ownErrors = static_cast<std::ptrdiff_t>(mark());
        finishSingleLineBlock(type, openBrace);
        // Errors about the block itself are reported before those inside.
        std::rotate(m_diagnostics.begin() + bodyErrors, m_diagnostics.begin() + ownErrors, m_diagnostics.end());
        break;
    }
    }
    const SourceRange closeBrace = m_reader.previousRange();

    const Token end = m_reader.peek();
    if (end.type == TokenType::Newline || end.type == TokenType::EndOfFile) {
        m_reader.read();
    } else {
        if (!m_recovering)
            error("Missing newline after block definition", "A block definition must end with a newline.", end.range,
                  rangeBetween(type.range, end.range));
        skipPastBodyItem();
    }
    if (!body) {
        auto empty = std::make_shared<NativeBody>();
        empty->range = rangeBetween(openBrace.range, closeBrace);
        empty->endRange = closeBrace;
        body = std::move(empty);
    }
    return finish(std::move(body), closeBrace);
}

/// Reads the closing brace of `{ name = value }`, or skips to where it may be.
void NativeParser::finishSingleLineBlock(const Token& type, const Token& openBrace) {
    const Token next = m_reader.peek();
    const char* const summary = "Invalid single-argument block definition";
    switch (next.type) {
    case TokenType::CloseBrace:
        m_reader.read();
        return;
    case TokenType::Comma:
        // As between the items of an object.
        error(
            summary,
            "Single-line block syntax can include only one argument definition. To define multiple arguments, use the "
            "multi-line block syntax with one argument definition per line.",
            next.range);
        break;
    case TokenType::Newline:
        error(summary,
              "An argument definition on the same line as its containing block creates a single-line block definition, "
              "which must also be closed on the same line. Place the block's closing brace immediately after the "
              "argument "
              "definition.",
              next.range);
        break;
    case TokenType::EndOfFile:
        if (!m_recovering)
            error(unclosedBlock, unclosedBlockDetail, openBrace.range, rangeBetween(type.range, openBrace.range));
        break;
    default:
        if (!m_recovering)
            error(summary,
                  "A single-line block definition must end with a closing brace immediately after its single argument "
                  "definition.",
                  next.range);
        break;
    }
    skipPast(TokenType::CloseBrace);
}

/// Parses a string that is not a template: a label or an index key.
std::pair<std::string, SourceRange> NativeParser::parseQuotedString() {
    const Token open = m_reader.read();
    std::string text;
    for (;;) {
        const Token token = m_reader.read();
        const SourceRange whole = rangeBetween(open.range, token.range);
        switch (token.type) {
        case TokenType::CloseQuote:
            return {std::move(text), whole};
        case TokenType::QuotedLiteral:
            text += decodeLiteral(token, m_diagnostics);
            break;
        case TokenType::TemplateControl:
        case TokenType::TemplateInterpolation: {
            const std::string_view marker = token.type == TokenType::TemplateControl ? "%" : "$";
            error(
                "Invalid string literal",
                fmt::format("Template sequences are not allowed in this string. To include a literal {}, double it (as "
                            "\"{}{}\") to escape it.",
                            values::quoted(marker), marker, marker),
                token.range, whole);
            // Indicates that the text is incomplete.
            text.append(marker).append("{ ... }");
            skipPast(TokenType::TemplateSequenceEnd);
            break;
        }
        case TokenType::EndOfFile:
            error("Unterminated string literal", "Unable to find the closing quote mark before the end of the file.",
                  token.range, whole);
            return {std::move(text), whole};
        default:
            error("Invalid string literal", "This item is not valid in a string literal.", token.range, whole);
            skipPast(TokenType::CloseQuote);
            return {std::move(text), whole};
        }
    }
}

} // namespace planlens::hcl
