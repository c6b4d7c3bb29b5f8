// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/evaluation/evaluation_error.h"
#include "core/hcl/json/json_syntax.h"
#include "core/hcl/syntax.h"
#include "core/hcl/syntax/parser.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <map>
#include <mutex>

namespace planlens::hcl::json {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using diags::SourceRange;
using syntax::evaluationError;
using values::quoted;
using values::Value;

/// Returns the position of the first character inside the quotes. Earlier escapes are ignored, as in the reference.
diags::SourcePos afterQuote(diags::SourcePos position) {
    ++position.byte;
    ++position.column;
    return position;
}

/// A string: plain text without a scope, otherwise a template. The template is parsed when it is first needed.
class StringExpression final : public Expression {
public:
    StringExpression(std::string text, SourceRange range)
        : m_text(std::move(text))
        , m_range(range) {}

    Result<Value> evaluate(const Scope* scope) const override {
        if (!scope)
            return Value::string(m_text);
        const Result<ExpressionPtr>& parsed = asTemplate();
        if (parsed.hasErrors())
            return {Value::dynamicUnknown(), parsed.diagnostics};
        Diagnostics diagnostics = parsed.diagnostics;
        Result<Value> result = (*parsed)->evaluate(scope);
        diagnostics.append(std::move(result.diagnostics));
        return {*std::move(result), std::move(diagnostics)};
    }
    void collectVariables(std::vector<Traversal>& out) const override {
        if (asTemplate().isOk())
            (*asTemplate())->collectVariables(out);
    }
    void collectFunctions(std::vector<FunctionReference>& out) const override {
        if (asTemplate().isOk())
            (*asTemplate())->collectFunctions(out);
    }
    SourceRange range() const override { return m_range; }

    std::optional<Traversal> asTraversal() const override {
        auto parsed = parseTraversal(m_text, m_range.filename.str(), m_range.start);
        return parsed.isOk() ? std::move(parsed.value) : std::nullopt;
    }
    std::optional<StaticCall> asCall() const override {
        const auto parsed = parseExpression(m_text, m_range.filename.str(), m_range.start);
        return parsed.isOk() ? (*parsed)->asCall() : std::nullopt;
    }
    std::optional<Value> asLiteral() const override {
        return asTemplate().isOk() ? (*asTemplate())->asLiteral() : std::nullopt;
    }
    ExpressionPtr inNativeSyntax() const override { return asTemplate().value.value_or(nullptr); }

private:
    const Result<ExpressionPtr>& asTemplate() const {
        std::call_once(m_isParsed, [this] {
            m_template = parseTemplate(m_text, m_range.filename.str(), afterQuote(m_range.start));
        });
        return m_template;
    }

    std::string m_text;
    SourceRange m_range;
    mutable std::once_flag m_isParsed;
    mutable Result<ExpressionPtr> m_template;
};

/// A number, a boolean, null; or an invalid value.
class ConstantExpression final : public Expression {
public:
    ConstantExpression(Value value, SourceRange range)
        : m_value(std::move(value))
        , m_range(range) {}

    Result<Value> evaluate(const Scope*) const override { return m_value; }
    void collectVariables(std::vector<Traversal>&) const override {}
    void collectFunctions(std::vector<FunctionReference>&) const override {}
    SourceRange range() const override { return m_range; }
    std::optional<Value> asLiteral() const override {
        return m_value.isKnown() ? std::optional(m_value) : std::nullopt;
    }

private:
    Value m_value;
    SourceRange m_range;
};

class ArrayExpression final : public Expression {
public:
    explicit ArrayExpression(const NodePtr& node)
        : m_range(node->range)
        , m_startRange(node->openRange) {
        for (const Node& element : node->elements)
            m_elements.push_back(makeExpression(part(node, element)));
    }

