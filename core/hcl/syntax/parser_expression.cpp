// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/native_parser.h"

#include <fmt/format.h>

namespace planlens::hcl {

using diags::SourceRange;
using syntax::BinaryOperation;
using values::Value;

namespace {

struct BinaryOperator {
    int level; // higher levels bind tighter; zero for other tokens
    BinaryOperation::Operator op;
};

BinaryOperator binaryOperator(TokenType type) {
    using enum TokenType;
    using Operator = BinaryOperation::Operator;
    switch (type) {
    case Or:
        return {1, Operator::LogicalOr};
    case And:
        return {2, Operator::LogicalAnd};
    case EqualOperator:
        return {3, Operator::Equal};
    case NotEqual:
        return {3, Operator::NotEqual};
    case GreaterThan:
        return {4, Operator::GreaterThan};
    case GreaterThanOrEqual:
        return {4, Operator::GreaterThanOrEqual};
    case LessThan:
        return {4, Operator::LessThan};
    case LessThanOrEqual:
        return {4, Operator::LessThanOrEqual};
    case Plus:
        return {5, Operator::Add};
    case Minus:
        return {5, Operator::Subtract};
    case Star:
        return {6, Operator::Multiply};
    case Slash:
        return {6, Operator::Divide};
    case Percent:
        return {6, Operator::Modulo};
    default:
        return {0, Operator::Add};
    }
}

/// Returns the value of a constant index key.
std::optional<Value> constantKey(const Expression& key) {
    if (const auto* literal = dynamic_cast<const syntax::LiteralValue*>(&key))
        return literal->value;
    if (const auto* plain = dynamic_cast<const syntax::PlainText*>(&key))
        return plain->text;
    const auto* text = dynamic_cast<const syntax::Template*>(&key);
    if (!text || text->parts.size() != 1)
        return {};
    const auto* literal = dynamic_cast<const syntax::LiteralValue*>(text->parts.front().get());
    if (!literal)
        return {};
    return literal->value;
}

} // namespace

/// A term and the steps after it, during parsing.
struct NativeParser::Steps {
    NativeParser& parser;
    ExpressionPtr base;      // null if the first step is a root
    SourceRange range;       // of the base and the steps
    const std::size_t first; // index of the first step that is not part of the base yet
    int height;

