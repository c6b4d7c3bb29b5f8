// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/native_parser.h"

namespace planlens::hcl {

using diags::SourceRange;

/// Parses a call after the name, or after the first part of a name with namespaces.
ExpressionPtr NativeParser::parseCall(const Token& name) {
    Token open = m_reader.read();
    std::string fullName(name.bytes);
    SourceRange nameRange = name.range;
    while (open.type == TokenType::DoubleColon) {
        const Token next = m_reader.read();
        if (next.type != TokenType::Identifier)
            return missingCall("Missing function name",
                               "Function scope resolution symbol :: must be followed by a function name in this scope.",
                               name, next);
        fullName.append("::").append(next.bytes);
        nameRange.end = next.range.end;
        open = m_reader.read();
    }
    if (open.type != TokenType::OpenParen)
        return missingCall("Missing open parenthesis",
                           "Function selector must be followed by an open parenthesis to begin the function call.",
                           name, open);

    auto call = std::make_shared<syntax::FunctionCall>();
    call->name = std::move(fullName);
    call->nameRange = nameRange;
    call->openParenRange = open.range;
    call->closeParenRange = noRange();
    parseArguments(*call, name, open);
    return call;
}

ExpressionPtr NativeParser::missingCall(const char* summary, const char* detail, const Token& name,
                                        const Token& found) {
    const SourceRange range = rangeBetween(name.range, found.range);
    error(summary, detail, found.range, range);
    auto missing = std::make_shared<syntax::Missing>(range);
    missing->diagnostics.append(m_diagnostics[mark() - 1]);
    skipOver(TokenType::OpenParen);
    return missing;
}

void NativeParser::parseArguments(syntax::FunctionCall& call, const Token& name, const Token& open) {
    const NewlineMode mode(m_reader, Newlines::Ignored);
    int height = 0;
    for (;;) {
        // At the start, or after a comma.
        if (isNext(TokenType::CloseParen)) {
            call.closeParenRange = m_reader.read().range;
            break;
        }
        const Mark before = mark();
        call.arguments.push_back(parseExpression());
        height = std::max(height, m_height);
        if (isLostSince(before)) {
            const Token found = skipPast(TokenType::CloseParen);
            if (found.type == TokenType::CloseParen)
                call.closeParenRange = found.range;
            break;
        }
        const Token separator = m_reader.read();
        if (separator.type == TokenType::Comma)
            continue;
        if (separator.type == TokenType::CloseParen) {
            call.closeParenRange = separator.range;
        } else if (separator.type == TokenType::Ellipsis) {
            call.expandFinal = true;
            if (isNext(TokenType::CloseParen)) {
                call.closeParenRange = m_reader.read().range;
            } else {
                if (!m_recovering)
                    error(
                        "Missing closing parenthesis",
                        "An expanded function argument (with ...) must be immediately followed by closing parentheses.",
                        separator.range, rangeBetween(name.range, separator.range));
                call.closeParenRange = skipPast(TokenType::CloseParen).range;
            }
        } else {
            if (separator.type == TokenType::EndOfFile)
                error("Unterminated function call",
                      "There is no closing parenthesis for this function call before the end of the file. This may be "
                      "caused by incorrect parenthesis nesting elsewhere in this file.",
                      rangeBetween(name.range, open.range));
            else
                error("Missing argument separator",
                      "A comma is required to separate each function argument from the next.", separator.range,
                      rangeBetween(name.range, separator.range));
            call.closeParenRange = skipPast(TokenType::CloseParen).range;
        }
        break;
    }
    call.arguments.shrink_to_fit();
    raise(height);
}

ExpressionPtr NativeParser::parseTuple() {
    const Token open = m_reader.read();
    const NewlineMode mode(m_reader, Newlines::Ignored);
    if (isNextKeyword("for"))
        return parseFor(open);

    ExpressionList items;
    Token close;
    int height = 0;
    for (;;) {
        if (isNext(TokenType::CloseBracket)) {
            close = m_reader.read();
            break;
        }
        const Mark before = mark();
        items.push_back(parseExpression());
        height = std::max(height, m_height);
        if (isLostSince(before)) {
            close = skipPast(TokenType::CloseBracket);
            break;
        }
        if (isNext(TokenType::Comma)) {
            m_reader.read();
            continue;
        }
        if (isNext(TokenType::CloseBracket))
            continue;
        if (!m_recovering) {
            const SourceRange found = m_reader.nextRange();
            if (isNext(TokenType::EndOfFile))
                error("Unterminated tuple constructor expression",
                      "There is no corresponding closing bracket before the end of the file. This may be caused by "
                      "incorrect bracket nesting elsewhere in this file.",
                      open.range);
            else
                error("Missing item separator", "Expected a comma to mark the beginning of the next item.", found,
                      rangeBetween(open.range, found));
        }
        close = skipPast(TokenType::CloseBracket);
        break;
    }
    raise(height);
    items.shrink_to_fit();
    auto tuple = std::make_shared<syntax::TupleConstructor>(rangeBetween(open.range, close.range));
    tuple->items = std::move(items);
    return tuple;
}

ExpressionPtr NativeParser::parseObject() {
    const Token open = m_reader.read();
    bool isFor = false;
    {
        // Line breaks are insignificant in a for expression, but separate the items of an object.
        const NewlineMode mode(m_reader, Newlines::Ignored);
        isFor = isNextKeyword("for");
    }
    if (isFor)
        return parseFor(open);

    const NewlineMode mode(m_reader, Newlines::Matter);
    std::vector<ExpressionPair> items;
    Token close;
    int height = 0;
    for (;;) {
        if (isNext(TokenType::Newline)) {
            m_reader.read();
            continue;
        }
        if (isNext(TokenType::CloseBrace)) {
            close = m_reader.read();
            break;
        }
        std::optional<ExpressionPair> item = parseObjectItem(open);
        height = std::max(height, m_height);
        const bool isWhole = item && item->value && !dynamic_cast<const syntax::Missing*>(item->value.get());
        if (item)
            items.push_back(*std::move(item));
        if (!isWhole && m_recovering) {
            close = skipPast(TokenType::CloseBrace);
            break;
        }
        if (isNext(TokenType::Comma) || isNext(TokenType::Newline)) {
            m_reader.read();
            continue;
        }
        if (isNext(TokenType::CloseBrace))
            continue;
        if (!m_recovering) {
            const SourceRange found = m_reader.nextRange();
            if (isNext(TokenType::EndOfFile))
                error("Unterminated object constructor expression",
                      "There is no corresponding closing brace before the end of the file. This may be caused by "
                      "incorrect brace nesting elsewhere in this file.",
                      open.range);
            else
                error("Missing attribute separator",
                      "Expected a newline or comma to mark the beginning of the next attribute.", found,
                      rangeBetween(open.range, found));
        }
        close = skipPast(TokenType::CloseBrace);
        break;
    }
    raise(height);
    items.shrink_to_fit();
    auto object = std::make_shared<syntax::ObjectConstructor>(rangeBetween(open.range, close.range));
    object->items = std::move(items);
    return object;
}

/// Parses a key and a value. Returns nothing if the reader is lost, unless the value is a Missing expression.
std::optional<ExpressionPair> NativeParser::parseObjectItem(const Token& open) {
    Mark before = mark();
    m_height = 0;
    ExpressionPtr key = parseWordKey();
    if (!key) {
        const bool parenthesised = isNext(TokenType::OpenParen);
        key = parseExpression();
        if (isLostSince(before))
            return {};
        key = std::make_shared<syntax::ObjectKey>(std::move(key), parenthesised);
    }
    const int height = m_height;

    if (!isNext(TokenType::Equal) && !isNext(TokenType::Colon)) {
        if (!m_recovering)
            reportMissingValue(open);
        m_recovering = true;
        return {};
    }
    m_reader.read();

    before = mark();
    ExpressionPtr value = parseExpression();
    raise(std::max(height, m_height));
    if (isLostSince(before) && !dynamic_cast<const syntax::Missing*>(value.get()))
        return {};
    return ExpressionPair{std::move(key), std::move(value)};
}

/// Parses a key that is a single word; null for others.
ExpressionPtr NativeParser::parseWordKey() {
    if (!isNext(TokenType::Identifier))
        return nullptr;
    const TokenType second = m_reader.peekSecondType();
    if (second != TokenType::Equal && second != TokenType::Colon)
        return nullptr;
    const std::string_view word = m_reader.peek().bytes;
    const auto isAscii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    // Words that are literals, or that may not be in normal form, are not converted.
    if (word == "true" || word == "false" || word == "null" || !std::all_of(word.begin(), word.end(), isAscii))
        return nullptr;
    const Token token = m_reader.read();
    return std::make_shared<syntax::WordKey>(token.range, literalValue(token));
}

void NativeParser::reportMissingValue(const Token& open) {
    const Token found = m_reader.peek();
    const SourceRange context = rangeBetween(open.range, found.range);
    switch (found.type) {
    case TokenType::Newline:
    case TokenType::Comma:
        error("Missing attribute value", "Expected an attribute value, introduced by an equals sign (\"=\").",
              found.range, context);
        return;
    case TokenType::Identifier:
        // Names with a dot and a digit were once allowed.
        error(
            "Missing key/value separator",
            "Expected an equals sign (\"=\") to mark the beginning of the attribute value. If you intended to given an "
            "attribute name containing periods or spaces, write the name in quotes to create a string literal.",
            found.range, context);
        return;
    case TokenType::EndOfFile:
        error(
            "Unterminated object constructor expression",
            "There is no corresponding closing brace before the end of the file. This may be caused by incorrect brace "
            "nesting elsewhere in this file.",
            open.range);
        return;
    default:
        error("Missing key/value separator",
              "Expected an equals sign (\"=\") to mark the beginning of the attribute value.", found.range, context);
        return;
    }
}

/// Parses a for expression after its opening bracket.
ExpressionPtr NativeParser::parseFor(const Token& open) {
    const NewlineMode mode(m_reader, Newlines::Ignored);
    m_reader.read(); // for
    const TokenType closeType = oppositeBracket(open.type);
    syntax::ForExpression draft(open.range);
    Token ellipsis;
    if (!parseForIntroduction(draft, open) || !parseForResult(draft, ellipsis))
        return placeholder(rangeBetween(open.range, skipPast(closeType).range));

    Token close;
    if (isNext(closeType)) {
        close = m_reader.read();
    } else {
        if (!m_recovering) {
            const SourceRange found = m_reader.nextRange();
            error("Invalid 'for' expression", "Extra characters after the end of the 'for' expression.", found,
                  rangeBetween(open.range, found));
        }
        close = skipPast(closeType);
    }
    checkFor(draft, open, close, ellipsis);

    auto node = std::make_shared<syntax::ForExpression>(rangeBetween(open.range, close.range));
    node->keyVariable = std::move(draft.keyVariable);
    node->valueVariable = std::move(draft.valueVariable);
    node->collection = std::move(draft.collection);
    node->key = std::move(draft.key);
    node->value = std::move(draft.value);
    node->condition = std::move(draft.condition);
    node->group = draft.group;
    node->openRange = open.range;
    node->closeRange = close.range;
    return node;
}

/// Parses `k, v in collection :`
bool NativeParser::parseForIntroduction(syntax::ForExpression& node, const Token& open) {
    const auto fail = [&](const char* detail) {
        if (!m_recovering) {
            const SourceRange found = m_reader.nextRange();
            error("Invalid 'for' expression", detail, found, rangeBetween(open.range, found));
        }
        return false;
    };
    if (!isNext(TokenType::Identifier))
        return fail("For expression requires variable name after 'for'.");
    node.valueVariable = m_reader.read().bytes;
    if (isNext(TokenType::Comma)) {
        m_reader.read();
        node.keyVariable = std::move(node.valueVariable);
        if (!isNext(TokenType::Identifier))
            return fail("For expression requires value variable name after comma.");
        node.valueVariable = m_reader.read().bytes;
    }
    if (!isNextKeyword("in"))
        return fail("For expression requires the 'in' keyword after its name declarations.");
    m_reader.read();

    const Mark before = mark();
    node.collection = parseExpression();
    if (isLostSince(before))
        return false;
    if (!isNext(TokenType::Colon))
        return fail("For expression requires a colon after the collection expression.");
    m_reader.read();
    return true;
}

/// Parses `key => value... if condition`
bool NativeParser::parseForResult(syntax::ForExpression& node, Token& ellipsis) {
    int height = m_height;
    Mark before = mark();
    node.value = parseExpression();
    height = std::max(height, m_height);
    if (isNext(TokenType::FatArrow)) {
        m_reader.read();
        node.key = std::move(node.value);
        node.value = parseExpression();
        height = std::max(height, m_height);
    }
    if (isLostSince(before))
        return false;
    if (isNext(TokenType::Ellipsis)) {
        ellipsis = m_reader.read();
        node.group = true;
    }
    if (isNextKeyword("if")) {
        m_reader.read();
        before = mark();
        node.condition = parseExpression();
        height = std::max(height, m_height);
        if (isLostSince(before))
            return false;
    }
    raise(height);
    return true;
}

void NativeParser::checkFor(const syntax::ForExpression& node, const Token& open, const Token& close,
                            const Token& ellipsis) {
    const auto fail = [&](const char* detail, const SourceRange& subject) {
        error("Invalid 'for' expression", detail, subject, rangeBetween(open.range, close.range));
    };
    if (open.type == TokenType::OpenBrace) {
        if (!node.key)
            fail("Key expression is required when building an object.", node.value->range());
        return;
    }
    if (node.key)
        fail("Key expression is not valid when building a tuple.", node.key->range());
    if (node.group)
        fail("Grouping ellipsis (...) cannot be used when building a tuple.", ellipsis.range);
}

} // namespace planlens::hcl