    Result<Value> evaluate(const Scope* scope) const override {
        std::vector<Value> elements;
        Diagnostics diagnostics;
        for (const ExpressionPtr& element : m_elements)
            elements.push_back(*element->evaluate(scope).into(diagnostics));
        return {Value::tuple(std::move(elements)), std::move(diagnostics)};
    }
    void collectVariables(std::vector<Traversal>& out) const override {
        for (const ExpressionPtr& element : m_elements)
            element->collectVariables(out);
    }
    void collectFunctions(std::vector<FunctionReference>& out) const override {
        for (const ExpressionPtr& element : m_elements)
            element->collectFunctions(out);
    }
    SourceRange range() const override { return m_range; }
    SourceRange startRange() const override { return m_startRange; }
    std::optional<std::vector<ExpressionPtr>> asList() const override { return m_elements; }
    ExpressionPtr inNativeSyntax() const override {
        auto made = std::make_shared<syntax::TupleConstructor>(m_range);
        made->items = m_elements;
        return made;
    }

private:
    std::vector<ExpressionPtr> m_elements;
    SourceRange m_range;
    SourceRange m_startRange;
};

/// Keys are templates, too: an object may have computed names as in native syntax.
class ObjectExpression final : public Expression {
public:
    explicit ObjectExpression(const NodePtr& node)
        : m_range(node->range)
        , m_startRange(node->openRange) {
        for (const Property& property : node->properties)
            m_items.push_back({std::make_shared<StringExpression>(property.name, property.nameRange),
                               makeExpression(part(node, property.value))});
    }

    Result<Value> evaluate(const Scope* scope) const override {
        std::map<std::string, Value> attributes;
        std::map<std::string, SourceRange> places;
        values::MarkSet marks;
        Diagnostics diagnostics;
        bool hasAllKeys = true;
        for (const ExpressionPair& item : m_items) {
            const Value givenKey = *item.key->evaluate(scope).into(diagnostics);
            Value value = *item.value->evaluate(scope).into(diagnostics);
            const auto fail = [&](const char* summary, std::string detail, const Expression& expression) {
                diagnostics.append(
                    evaluationError(summary, std::move(detail), {item.key->range(), {}, expression, scope}));
            };
            const auto key = values::convert(givenKey.unmarked(), values::Type::string());
            if (!key) {
                fail("Invalid object key expression",
                     fmt::format("Cannot use this expression as an object key: {}.", key.error().message), *item.value);
                continue;
            }
            if (key->isNull()) {
                fail("Invalid object key expression", "Cannot use null value as an object key.", *item.value);
                continue;
            }
            if (!key->isKnown()) {
                hasAllKeys = false;
                continue;
            }
            marks.insert(givenKey.marks());
            const std::string& name = key->asString();
            if (const auto place = places.find(name); place != places.end()) {
                fail("Duplicate object attribute",
                     fmt::format("An attribute named {} was already defined at {}.", quoted(name),
                                 place->second.toString()),
                     *this);
                continue;
            }
            places.emplace(name, item.key->range());
            attributes.emplace(name, std::move(value));
        }
        if (!hasAllKeys)
            return {Value::dynamicUnknown(), std::move(diagnostics)};
        std::vector<std::pair<std::string, Value>> sorted(attributes.begin(), attributes.end());
        return {Value::object(std::move(sorted)).withMarks(marks), std::move(diagnostics)};
    }
    void collectVariables(std::vector<Traversal>& out) const override {
        for (const ExpressionPair& item : m_items) {
            item.key->collectVariables(out);
            item.value->collectVariables(out);
        }
    }
    void collectFunctions(std::vector<FunctionReference>& out) const override {
        for (const ExpressionPair& item : m_items) {
            item.key->collectFunctions(out);
            item.value->collectFunctions(out);
        }
    }
    SourceRange range() const override { return m_range; }
    SourceRange startRange() const override { return m_startRange; }
    std::optional<std::vector<ExpressionPair>> asMap() const override { return m_items; }
    ExpressionPtr inNativeSyntax() const override {
        auto made = std::make_shared<syntax::ObjectConstructor>(m_range);
        made->items = m_items;
        return made;
    }

private:
    std::vector<ExpressionPair> m_items;
    SourceRange m_range;
    SourceRange m_startRange;
};

} // namespace

ExpressionPtr makeExpression(NodePtr node) {
    const auto constant = [&](Value value) {
        return std::make_shared<ConstantExpression>(std::move(value), node->range);
    };
    switch (node->kind) {
    case Node::Kind::Object:
        return std::make_shared<ObjectExpression>(node);
    case Node::Kind::Array:
        return std::make_shared<ArrayExpression>(node);
    case Node::Kind::String:
        return std::make_shared<StringExpression>(node->text, node->range);
    case Node::Kind::Number:
        return constant(Value::number(node->number));
    case Node::Kind::Boolean:
        return constant(Value::boolean(node->boolean));
    case Node::Kind::Null:
        return constant(Value());
    case Node::Kind::Invalid:
        break;
    }
    return constant(Value::dynamicUnknown());
}

} // namespace planlens::hcl::json
