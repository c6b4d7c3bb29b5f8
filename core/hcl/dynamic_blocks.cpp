// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/dynamic_blocks.h"

#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace planlens::hcl {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using diags::SourceRange;
using values::MarkSet;
using values::Value;
using Attributes = std::map<std::string, Attribute, std::less<>>;

/// The iterators of the enclosing `dynamic` blocks with their current elements, innermost last.
using Iteration = std::vector<std::pair<std::string, Value>>;

Iteration inside(const Iteration& outer, const std::string& iterator, Value key, Value value) {
    Iteration inner = outer;
    std::erase_if(inner, [&](const auto& other) { return other.first == iterator; });
    inner.emplace_back(iterator, Value::object({{"key", std::move(key)}, {"value", std::move(value)}}));
    return inner;
}

/// An argument inside a generated block: it can refer to the iterators and gets the marks of for_each.
class IteratedExpression final : public Expression {
public:
    IteratedExpression(ExpressionPtr original, Iteration iteration, MarkSet marks)
        : m_original(std::move(original))
        , m_iteration(std::move(iteration))
        , m_marks(std::move(marks)) {}

    Result<Value> evaluate(const Scope* scope) const override {
        const MapScope inner(m_iteration, scope);
        auto result = m_original->evaluate(m_iteration.empty() ? scope : &inner);
        if (result.value && !m_marks.isEmpty())
            result.value = result.value->withMarks(m_marks);
        return result;
    }
    void collectVariables(std::vector<Traversal>& out) const override {
        for (Traversal& traversal : m_original->variables())
            if (!isIterator(traversal))
                out.push_back(std::move(traversal));
    }
    void collectFunctions(std::vector<FunctionReference>& out) const override { m_original->collectFunctions(out); }
    SourceRange range() const override { return m_original->range(); }
    SourceRange startRange() const override { return m_original->startRange(); }
    std::optional<Traversal> asTraversal() const override { return m_original->asTraversal(); }
    std::optional<Traversal> asRelativeTraversal() const override { return m_original->asRelativeTraversal(); }
    std::optional<std::vector<ExpressionPtr>> asList() const override { return m_original->asList(); }
    std::optional<std::vector<ExpressionPair>> asMap() const override { return m_original->asMap(); }
    std::optional<StaticCall> asCall() const override { return m_original->asCall(); }
    std::optional<Value> asLiteral() const override { return m_original->asLiteral(); }

private:
    bool isIterator(const Traversal& traversal) const {
        return std::any_of(m_iteration.begin(), m_iteration.end(),
                           [&](const auto& iterator) { return iterator.first == traversal.rootName(); });
    }

    ExpressionPtr m_original;
    Iteration m_iteration;
    MarkSet m_marks;
};

/// An argument of a block that may occur any number of times.
class UnknownExpression final : public Expression {
public:
    UnknownExpression(SourceRange range, MarkSet marks)
        : m_range(range)
        , m_marks(std::move(marks)) {}
    Result<Value> evaluate(const Scope*) const override { return Value::dynamicUnknown().withMarks(m_marks); }
    void collectVariables(std::vector<Traversal>&) const override {}
    void collectFunctions(std::vector<FunctionReference>&) const override {}
    SourceRange range() const override { return m_range; }

private:
    SourceRange m_range;
    MarkSet m_marks;
};

/// A body whose values carry marks.
class MarkedBody : public Body {
public:
    virtual MarkSet bodyMarks() const = 0;
};

class UnknownBody final : public MarkedBody {
public:
    UnknownBody(BodyPtr original, MarkSet marks)
        : m_original(std::move(original))
        , m_marks(std::move(marks)) {}

    Result<BodyContent> content(const BodySchema& schema) const override {
        auto result = m_original->content(schema);
        if (result.value)
            makeUnknown(*result);
        return result;
    }
    Result<std::pair<BodyContent, BodyPtr>> partialContent(const BodySchema& schema) const override {
        auto result = m_original->partialContent(schema);
        if (result.value) {
            makeUnknown(result->first);
            result->second = std::make_shared<UnknownBody>(result->second, m_marks);
        }
        return result;
    }
    Result<Attributes> justAttributes() const override {
        auto result = m_original->justAttributes();
        if (result.value)
            for (auto& [name, attribute] : *result)
                makeUnknown(attribute);
        return result;
    }
    SourceRange missingItemRange() const override { return m_original->missingItemRange(); }
    void collectVariables(std::vector<Traversal>& out) const override { m_original->collectVariables(out); }
    void collectFunctions(std::vector<FunctionReference>& out) const override { m_original->collectFunctions(out); }
    MarkSet bodyMarks() const override { return blockMarks(*m_original); }

private:
    void makeUnknown(Attribute& attribute) const {
        attribute.expression = std::make_shared<UnknownExpression>(attribute.expression->range(), m_marks);
    }
    void makeUnknown(BodyContent& content) const {
        for (Attribute& attribute : content.attributes)
            makeUnknown(attribute);
        for (Block& block : content.blocks)
            block.body = std::make_shared<UnknownBody>(block.body, m_marks);
    }

