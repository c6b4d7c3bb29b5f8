// SPDX-License-Identifier: MPL-2.0
#include "core/diags/suggestion.h"
#include "core/hcl/json/json_syntax.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace planlens::hcl::json {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using diags::SourceRange;
using values::quoted;
using Attributes = std::map<std::string, Attribute, std::less<>>;
using Names = std::set<std::string, std::less<>>;
using Properties = std::vector<const Property*>;

constexpr const char* incorrectType = "Incorrect JSON value type";

/// Whether a property is a comment if it occurs in a body.
bool isComment(const Property& property) {
    return property.name == "//";
}

/// Returns the properties of an object, or of all objects of an array. `purpose` describes their use in messages.
Properties collectProperties(const Node& node, std::string_view purpose, Diagnostics& diagnostics) {
    Properties result;
    const auto addAll = [&](const Node& object) {
        for (const Property& property : object.properties)
            result.push_back(&property);
    };
    if (node.kind == Node::Kind::Object) {
        addAll(node);
    } else if (node.kind == Node::Kind::Array) {
        for (const Node& element : node.elements) {
            if (element.kind == Node::Kind::Object)
                addAll(element);
            else
                diagnostics.error(incorrectType, fmt::format("A JSON object is required here, {}.", purpose),
                                  element.openRange);
        }
    } else if (node.kind != Node::Kind::Null) {
        diagnostics.error(incorrectType,
                          fmt::format("Either a JSON object or JSON array of objects is required here, {}.", purpose),
                          node.openRange);
    }
    return result;
}

/// Creates the blocks of one type from their JSON value: labels are the names of nested objects.
class BlockUnpacker {
public:
    BlockUnpacker(const NodePtr& owner, const BlockSchema& schema, const SourceRange& typeRange, BodyContent& content,
                  Diagnostics& diagnostics)
        : m_owner(owner)
        , m_schema(schema)
        , m_typeRange(typeRange)
        , m_content(content)
        , m_diagnostics(diagnostics) {}

    void unpack(const Node& value) {
        if (m_labels.size() < m_schema.labelNames.size())
            return unpackLabel(value);
        switch (value.kind) {
        case Node::Kind::Null:
            return;
        case Node::Kind::Object:
            return add(value, value.openRange);
        case Node::Kind::Array:
            for (const Node& element : value.elements)
                add(element, value.openRange);
            return;
        default:
            m_diagnostics.error(
                incorrectType,
                fmt::format("Either a JSON object or a JSON array is required, representing the contents "
                            "of one or more {} blocks.",
                            quoted(m_schema.type)),
                value.openRange);
        }
    }

private:
    void unpackLabel(const Node& value) {
        const std::string& labelName = m_schema.labelNames[m_labels.size()];
        const Properties properties =
            collectProperties(value, fmt::format("to specify {} labels for this block", labelName), m_diagnostics);
        if (properties.empty())
            m_diagnostics.error("Missing block label",
                                fmt::format("At least one object property is required, whose name represents the {} "
                                            "block's {}.",
                                            m_schema.type, labelName),
                                value.openRange);
        for (const Property* property : properties) {
            m_labels.push_back(property->name);
            m_labelRanges.push_back(property->nameRange);
            unpack(property->value);
            m_labels.pop_back();
            m_labelRanges.pop_back();
        }
    }

    /// The value may still not be an object; its body reports this when it is decoded.
    void add(const Node& value, const SourceRange& headerRange) {
        Block block;
        block.type = m_schema.type;
        block.labels = m_labels;
        block.body = makeBody(part(m_owner, value));
        block.defRange = headerRange;
        block.typeRange = m_typeRange;
        block.labelRanges = m_labelRanges;
        m_content.blocks.push_back(std::move(block));
    }

    const NodePtr& m_owner;
    const BlockSchema& m_schema;
    const SourceRange& m_typeRange;
    BodyContent& m_content;
    Diagnostics& m_diagnostics;
    std::vector<std::string> m_labels;
    std::vector<SourceRange> m_labelRanges;
};

class JsonBody final : public Body {
public:
    explicit JsonBody(NodePtr node, Names hidden = {})
        : m_node(std::move(node))
        , m_hidden(std::move(hidden)) {}

    Result<BodyContent> content(const BodySchema& schema) const override {
        Names used = m_hidden;
        Diagnostics diagnostics;
        BodyContent content = take(schema, used, diagnostics);
        std::vector<std::string> candidates;
        for (const AttributeSchema& attribute : schema.attributes)
            if (!used.contains(attribute.name))
                candidates.push_back(attribute.name);
        for (const BlockSchema& block : schema.blocks)
            candidates.push_back(block.type);
        // A value that is not an object is reported again here, as in the reference.
        for (const Property* property : properties(diagnostics)) {
            if (isComment(*property) || used.contains(property->name))
                continue;
            const std::string similar = diags::nearestName(property->name, candidates);
            Diagnostic diagnostic =
                Diagnostic::error("Extraneous JSON object property",
                                  fmt::format("No argument or block type is named {}.{}", quoted(property->name),
                                              similar.empty() ? "" : fmt::format(" Did you mean {}?", quoted(similar))),
                                  property->nameRange)
                    .withCode(diags::ErrorCode::UnsupportedArgument, property->name);
            diagnostic.context = property->nameRange;
            diagnostics.append(std::move(diagnostic));
        }
        return {std::move(content), std::move(diagnostics)};
    }

