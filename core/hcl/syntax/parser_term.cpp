// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/native_parser.h"
#include "core/hcl/syntax/string_literal.h"

namespace planlens::hcl {

using diags::SourceRange;
using values::Value;

/// Parses an expression without operators and steps; null for a bare name, which becomes the first of the steps.
ExpressionPtr NativeParser::parseTerm() {
    switch (m_reader.peekType()) {
    case TokenType::OpenParen:
        return parseParentheses();
    case TokenType::Number: {
        const Token token = m_reader.read();
        return std::make_shared<syntax::LiteralValue>(token.range, literalValue(token));
    }
    case TokenType::Identifier:
        return parseName();
    case TokenType::OpenQuote:
    case TokenType::OpenHeredoc:
        return parseQuotedTemplate();
    case TokenType::Minus:
        return parseUnary(syntax::UnaryOperation::Operator::Negate);
    case TokenType::Bang:
        return parseUnary(syntax::UnaryOperation::Operator::Not);
    case TokenType::OpenBracket:
        return parseTuple();
    case TokenType::OpenBrace:
        return parseObject();
    default:
        break;
    }
    const SourceRange range = m_reader.nextRange();
    if (!m_recovering) {
        if (isNext(TokenType::EndOfFile))
            error("Missing expression", "Expected the start of an expression, but found the end of the file.", range);
        else
            error("Invalid expression", "Expected the start of an expression, but found an invalid expression token.",
                  range);
    }
    m_recovering = true;
    return placeholder(range);
}

ExpressionPtr NativeParser::parseParentheses() {
    const Token open = m_reader.read();
    const NewlineMode mode(m_reader, Newlines::Ignored);
    const Mark before = mark();
    ExpressionPtr inner = parseExpression();
    if (hasErrorsSince(before)) {
        skipPast(TokenType::CloseParen);
        return inner;
    }
    if (!isNext(TokenType::CloseParen)) {
        const SourceRange found = m_reader.nextRange();
        error("Unbalanced parentheses", "Expected a closing parenthesis to terminate the expression.", found,
              rangeBetween(open.range, found));
        m_recovering = true;
    }
    const Token close = m_reader.read();
    raise(m_height);
    return std::make_shared<syntax::Parentheses>(rangeBetween(open.range, close.range), std::move(inner));
}

ExpressionPtr NativeParser::parseName() {
    const Token token = m_reader.read();
    if (isNext(TokenType::OpenParen) || isNext(TokenType::DoubleColon))
        return parseCall(token);
    if (token.bytes == "true" || token.bytes == "false")
        return std::make_shared<syntax::LiteralValue>(token.range, Value::boolean(token.bytes == "true"));
    if (token.bytes == "null")
        return std::make_shared<syntax::LiteralValue>(token.range, Value());
    m_steps.push_back({TraversalStep::Kind::Root, std::string(token.bytes), {}, token.range});
    return nullptr;
}

/// The operand is only a term with its steps: `-a + b` is `(-a) + b`.
ExpressionPtr NativeParser::parseUnary(syntax::UnaryOperation::Operator op) {
    const Token symbol = m_reader.read();
    const Level level(*this);
    if (isTooDeep(symbol.range))
        return placeholder(symbol.range);
    ExpressionPtr operand = parseOperand();
    raise(m_height);
    return std::make_shared<syntax::UnaryOperation>(op, std::move(operand), symbol.range);
}

/// Returns the value of a number, a quoted literal or a word. Recent short ones are cached and shared,
/// because they are often repeated.
Value NativeParser::literalValue(const Token& token) {
    constexpr std::size_t longestShared = 24;
    if (token.bytes.size() > longestShared)
        return readLiteral(token);
    SharedLiteral& shared = m_literals[std::hash<std::string_view>{}(token.bytes) % m_literals.size()];
    if (shared.type != token.type || shared.bytes != token.bytes) {
        const Mark before = mark();
        Value value = readLiteral(token);
        if (hasErrorsSince(before))
            return value;
        shared = {token.type, token.bytes, std::move(value)};
    }
    return shared.value;
}

Value NativeParser::readLiteral(const Token& token) {
    if (token.type == TokenType::Identifier)
        return Value::string(token.bytes);
    if (token.type != TokenType::Number)
        return Value::string(decodeLiteral(token, m_diagnostics));
    if (const auto number = values::Number::parse(token.bytes))
        return Value::number(*number);
    error("Invalid number literal", "Failed to recognize the value of this number literal.", token.range);
    return Value::unknown(values::Type::number());
}

} // namespace planlens::hcl