    BodyPtr m_original;
    MarkSet m_marks;
};

/// The decoded parts of a `dynamic` block.
struct Generator {
    std::string blockType;
    SourceRange blockTypeRange;
    SourceRange defRange;
    Value forEach;
    std::string iterator;
    std::vector<ExpressionPtr> labels;
    BodyPtr content;
};

BodySchema generatorSchema(bool withLabels) {
    BodySchema schema{{{"for_each", true}, {"iterator", false}}, {{"content", {}}}};
    if (withLabels)
        schema.attributes.push_back({"labels", true});
    return schema;
}

class ExpandedBody final : public MarkedBody {
public:
    ExpandedBody(BodyPtr original, const Scope* scope)
        : m_original(std::move(original))
        , m_scope(scope) {}

    Result<BodyContent> content(const BodySchema& schema) const override {
        auto raw = m_original->content(extended(schema));
        BodyContent result = expand(schema, raw, Unexpected::Report);
        return {std::move(result), std::move(raw.diagnostics)};
    }

    Result<std::pair<BodyContent, BodyPtr>> partialContent(const BodySchema& schema) const override {
        auto raw = m_original->partialContent(extended(schema));
        Result<BodyContent> taken(raw.value ? std::move(raw.value->first) : BodyContent(), std::move(raw.diagnostics));
        BodyContent result = expand(schema, taken, Unexpected::Ignore);
        auto rest = std::make_shared<ExpandedBody>(m_original, m_scope);
        rest->m_ownedScope = m_ownedScope;
        rest->m_iteration = m_iteration;
        rest->m_hiddenAttributes = m_hiddenAttributes;
        rest->m_hiddenBlocks = m_hiddenBlocks;
        for (const AttributeSchema& attribute : schema.attributes)
            rest->m_hiddenAttributes.insert(attribute.name);
        for (const BlockSchema& block : schema.blocks)
            rest->m_hiddenBlocks.insert_or_assign(block.type, block);
        return {{std::move(result), std::move(rest)}, std::move(taken.diagnostics)};
    }

    Result<Attributes> justAttributes() const override { return m_original->justAttributes(); }
    SourceRange missingItemRange() const override { return m_original->missingItemRange(); }
    void collectVariables(std::vector<Traversal>& out) const override { m_original->collectVariables(out); }
    void collectFunctions(std::vector<FunctionReference>& out) const override { m_original->collectFunctions(out); }
    MarkSet bodyMarks() const override { return m_marks; }

private:
    enum class Unexpected { Report, Ignore };

    BodySchema extended(const BodySchema& schema) const {
        BodySchema result = schema;
        result.blocks.push_back({"dynamic", {"type"}});
        for (const auto& [type, block] : m_hiddenBlocks)
            result.blocks.push_back(block);
        for (const std::string& name : m_hiddenAttributes)
            result.attributes.push_back({name, false});
        return result;
    }

    BodyContent expand(const BodySchema& schema, Result<BodyContent>& raw, Unexpected unexpected) const {
        BodyContent result;
        result.missingItemRange = m_original->missingItemRange();
        if (!raw.value)
            return result;
        for (Attribute& attribute : raw->attributes) {
            if (m_hiddenAttributes.contains(attribute.name))
                continue;
            if (!m_iteration.empty() || !m_marks.isEmpty())
                attribute.expression = std::make_shared<IteratedExpression>(attribute.expression, m_iteration, m_marks);
            result.attributes.push_back(std::move(attribute));
        }
        for (Block& block : raw->blocks) {
            if (block.type == "dynamic") {
                generate(schema, block, unexpected, result.blocks, raw.diagnostics);
            } else if (!m_hiddenBlocks.contains(block.type)) {
                block.body = child(block.body, m_iteration, m_ownedScope, m_scope, {});
                result.blocks.push_back(std::move(block));
            }
        }
        return result;
    }