    Result<std::pair<BodyContent, BodyPtr>> partialContent(const BodySchema& schema) const override {
        Names used = m_hidden;
        Diagnostics diagnostics;
        BodyContent content = take(schema, used, diagnostics);
        return {{std::move(content), std::make_shared<JsonBody>(m_node, std::move(used))}, std::move(diagnostics)};
    }

    Result<Attributes> justAttributes() const override {
        if (m_node->kind != Node::Kind::Object)
            return {Attributes{},
                    Diagnostic::error(incorrectType,
                                      "A JSON object is required here, setting the arguments for this block.",
                                      m_node->openRange)};
        Attributes attributes;
        Diagnostics diagnostics;
        for (const Property& property : m_node->properties) {
            if (isComment(property) || m_hidden.contains(property.name))
                continue;
            const auto [it, isNew] = attributes.try_emplace(property.name);
            if (isNew)
                it->second = attributeOf(property);
            else
                diagnostics.error("Duplicate attribute definition", alreadySet(it->second), property.nameRange);
        }
        return {std::move(attributes), std::move(diagnostics)};
    }

    SourceRange missingItemRange() const override {
        return m_node->kind == Node::Kind::Object ? m_node->closeRange : m_node->openRange;
    }

    void collectVariables(std::vector<Traversal>& out) const override {
        for (const auto& expression : expressions())
            expression->collectVariables(out);
    }
    void collectFunctions(std::vector<FunctionReference>& out) const override {
        for (const auto& expression : expressions())
            expression->collectFunctions(out);
    }

private:
    Properties properties(Diagnostics& diagnostics) const {
        return collectProperties(*m_node, "to define arguments and child blocks", diagnostics);
    }

    std::vector<ExpressionPtr> expressions() const {
        std::vector<ExpressionPtr> result;
        Diagnostics ignored;
        for (const Property* property : properties(ignored))
            if (!isComment(*property) && !m_hidden.contains(property->name))
                result.push_back(makeExpression(part(m_node, property->value)));
        return result;
    }

    Attribute attributeOf(const Property& property) const {
        return {property.name, makeExpression(part(m_node, property.value)),
                SourceRange::between(property.nameRange, property.value.range), property.nameRange};
    }

    static std::string alreadySet(const Attribute& attribute) {
        return fmt::format("The argument {} was already set at {}.", quoted(attribute.name),
                           attribute.range.toString());
    }

    /// Decodes the items of the schema; adds their names to `used`.
    BodyContent take(const BodySchema& schema, Names& used, Diagnostics& diagnostics) const {
        BodyContent content;
        content.missingItemRange = missingItemRange();
        for (const Property* property : properties(diagnostics)) {
            const std::string& name = property->name;
            if (m_hidden.contains(name))
                continue;
            const auto isNamed = [&](const AttributeSchema& attribute) { return attribute.name == name; };
            const auto isOfType = [&](const BlockSchema& block) { return block.type == name; };
            if (std::any_of(schema.attributes.begin(), schema.attributes.end(), isNamed)) {
                takeAttribute(*property, content, diagnostics);
                used.insert(name);
            } else if (const auto block = std::find_if(schema.blocks.begin(), schema.blocks.end(), isOfType);
                       block != schema.blocks.end()) {
                BlockUnpacker(m_node, *block, property->nameRange, content, diagnostics).unpack(property->value);
                used.insert(name);
            }
        }
        for (const AttributeSchema& attribute : schema.attributes)
            if (attribute.required && !content.attribute(attribute.name))
                diagnostics.error(
                    "Missing required argument",
                    fmt::format("The argument {} is required, but no definition was found.", quoted(attribute.name)),
                    missingItemRange());
        return content;
    }

    void takeAttribute(const Property& property, BodyContent& content, Diagnostics& diagnostics) const {
        const Attribute* existing = content.add(attributeOf(property));
        if (!existing)
            return;
        Diagnostic diagnostic = Diagnostic::error("Duplicate argument", alreadySet(*existing), property.nameRange);
        diagnostic.context = property.nameRange;
        diagnostics.append(std::move(diagnostic));
    }

    NodePtr m_node;
    Names m_hidden;
};

} // namespace

BodyPtr makeBody(NodePtr node) {
    return std::make_shared<JsonBody>(std::move(node));
}

} // namespace planlens::hcl::json