    void add(TraversalStep step) {
        range.end = step.range.end;
        parser.m_steps.push_back(std::move(step));
    }
    void set(ExpressionPtr expression) {
        parser.m_steps.resize(first);
        range = expression->range();
        base = std::move(expression);
        ++height;
    }
    /// Combines the base and the steps into one node.
    ExpressionPtr fold() {
        auto& steps = parser.m_steps;
        if (steps.size() == first)
            return base;
        Traversal traversal;
        const auto begin = steps.begin() + static_cast<std::ptrdiff_t>(first);
        traversal.steps.assign(std::make_move_iterator(begin), std::make_move_iterator(steps.end()));
        steps.erase(begin, steps.end());
        if (base)
            base = std::make_shared<syntax::RelativeTraversal>(range, std::move(base), std::move(traversal));
        else
            base = std::make_shared<syntax::ScopeTraversal>(std::move(traversal));
        ++height;
        return base;
    }
};

ExpressionPtr NativeParser::parseWholeExpression() {
    const NewlineMode mode(m_reader, Newlines::Ignored);
    ExpressionPtr expression = parseExpression();
    const Token& next = m_reader.peek();
    if (next.type != TokenType::EndOfFile && !m_recovering)
        error("Extra characters after expression",
              "An expression was successfully parsed, but extra characters were found after it.", next.range);
    return expression;
}

ExpressionPtr NativeParser::parseExpression() {
    const Level level(*this);
    if (isTooDeep(m_reader.nextRange()))
        return placeholder(m_reader.nextRange());
    return parseConditional();
}

ExpressionPtr NativeParser::parseConditional() {
    const SourceRange start = m_reader.nextRange();
    Mark before = mark();
    ExpressionPtr condition = parseBinary(1);
    if (isLostSince(before) || !isNext(TokenType::Question))
        return condition;
    m_reader.read();
    int height = m_height;

    before = mark();
    ExpressionPtr whenTrue = parseExpression();
    if (isLostSince(before))
        return condition;
    height = std::max(height, m_height);
    if (!isNext(TokenType::Colon)) {
        const SourceRange found = m_reader.nextRange();
        error("Missing false expression in conditional",
              "The conditional operator (...?...:...) requires a false expression, delimited by a colon.", found,
              rangeBetween(start, found));
        return condition;
    }
    m_reader.read();

    before = mark();
    ExpressionPtr whenFalse = parseExpression();
    if (isLostSince(before))
        return condition;
    raise(std::max(height, m_height));
    const SourceRange range = rangeBetween(start, whenFalse->range());
    return std::make_shared<syntax::Conditional>(range, std::move(condition), std::move(whenTrue),
                                                 std::move(whenFalse));
}

/// Parses operators of this level and above; those of one level are left-associative.
ExpressionPtr NativeParser::parseBinary(int lowest) {
    Mark before = mark();
    ExpressionPtr left = parseOperand();
    if (isLostSince(before))
        return left;
    for (;;) {
        const auto [level, op] = binaryOperator(m_reader.peekType());
        if (level < lowest || level == 0)
            return left;
        const int height = m_height;
        m_reader.read();
        before = mark();
        ExpressionPtr right = parseBinary(level + 1);
        if (isLostSince(before))
            return left;
        raise(std::max(height, m_height));
        left = std::make_shared<BinaryOperation>(std::move(left), op, std::move(right));
        if (isTooDeep(m_reader.nextRange()))
            return left;
    }
}

ExpressionPtr NativeParser::parseOperand() {
    const std::size_t first = m_steps.size();
    m_height = 0;
    ExpressionPtr term = parseTerm();
    const SourceRange range = term ? term->range() : m_steps.back().range;
    // After an error inside parentheses, these are ignored, and steps are appended to those inside.
    if (hasErrorsSince(0) && term) {
        if (const auto* name = dynamic_cast<const syntax::ScopeTraversal*>(term.get())) {
            m_steps.insert(m_steps.end(), name->traversal.steps.begin(), name->traversal.steps.end());
            term = nullptr;
        } else if (const auto* relative = dynamic_cast<const syntax::RelativeTraversal*>(term.get())) {
            m_steps.insert(m_steps.end(), relative->traversal.steps.begin(), relative->traversal.steps.end());
            term = ExpressionPtr(relative->source);
        }
    }
    return parseTraversalSteps(std::move(term), range, first);
}

ExpressionPtr NativeParser::parseTraversalSteps(ExpressionPtr base, SourceRange range, std::size_t firstStep) {
    Steps steps{*this, std::move(base), range, firstStep, m_height};
    for (;;) {
        if (isNext(TokenType::Dot))
            parseDot(steps);
        else if (isNext(TokenType::OpenBracket))
            parseBracket(steps);
        else
            break;
        m_height = steps.height;
        if (isTooDeep(steps.range))
            break;
    }
    ExpressionPtr all = steps.fold();
    m_height = steps.height;
    return all;
}

void NativeParser::parseDot(Steps& steps) {
    const Mark before = mark();
    const Token dot = m_reader.read();
    switch (m_reader.peekType()) {
    case TokenType::Identifier: {
        const Token name = m_reader.read();
        steps.add({TraversalStep::Kind::Attribute, std::string(name.bytes), {}, rangeBetween(dot.range, name.range)});
        return;
    }
    case TokenType::Number:
        parseLegacyIndex(steps, dot);
        return;
    case TokenType::Star:
        parseAttributeSplat(steps, dot);
        return;
    default:
        break;
    }
    error("Invalid attribute name", "An attribute name is required after a dot.", m_reader.nextRange());
    auto missing = std::make_shared<syntax::Missing>(rangeBetween(steps.range, dot.range));
    for (Mark i = before; i < mark(); ++i)
        missing->diagnostics.append(m_diagnostics[i]);
    steps.set(std::move(missing));
    m_recovering = true;
}

/// Parses `.0`, the legacy form of `[0]`.
void NativeParser::parseLegacyIndex(Steps& steps, const Token& dot) {
    const Token number = m_reader.read();
    const SourceRange range = rangeBetween(dot.range, number.range);
    const std::size_t point = number.bytes.find('.');
    if (point == std::string_view::npos) {
        steps.add({TraversalStep::Kind::Index, {}, literalValue(number), range});
        return;
    }
    error("Invalid legacy index syntax",
          fmt::format(
              "When using the legacy index syntax, chaining two indexes together is not permitted. Use the proper "
              "index syntax instead, like [{}][{}].",
              number.bytes.substr(0, point), number.bytes.substr(point + 1)),
          number.range);
    steps.add({TraversalStep::Kind::Index, {}, Value::dynamicUnknown(), range});
}

/// Parses `.*`, which applies only to attributes and legacy indexes after it.
void NativeParser::parseAttributeSplat(Steps& steps, const Token& dot) {
    const Token star = m_reader.read();
    const SourceRange marker = rangeBetween(dot.range, star.range);
    const SourceRange firstRange = m_reader.nextRange();
    SourceRange lastRange = star.range;
    Traversal traversal;
    if (!parseSplatSteps(traversal.steps, star.range, lastRange))
        return;
    auto item = std::make_shared<const syntax::SplatItem>(marker);
    ExpressionPtr each = item;
    if (!traversal.steps.empty())
        each = std::make_shared<syntax::RelativeTraversal>(rangeBetween(firstRange, lastRange), item,
                                                           std::move(traversal));
    ExpressionPtr source = steps.fold();
    auto splat = std::make_shared<syntax::Splat>();
    splat->source = std::move(source);
    splat->each = std::move(each);
    splat->item = std::move(item);
    splat->markerRange = marker;
    steps.set(std::move(splat));
}

bool NativeParser::parseSplatSteps(std::vector<TraversalStep>& into, const SourceRange& star, SourceRange& last) {
    while (isNext(TokenType::Dot)) {
        const Token dot = m_reader.read();
        if (isNext(TokenType::Number)) {
            const Token number = m_reader.read();
            last = number.range;
            const SourceRange range = rangeBetween(dot.range, number.range);
            const std::size_t point = number.bytes.find('.');
            if (point == std::string_view::npos) {
                into.push_back({TraversalStep::Kind::Index, {}, literalValue(number), range});
                continue;
            }
            error("Invalid legacy index syntax",
                  fmt::format(
                      "When using the legacy index syntax, chaining two indexes together is not permitted. Use the "
                      "proper index syntax with a full splat expression [*] instead, like [{}][{}].",
                      number.bytes.substr(0, point), number.bytes.substr(point + 1)),
                  star);
            into.push_back({TraversalStep::Kind::Index, {}, Value::dynamicUnknown(), range});
            continue;
        }
        if (!isNext(TokenType::Identifier)) {
            if (!m_recovering && isNext(TokenType::Star))
                error("Nested splat expression not allowed",
                      "A splat expression (*) cannot be used inside another attribute-only splat expression.",
                      m_reader.nextRange());
            else if (!m_recovering)
                error("Invalid attribute name", "An attribute name is required after a dot.", star);
            m_recovering = true;
            return false;
        }
        const Token name = m_reader.read();
        last = name.range;
        into.push_back(
            {TraversalStep::Kind::Attribute, std::string(name.bytes), {}, rangeBetween(dot.range, name.range)});
    }
    return true;
}

void NativeParser::parseBracket(Steps& steps) {
    const Token open = m_reader.read();
    if (isNext(TokenType::Star))
        parseFullSplat(steps, open);
    else
        parseIndex(steps, open);
}

/// Parses `[*]`, which applies to all steps after it.
void NativeParser::parseFullSplat(Steps& steps, const Token& open) {
    m_reader.read(); // star
    Token close = m_reader.read();
    if (close.type != TokenType::CloseBracket && !m_recovering) {
        // The reference points to the place where it continues.
        close = skipPast(TokenType::CloseBracket);
        error("Missing close bracket on splat index",
              "The star for a full splat operator must be immediately followed by a closing bracket (\"]\").",
              close.range);
    }
    ExpressionPtr source = steps.fold();
    const SourceRange marker = rangeBetween(open.range, close.range);
    auto item = std::make_shared<const syntax::SplatItem>(marker);
    const Level level(*this);
    m_height = 0;
    if (isTooDeep(marker))
        return;
    ExpressionPtr each = parseTraversalSteps(item, marker, m_steps.size());
    auto splat = std::make_shared<syntax::Splat>();
    splat->source = std::move(source);
    splat->each = std::move(each);
    splat->item = std::move(item);
    splat->markerRange = marker;
    steps.height = std::max(steps.height, m_height);
    steps.set(std::move(splat));
}

void NativeParser::parseIndex(Steps& steps, const Token& open) {
    Token close;
    ExpressionPtr key;
    {
        const NewlineMode mode(m_reader, Newlines::Ignored);
        const Mark before = mark();
        key = parseExpression();
        if (isLostSince(before)) {
            close = skipPast(TokenType::CloseBracket);
        } else {
            close = m_reader.read();
            if (close.type != TokenType::CloseBracket && !m_recovering) {
                close = skipPast(TokenType::CloseBracket);
                error("Missing close bracket on index", "The index operator must end with a closing bracket (\"]\").",
                      close.range);
            }
        }
    }
    const SourceRange bracket = rangeBetween(open.range, close.range);
    if (std::optional<Value> constant = constantKey(*key)) {
        steps.add({TraversalStep::Kind::Index, {}, *std::move(constant), bracket});
        return;
    }
    ExpressionPtr collection = steps.fold();
    auto index = std::make_shared<syntax::Index>();
    index->collection = std::move(collection);
    index->key = std::move(key);
    index->openRange = open.range;
    index->bracketRange = bracket;
    steps.height = std::max(steps.height, m_height);
    steps.set(std::move(index));
}

} // namespace planlens::hcl