    void generate(const BodySchema& schema, const Block& block, Unexpected unexpected, std::vector<Block>& out,
                  Diagnostics& diagnostics) const {
        const std::string& type = block.labels[0];
        if (m_hiddenBlocks.contains(type))
            return;
        const auto wanted = std::find_if(schema.blocks.begin(), schema.blocks.end(),
                                         [&](const BlockSchema& candidate) { return candidate.type == type; });
        if (wanted == schema.blocks.end()) {
            if (unexpected == Unexpected::Report)
                diagnostics.append(
                    Diagnostic::error("Unsupported block type",
                                      fmt::format("Blocks of type {} are not expected here.", values::quoted(type)),
                                      block.labelRanges[0])
                        .withCode(diags::ErrorCode::UnsupportedBlock, type));
            return;
        }
        const auto generator = decode(*wanted, block, diagnostics);
        if (!generator)
            return;
        const Value forEach = generator->forEach.unmarked();
        const MarkSet& marks = generator->forEach.marks();
        if (!forEach.isKnown()) {
            if (auto made =
                    makeBlock(*generator, Value::dynamicUnknown(), Value::dynamicUnknown(), marks, diagnostics)) {
                made->body = std::make_shared<UnknownBody>(made->body, marks);
                out.push_back(*std::move(made));
            }
            return;
        }
        for (std::size_t i = 0; i < forEach.size(); ++i) {
            const Value& element = forEach.element(i);
            const values::Type is = forEach.type();
            const Value key = is.isSet()       ? element
                              : is.isMapping() ? Value::string(forEach.key(i))
                                               : Value::number(static_cast<std::int64_t>(i));
            if (auto made = makeBlock(*generator, key, element, marks, diagnostics))
                out.push_back(*std::move(made));
        }
    }

    std::optional<Generator> decode(const BlockSchema& wanted, const Block& block, Diagnostics& diagnostics) const {
        auto read = block.body->content(generatorSchema(!wanted.labelNames.empty()));
        const bool failed = read.hasErrors();
        const auto content = std::move(read).into(diagnostics);
        if (failed || !content)
            return std::nullopt;

        Generator generator{wanted.type, block.labelRanges[0], block.defRange, {}, wanted.type, {}, nullptr};
        if (const Attribute* iterator = content->attribute("iterator")) {
            const auto name = iteratorName(*iterator->expression, diagnostics);
            if (!name)
                return std::nullopt;
            generator.iterator = *name;
        }
        const auto forEach = evaluateForEach(*content->attribute("for_each")->expression, diagnostics);
        if (!forEach)
            return std::nullopt;
        generator.forEach = *forEach;
        if (const Attribute* labels = content->attribute("labels")) {
            auto expressions = labelExpressions(wanted, *labels->expression, diagnostics);
            if (!expressions)
                return std::nullopt;
            generator.labels = *std::move(expressions);
        }
        if (content->blocks.empty()) {
            diagnostics.error("Missing dynamic content block",
                              "A dynamic block must have a nested block of type \"content\" to describe the body of "
                              "each generated block.",
                              content->missingItemRange);
            return std::nullopt;
        }
        if (content->blocks.size() > 1) {
            diagnostics.error("Extraneous dynamic content block",
                              "Only one nested content block is allowed for each dynamic block.",
                              content->blocks[1].defRange);
            return std::nullopt;
        }
        generator.content = content->blocks[0].body;
        return generator;
    }

    static std::optional<std::string> iteratorName(const Expression& expression, Diagnostics& diagnostics) {
        const auto traversal = expression.asTraversal();
        if (!traversal || traversal->isRelative()) {
            diagnostics.error("Invalid expression",
                              "A single static variable reference is required: only attribute access and indexing with "
                              "constant keys. No calculations, function calls, template expressions, etc are allowed "
                              "here.",
                              expression.range());
            return std::nullopt;
        }
        if (traversal->steps.size() != 1) {
            diagnostics.error("Invalid dynamic iterator name", "Dynamic iterator must be a single variable name.",
                              traversal->range());
            return std::nullopt;
        }
        return traversal->rootName();
    }

    std::optional<Value> evaluateForEach(const Expression& expression, Diagnostics& diagnostics) const {
        auto evaluated = expression.evaluate(m_scope);
        const bool failed = evaluated.hasErrors();
        const auto value = std::move(evaluated).into(diagnostics);
        if (failed || !value)
            return std::nullopt;
        const values::Type type = value->type();
        const auto unsuitable = [&](std::string detail) {
            diagnostics.append(withExpressionValues(
                Diagnostic::error("Invalid dynamic for_each value", std::move(detail), expression.range()), expression,
                m_scope));
            return std::nullopt;
        };
        if (!type.isCollection() && !type.isTuple() && !type.isObject() && !type.isDynamic())
            return unsuitable(fmt::format("Cannot use a {} value in for_each. An iterable collection is required.",
                                          type.friendlyName()));
        if (value->isNull())
            return unsuitable("Cannot use a null value in for_each.");
        return value;
    }

