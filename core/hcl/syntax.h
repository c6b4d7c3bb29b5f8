// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/body.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

/// The syntax tree of native expressions (hclsyntax). Nodes are plain data, built by the parser (parser_*.cpp) and
/// immutable afterwards; evaluation and static analysis are in evaluate_*.cpp.
namespace planlens::hcl::syntax {

using diags::SourceRange;
using values::Value;

/// Common implementation of the virtual functions; each node overrides those that it needs. A large configuration has
/// millions of nodes, so a node stores its range only if it cannot be derived from its parts.
class Node : public Expression {
public:
    void collectVariables(std::vector<Traversal>& out) const override;
    void collectFunctions(std::vector<FunctionReference>& out) const override;
    /// Direct sub-expressions in source order, each with the names bound inside it.
    struct Child {
        const Expression* expression;
        std::vector<std::string> boundNames = {};
    };
    virtual std::vector<Child> children() const { return {}; }
};

/// A node that stores its range.
class RangedNode : public Node {
public:
    explicit RangedNode(SourceRange range)
        : m_range(range) {}
    SourceRange range() const override { return m_range; }

private:
    SourceRange m_range;
};

/// Returns the range of the first byte of another range, which is a bracket or quote.
inline SourceRange firstCharacter(const SourceRange& range) {
    return {range.filename, range.start, {range.start.line, range.start.column + 1, range.start.byte + 1}};
}
/// Returns the range between the quotes of a template.
inline SourceRange betweenQuotes(SourceRange range) {
    ++range.start.column;
    ++range.start.byte;
    --range.end.column;
    --range.end.byte;
    return range;
}

/// A number, true, false or null; or a literal part of a template.
class LiteralValue final : public RangedNode {
public:
    LiteralValue(SourceRange range, Value value_)
        : RangedNode(range)
        , value(std::move(value_)) {}
    diags::Result<Value> evaluate(const Scope* scope) const override;
    std::optional<Traversal> asTraversal() const override; // true, false and null as keywords
    std::optional<Value> asLiteral() const override { return value; }
    Value value;
};

/// `a.b[0].c`: a root name and constant steps.
class ScopeTraversal final : public Node {
public:
    explicit ScopeTraversal(Traversal traversal_)
        : traversal(std::move(traversal_)) {}
    SourceRange range() const override { return traversal.range(); }
    diags::Result<Value> evaluate(const Scope* scope) const override;
    void collectVariables(std::vector<Traversal>& out) const override;
    std::optional<Traversal> asTraversal() const override { return traversal; }
    Traversal traversal;
};

/// Constant steps after any other expression: `f(x).a`.
class RelativeTraversal final : public RangedNode {
public:
    RelativeTraversal(SourceRange range, ExpressionPtr source_, Traversal traversal_)
        : RangedNode(range)
        , source(std::move(source_))
        , traversal(std::move(traversal_)) {}
    diags::Result<Value> evaluate(const Scope* scope) const override;
    std::vector<Child> children() const override { return {{source.get()}}; }
    std::optional<Traversal> asTraversal() const override; // hclsyntax: joined if the source is a traversal
    ExpressionPtr source;
    Traversal traversal;
};

class FunctionCall final : public Node {
public:
    SourceRange range() const override { return SourceRange::between(nameRange, closeParenRange); }
    diags::Result<Value> evaluate(const Scope* scope) const override;
    SourceRange startRange() const override { return SourceRange::between(nameRange, openParenRange); }
    void collectFunctions(std::vector<FunctionReference>& out) const override;
    std::vector<Child> children() const override;
    std::optional<StaticCall> asCall() const override;
    std::string name; // with namespaces, "core::upper"
    std::vector<ExpressionPtr> arguments;
    bool expandFinal = false; // `...` after the last argument
    SourceRange nameRange, openParenRange, closeParenRange;
};

class Conditional final : public RangedNode {
public:
    Conditional(SourceRange range, ExpressionPtr condition_, ExpressionPtr whenTrue_, ExpressionPtr whenFalse_)
        : RangedNode(range)
        , condition(std::move(condition_))
        , whenTrue(std::move(whenTrue_))
        , whenFalse(std::move(whenFalse_)) {}
    diags::Result<Value> evaluate(const Scope* scope) const override;
    SourceRange startRange() const override { return condition->startRange(); }
    std::vector<Child> children() const override { return {{condition.get()}, {whenTrue.get()}, {whenFalse.get()}}; }
    ExpressionPtr condition, whenTrue, whenFalse;
};

/// `collection[key]` with a key that is not constant.
class Index final : public Node {
public:
    SourceRange range() const override { return SourceRange::between(collection->range(), bracketRange); }
    diags::Result<Value> evaluate(const Scope* scope) const override;
    SourceRange startRange() const override { return openRange; }
    std::vector<Child> children() const override { return {{collection.get()}, {key.get()}}; }
    ExpressionPtr collection, key;
    SourceRange openRange, bracketRange;
};

class TupleConstructor final : public RangedNode {
public:
    explicit TupleConstructor(SourceRange range)
        : RangedNode(range) {}
    diags::Result<Value> evaluate(const Scope* scope) const override;
    SourceRange startRange() const override { return openRange(); }
    std::vector<Child> children() const override;
    std::optional<std::vector<ExpressionPtr>> asList() const override { return items; }
    std::vector<ExpressionPtr> items;
    SourceRange openRange() const { return firstCharacter(range()); }
};

/// Key of an object constructor: a bare word is its own value unless it is in parentheses.
class ObjectKey final : public Node {
public:
    ObjectKey(ExpressionPtr wrapped_, bool forceNonLiteral_)
        : wrapped(std::move(wrapped_))
        , forceNonLiteral(forceNonLiteral_) {}
    SourceRange range() const override { return wrapped->range(); }
    diags::Result<Value> evaluate(const Scope* scope) const override;
    SourceRange startRange() const override { return wrapped->startRange(); }
    std::vector<Child> children() const override;
    std::optional<Traversal> asTraversal() const override;
    ExpressionPtr wrapped;
    bool forceNonLiteral; // in parentheses
};

/// Key of an object constructor that is a single ASCII word, the most frequent case. A compact form of
/// an ObjectKey of a ScopeTraversal.
class WordKey final : public RangedNode {
public:
    WordKey(SourceRange range, Value word_)
        : RangedNode(range)
        , word(std::move(word_)) {}
    diags::Result<Value> evaluate(const Scope*) const override { return word; }
    std::optional<Traversal> asTraversal() const override {
        return Traversal{{{TraversalStep::Kind::Root, word.asString(), {}, range()}}};
    }
    Value word;
};

class ObjectConstructor final : public RangedNode {
public:
    explicit ObjectConstructor(SourceRange range)
        : RangedNode(range) {}
    diags::Result<Value> evaluate(const Scope* scope) const override;
    SourceRange startRange() const override { return openRange(); }
    std::vector<Child> children() const override;
    std::optional<std::vector<ExpressionPair>> asMap() const override { return items; }
    std::vector<ExpressionPair> items; // keys are ObjectKey or WordKey
    SourceRange openRange() const { return firstCharacter(range()); }
};

class ForExpression final : public RangedNode {
public:
    explicit ForExpression(SourceRange range)
        : RangedNode(range) {}
    diags::Result<Value> evaluate(const Scope* scope) const override;
    SourceRange startRange() const override { return openRange; }
    std::vector<Child> children() const override;
    std::string keyVariable; // may be empty
    std::string valueVariable;
    ExpressionPtr collection;
    ExpressionPtr key; // null for a tuple
    ExpressionPtr value;
    ExpressionPtr condition; // may be null
    bool group = false;
    SourceRange openRange, closeRange;
};

/// The current element inside the `each` of a splat. Each one belongs to a single Splat.
class SplatItem final : public RangedNode {
public:
    explicit SplatItem(SourceRange range)
        : RangedNode(range) {}
    diags::Result<Value> evaluate(const Scope* scope) const override;
};

/// `source[*].a.b` and `source.*.a.b`: `each` contains the steps after the star, applied to a SplatItem.
class Splat final : public Node {
public:
    SourceRange range() const override { return SourceRange::between(source->range(), each->range()); }
    diags::Result<Value> evaluate(const Scope* scope) const override;
    SourceRange startRange() const override { return markerRange; }
    std::vector<Child> children() const override { return {{source.get()}, {each.get()}}; }
    ExpressionPtr source;
    ExpressionPtr each;
    std::shared_ptr<const SplatItem> item;
    SourceRange markerRange;
};

class BinaryOperation final : public Node {
public:
    enum class Operator {
        LogicalOr,
        LogicalAnd,
        Equal,
        NotEqual,
        GreaterThan,
        GreaterThanOrEqual,
        LessThan,
        LessThanOrEqual,
        Add,
        Subtract,
        Multiply,
        Divide,
        Modulo
    };
    BinaryOperation(ExpressionPtr left_, Operator op_, ExpressionPtr right_)
        : left(std::move(left_))
        , op(op_)
        , right(std::move(right_)) {}
    SourceRange range() const override { return SourceRange::between(left->range(), right->range()); }
    diags::Result<Value> evaluate(const Scope* scope) const override;
    SourceRange startRange() const override { return left->startRange(); }
    std::vector<Child> children() const override { return {{left.get()}, {right.get()}}; }
    std::optional<std::pair<ExpressionPtr, ExpressionPtr>> asEquality() const override {
        return op == Operator::Equal ? std::optional(std::pair(left, right)) : std::nullopt;
    }
    ExpressionPtr left;
    Operator op;
    ExpressionPtr right;
};

class UnaryOperation final : public Node {
public:
    enum class Operator { Negate, Not };
    UnaryOperation(Operator op_, ExpressionPtr operand_, SourceRange symbolRange_)
        : op(op_)
        , operand(std::move(operand_))
        , symbolRange(symbolRange_) {}
    SourceRange range() const override { return SourceRange::between(symbolRange, operand->range()); }
    diags::Result<Value> evaluate(const Scope* scope) const override;
    SourceRange startRange() const override { return symbolRange; }
    std::vector<Child> children() const override { return {{operand.get()}}; }
    Operator op;
    ExpressionPtr operand;
    SourceRange symbolRange;
};

/// Opaque to static analysis: `(a.b)` is an operation, not a reference.
class Parentheses final : public RangedNode {
public:
    Parentheses(SourceRange range, ExpressionPtr inner_)
        : RangedNode(range)
        , inner(std::move(inner_)) {}
    diags::Result<Value> evaluate(const Scope* scope) const override;
    SourceRange startRange() const override { return inner->startRange(); }
    std::vector<Child> children() const override { return {{inner.get()}}; }
    std::optional<Value> asLiteral() const override { return inner->asLiteral(); }
    ExpressionPtr inner;
};

/// A quoted template with a single literal, the form of most strings in a configuration.
class PlainText final : public RangedNode {
public:
    /// The range includes the quotes.
    PlainText(SourceRange range, Value text_)
        : RangedNode(range)
        , text(std::move(text_)) {}
    diags::Result<Value> evaluate(const Scope*) const override { return text; }
    SourceRange startRange() const override { return textRange(); }
    std::optional<Value> asLiteral() const override { return text; }
    SourceRange textRange() const { return betweenQuotes(range()); }
    Value text;
};

/// Other quoted templates, heredocs and bare templates. A single literal part is a plain string.
class Template final : public RangedNode {
public:
    Template(SourceRange range, std::vector<ExpressionPtr> parts_)
        : RangedNode(range)
        , parts(std::move(parts_)) {}
    diags::Result<Value> evaluate(const Scope* scope) const override;
    SourceRange startRange() const override;
    std::vector<Child> children() const override;
    std::optional<Value> asLiteral() const override;
    std::vector<ExpressionPtr> parts;
};

/// `"${x}"`: exactly one interpolation, whose value keeps its type.
class TemplateWrap final : public RangedNode {
public:
    TemplateWrap(SourceRange range, ExpressionPtr wrapped_)
        : RangedNode(range)
        , wrapped(std::move(wrapped_)) {}
    diags::Result<Value> evaluate(const Scope* scope) const override { return wrapped->evaluate(scope); }
    std::vector<Child> children() const override { return {{wrapped.get()}}; }
    ExpressionPtr wrapped;
};

/// The joined results of a `%{ for }` directive: a ForExpression that returns a tuple of strings.
class TemplateJoin final : public Node {
public:
    explicit TemplateJoin(ExpressionPtr tuple_)
        : tuple(std::move(tuple_)) {}
    SourceRange range() const override { return tuple->range(); }
    diags::Result<Value> evaluate(const Scope* scope) const override;
    SourceRange startRange() const override { return tuple->startRange(); }
    std::vector<Child> children() const override { return {{tuple.get()}}; }
    ExpressionPtr tuple;
};

/// Placeholder for an expression that could not be parsed: evaluates to a dynamic unknown.
class Missing final : public RangedNode {
public:
    explicit Missing(SourceRange range)
        : RangedNode(range) {}
    diags::Result<Value> evaluate(const Scope*) const override { return {Value::dynamicUnknown(), diagnostics}; }
    diags::Diagnostics diagnostics; // of the parser, reported again when evaluated
};

/// A body of native syntax: arguments and blocks in source order. Always owned by a shared_ptr.
class NativeBody final : public Body, public std::enable_shared_from_this<NativeBody> {
public:
    diags::Result<BodyContent> content(const BodySchema& schema) const override;
    diags::Result<std::pair<BodyContent, BodyPtr>> partialContent(const BodySchema& schema) const override;
    diags::Result<BodyContent> knownContent(const BodySchema& schema) const override;
    diags::Result<std::map<std::string, Attribute, std::less<>>> justAttributes() const override;
    SourceRange missingItemRange() const override;
    void collectVariables(std::vector<Traversal>& out) const override;
    void collectFunctions(std::vector<FunctionReference>& out) const override;
    bool mayHaveDynamicBlocks() const override;

    std::vector<Attribute> attributes; // in source order; names are unique
    std::vector<Block> blocks;         // in source order
    SourceRange range;                 // including braces
    SourceRange endRange;              // empty range at the end
    /// For the remainder of a partial content: the original body, and the items already taken.
    struct Rest {
        std::shared_ptr<const NativeBody> original;
        std::vector<std::string> hiddenAttributes, hiddenBlocks;
    };
    std::unique_ptr<Rest> rest;

private:
    const NativeBody& items() const { return rest ? *rest->original : *this; }
    bool hides(const Attribute& attribute) const;
    bool hides(const Block& block) const;
    /// Returns this body with some items hidden.
    BodyPtr without(std::vector<std::string> attributeNames, std::vector<std::string> blockTypes) const;
};

} // namespace planlens::hcl::syntax