    static std::optional<std::vector<ExpressionPtr>>
    labelExpressions(const BlockSchema& wanted, const Expression& labels, Diagnostics& diagnostics) {
        auto expressions = labels.asList();
        if (!expressions) {
            diagnostics.error("Invalid expression", "A static list expression is required.", labels.startRange());
            return std::nullopt;
        }
        const std::size_t count = wanted.labelNames.size();
        const std::string detail =
            fmt::format("Blocks of type {} require {} label(s).", values::quoted(wanted.type), count);
        if (expressions->size() > count) {
            diagnostics.error("Extraneous dynamic block label", detail, (*expressions)[count]->range());
            return std::nullopt;
        }
        if (expressions->size() < count) {
            diagnostics.error("Insufficient dynamic block labels", detail, labels.range());
            return std::nullopt;
        }
        return expressions;
    }

    std::optional<Block> makeBlock(const Generator& generator, Value key, Value value, const MarkSet& marks,
                                   Diagnostics& diagnostics) const {
        Iteration iteration = inside(m_iteration, generator.iterator, std::move(key), std::move(value));
        auto scope = std::make_shared<const NestedScope>(Iteration{iteration.back()}, m_scope, m_ownedScope);
        Block block{generator.blockType, {}, nullptr, generator.defRange, generator.blockTypeRange, {}};
        for (const ExpressionPtr& label : generator.labels) {
            auto text = evaluateLabel(*label, &scope->scope, diagnostics);
            if (!text)
                return std::nullopt;
            block.labels.push_back(*std::move(text));
            block.labelRanges.push_back(label->range());
        }
        const Scope* inner = &scope->scope;
        block.body = child(generator.content, std::move(iteration), std::move(scope), inner, marks);
        return block;
    }

    static std::optional<std::string> evaluateLabel(const Expression& expression, const Scope* scope,
                                                    Diagnostics& diagnostics) {
        auto evaluated = expression.evaluate(scope);
        const bool failed = evaluated.hasErrors();
        const auto value = std::move(evaluated).into(diagnostics);
        if (failed || !value)
            return std::nullopt;
        const auto unsuitable = [&](std::string detail) {
            diagnostics.append(withExpressionValues(
                Diagnostic::error("Invalid dynamic block label", std::move(detail), expression.range()), expression,
                scope));
            return std::nullopt;
        };
        const auto text = values::convert(*value, values::Type::string());
        if (!text)
            return unsuitable(fmt::format("Cannot use this value as a dynamic block label: {}.", text.error().message));
        if (text->isNull())
            return unsuitable("Cannot use a null value as a dynamic block label.");
        if (!text->isKnown())
            return unsuitable("This value is not yet known. Dynamic block labels must be immediately-known values.");
        if (text->isMarked())
            return unsuitable("This value has dynamic marks that make it unsuitable for use as a block label.");
        return text->asString();
    }

    /// The scope of a generated block, which keeps the enclosing scopes alive.
    struct NestedScope {
        NestedScope(Iteration iterators, const Scope* outer, std::shared_ptr<const NestedScope> owner_)
            : owner(std::move(owner_))
            , scope(std::move(iterators), outer) {}
        std::shared_ptr<const NestedScope> owner;
        MapScope scope;
    };

    static BodyPtr child(BodyPtr body, Iteration iteration, std::shared_ptr<const NestedScope> ownedScope,
                         const Scope* scope, const MarkSet& marks) {
        auto made = std::make_shared<ExpandedBody>(std::move(body), scope);
        made->m_ownedScope = std::move(ownedScope);
        made->m_iteration = std::move(iteration);
        made->m_marks = marks;
        return made;
    }

    BodyPtr m_original;
    const Scope* m_scope; // for_each and labels are evaluated in it
    std::shared_ptr<const NestedScope> m_ownedScope;
    Iteration m_iteration;
    MarkSet m_marks;
    std::set<std::string, std::less<>> m_hiddenAttributes;
    std::map<std::string, BlockSchema, std::less<>> m_hiddenBlocks;
};

} // namespace

BodyPtr expandDynamicBlocks(BodyPtr body, const Scope* scope) {
    if (!body->mayHaveDynamicBlocks())
        return body;
    return std::make_shared<ExpandedBody>(std::move(body), scope);
}

bool isUnknownBlock(const Body& body) {
    return dynamic_cast<const UnknownBody*>(&body) != nullptr;
}

MarkSet blockMarks(const Body& body) {
    const auto* marked = dynamic_cast<const MarkedBody*>(&body);
    return marked ? marked->bodyMarks() : MarkSet();
}

} // namespace planlens::hcl
