// SPDX-License-Identifier: MPL-2.0
#include "core/schemas/decode.h"

#include "core/hcl/dynamic_blocks.h"
#include "core/schemas/block_facts.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <map>

namespace planlens::schemas {

using diags::SourceRange;
using values::quoted;
using values::Type;
using values::Value;

hcl::BodySchema withArgumentsAsBlocks(const hcl::BodySchema& schema, const hcl::BodySchema& ambiguous,
                                      const hcl::Body& body) {
    const auto given = body.knownContent(ambiguous);
    hcl::BodySchema result;
    for (const hcl::AttributeSchema& attribute : schema.attributes) {
        const auto hasName = [&](const hcl::AttributeSchema& other) { return other.name == attribute.name; };
        const bool isAmbiguous = std::any_of(ambiguous.attributes.begin(), ambiguous.attributes.end(), hasName);
        if (isAmbiguous && !(given.value && given->attribute(attribute.name)))
            result.blocks.push_back({attribute.name, {}});
        else
            result.attributes.push_back(attribute);
    }
    result.blocks.insert(result.blocks.end(), schema.blocks.begin(), schema.blocks.end());
    return result;
}

namespace {

/// Whether the `dynamic` blocks of a body have been expanded.
enum class Expansion { Pending, Done };

class BodyDecoder {
public:
    explicit BodyDecoder(const hcl::Scope* scope)
        : m_scope(scope) {}

    Value decode(hcl::BodyPtr body, const Block& block, Expansion expansion);
    diags::Diagnostics& diagnostics() { return m_diagnostics; }

    /// Whether arguments may be written as blocks; the same for all blocks of a schema.
    bool argumentsAsBlocks = false;

private:
    struct Level {
        hcl::BodyContent content;
        Expansion expansion;
    };
    Level read(const hcl::BodyPtr& body, const BlockFacts& facts, Expansion expansion);
    Value argument(const BlockFacts::Slot& slot, const Level& level);
    Value argumentFromBlocks(const BlockFacts::Slot& slot, const Level& level);
    Value converted(const BlockFacts::Slot& slot, const Value& value, const SourceRange& nameRange,
                    const SourceRange& range, const hcl::Expression* expression);
    Value nested(const BlockFacts::Slot& slot, const Level& level);
    Value singleBlock(const BlockFacts::Slot& slot, const Level& level);
    Value blockSequence(const BlockFacts::Slot& slot, const Level& level);
    Value blockMap(const BlockFacts::Slot& slot, const Level& level);
    Value element(const hcl::Block& block, const Block& schema, Expansion expansion);
    void checkCount(const BlockFacts::Slot& slot, const Level& level, const std::vector<SourceRange>& ranges);
    bool unifyTypes(const std::string& name, std::vector<Value>& elements, const std::vector<SourceRange>& ranges);

    const hcl::Scope* m_scope;
    diags::Diagnostics m_diagnostics;
};

BodyDecoder::Level BodyDecoder::read(const hcl::BodyPtr& body, const BlockFacts& facts, Expansion expansion) {
    // Bodies without dynamic blocks are read directly: expansion wraps every nested expression and body.
    const bool mayBeBlocks = argumentsAsBlocks && !facts.ambiguousArguments.attributes.empty();
    const auto schemaFor = [&](const hcl::BodySchema& schema) {
        return mayBeBlocks ? withArgumentsAsBlocks(schema, facts.ambiguousArguments, *body) : schema;
    };
    const auto contentOf = [&](const hcl::Body& from, const hcl::BodySchema& schema) {
        return mayBeBlocks ? from.content(schemaFor(schema)) : from.content(schema);
    };
    diags::Result<hcl::BodyContent> content =
        contentOf(*body, expansion == Expansion::Pending ? facts.bodySchemaWithDynamic : facts.bodySchema);
    if (expansion == Expansion::Pending && content.value) {
        const bool hasDynamic = std::any_of(content->blocks.begin(), content->blocks.end(),
                                            [](const hcl::Block& block) { return block.type == "dynamic"; });
        if (hasDynamic) {
            content = contentOf(*hcl::expandDynamicBlocks(body, m_scope), facts.bodySchema);
            expansion = Expansion::Done;
        }
    }
    Level level{content.value ? *std::move(content.value) : hcl::BodyContent{}, expansion};
    level.content.missingItemRange = body->missingItemRange();
    m_diagnostics.append(std::move(content.diagnostics));
    return level;
}

Value BodyDecoder::decode(hcl::BodyPtr body, const Block& block, Expansion expansion) {
    const BlockFacts& facts = factsOf(block);
    const Level level = read(body, facts, expansion);
    std::vector<Value> parts;
    parts.reserve(facts.slots.size());
    for (const BlockFacts::Slot& slot : facts.slots)
        parts.push_back(slot.attribute ? argument(slot, level) : nested(slot, level));
    return facts.object(std::move(parts));
}

Value BodyDecoder::argument(const BlockFacts::Slot& slot, const Level& level) {
    const hcl::Attribute* given = level.content.attribute(*slot.name);
    if (!given)
        return slot.elementBlock && argumentsAsBlocks ? argumentFromBlocks(slot, level) : Value::null(slot.type);
    diags::Result<Value> value = given->expression->evaluate(m_scope);
    m_diagnostics.append(std::move(value.diagnostics));
    return converted(slot, value.value ? *value.value : Value::dynamicUnknown(), given->nameRange,
                     given->expression->range(), given->expression.get());
}

Value BodyDecoder::converted(const BlockFacts::Slot& slot, const Value& value, const SourceRange& nameRange,
                             const SourceRange& range, const hcl::Expression* expression) {
    if (value.type() == slot.specType)
        return value;
    auto result = values::convert(value, slot.specType);
    if (result)
        return *std::move(result);
    auto diagnostic = diags::Diagnostic::error(
        "Incorrect attribute value type",
        "Inappropriate value for attribute " + quoted(*slot.name) + ": " + result.error().message + ".", range);
    diagnostic.context = SourceRange::between(nameRange, range);
    if (expression)
        diagnostic = hcl::withExpressionValues(std::move(diagnostic), *expression, m_scope);
    m_diagnostics.append(std::move(diagnostic));
    return Value::unknown(slot.type);
}

Value BodyDecoder::argumentFromBlocks(const BlockFacts::Slot& slot, const Level& level) {
    std::vector<Value> elements;
    const hcl::Block* first = nullptr;
    const bool outer = std::exchange(argumentsAsBlocks, factsOf(*slot.elementBlock).argumentsAsBlocks);
    for (const hcl::Block& block : level.content.blocks) {
        if (block.type != *slot.name)
            continue;
        if (!first)
            first = &block;
        elements.push_back(decode(block.body, *slot.elementBlock, level.expansion));
    }
    argumentsAsBlocks = outer;
    if (!first)
        return Value::null(slot.type);
    const bool sameType = std::all_of(elements.begin(), elements.end(),
                                      [&](const Value& e) { return e.type() == elements.front().type(); });
    const Value list = sameType ? Value::list(std::move(elements)) : Value::tuple(std::move(elements));
    return converted(slot, list, first->typeRange, first->defRange, nullptr);
}

Value BodyDecoder::nested(const BlockFacts::Slot& slot, const Level& level) {
    switch (slot.block->nesting) {
    case NestingMode::Single:
    case NestingMode::Group:
        return singleBlock(slot, level);
    case NestingMode::List:
    case NestingMode::Set:
        return blockSequence(slot, level);
    case NestingMode::Map:
        return blockMap(slot, level);
    }
    return Value();
}

Value BodyDecoder::singleBlock(const BlockFacts::Slot& slot, const Level& level) {
    const hcl::Block* found = nullptr;
    for (const hcl::Block& block : level.content.blocks) {
        if (block.type != *slot.name)
            continue;
        if (found) {
            m_diagnostics.error("Duplicate " + *slot.name + " block",
                                "Only one block of type " + quoted(*slot.name) +
                                    " is allowed. Previous definition was at " + found->defRange.toString() + ".",
                                block.defRange);
            break;
        }
        found = &block;
    }
    if (found)
        return decode(found->body, slot.block->block, level.expansion);
    if (slot.block->minItems == 1) {
        m_diagnostics.error("Missing " + *slot.name + " block",
                            "A block of type " + quoted(*slot.name) + " is required here.",
                            level.content.missingItemRange);
    }
    return slot.block->nesting == NestingMode::Group ? factsOf(slot.block->block).emptyValue : Value::null(slot.type);
}

Value BodyDecoder::element(const hcl::Block& block, const Block& schema, Expansion expansion) {
    Value value = decode(block.body, schema, expansion);
    // If arguments may be written as blocks, only the arguments of a dynamic block carry its marks.
    if (expansion == Expansion::Done && !argumentsAsBlocks) {
        if (const values::MarkSet marks = hcl::blockMarks(*block.body); !marks.isEmpty())
            return value.withMarks(marks);
    }
    return value;
}

void BodyDecoder::checkCount(const BlockFacts::Slot& slot, const Level& level, const std::vector<SourceRange>& ranges) {
    const auto count = static_cast<int>(ranges.size());
    if (count < slot.block->minItems) {
        m_diagnostics.error("Insufficient " + *slot.name + " blocks",
                            "At least " + std::to_string(slot.block->minItems) + " " + quoted(*slot.name) +
                                " blocks are required.",
                            level.content.missingItemRange);
    } else if (slot.block->maxItems > 0 && count > slot.block->maxItems) {
        m_diagnostics.error("Too many " + *slot.name + " blocks",
                            "No more than " + std::to_string(slot.block->maxItems) + " " + quoted(*slot.name) +
                                " blocks are allowed",
                            ranges[static_cast<std::size_t>(slot.block->maxItems)]);
    }
}

bool BodyDecoder::unifyTypes(const std::string& name, std::vector<Value>& elements,
                             const std::vector<SourceRange>& ranges) {
    std::vector<Type> types;
    for (const Value& value : elements)
        types.push_back(value.type());
    if (std::all_of(types.begin(), types.end(), [&types](Type type) { return type == types.front(); }))
        return true;
    const std::string summary = "Unconsistent argument types in " + name + " blocks";
    const auto unified = values::unify(types, values::Safety::UnsafeAllowed);
    if (!unified) {
        m_diagnostics.error(summary, "Corresponding attributes in all blocks of this type must be the same.",
                            ranges.front());
        return false;
    }
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (!unified->needsConversion[i])
            continue;
        auto converted = values::convert(elements[i], unified->type);
        if (!converted) {
            m_diagnostics.error(summary,
                                "Block with index " + std::to_string(i) +
                                    " has inconsistent argument types: " + converted.error().message + ".",
                                ranges[i]);
            return false;
        }
        elements[i] = *std::move(converted);
    }
    return true;
}

Value BodyDecoder::blockSequence(const BlockFacts::Slot& slot, const Level& level) {
    const Block& schema = slot.block->block;
    std::vector<Value> elements;
    std::vector<SourceRange> ranges;
    for (const hcl::Block& block : level.content.blocks) {
        if (block.type != *slot.name)
            continue;
        Value value = element(block, schema, level.expansion);
        if (level.expansion == Expansion::Done && hcl::isUnknownBlock(*block.body))
            return Value::unknown(slot.type);
        elements.push_back(std::move(value));
        ranges.push_back(block.body->missingItemRange());
    }
    checkCount(slot, level, ranges);
    const Type body = factsOf(schema).impliedType;
    const bool isSet = slot.block->nesting == NestingMode::Set;
    if (!isSet && body.hasDynamic())
        return Value::tuple(std::move(elements));
    if (elements.empty())
        return isSet ? Value::emptySet(body) : Value::emptyList(body);
    if (!unifyTypes(*slot.name, elements, ranges))
        return Value::dynamicUnknown();
    return isSet ? Value::set(std::move(elements)) : Value::list(std::move(elements));
}

Value BodyDecoder::blockMap(const BlockFacts::Slot& slot, const Level& level) {
    const Block& schema = slot.block->block;
    const Type body = factsOf(schema).impliedType;
    std::map<std::string, Value> elements;
    for (const hcl::Block& block : level.content.blocks) {
        if (block.type != *slot.name || block.labels.empty())
            continue;
        if (level.expansion == Expansion::Done && hcl::isUnknownBlock(*block.body))
            return Value::unknown(slot.type);
        Value value = element(block, schema, level.expansion);
        if (!elements.emplace(block.labels[0], std::move(value)).second) {
            m_diagnostics.error("Duplicate " + *slot.name + " block",
                                "A block for " + *slot.name + " " + quoted(block.labels[0]) +
                                    " was already defined. The " + *slot.name + " labels must be unique.",
                                block.defRange);
        }
    }
    std::vector<std::pair<std::string, Value>> entries(elements.begin(), elements.end());
    if (body.hasDynamic())
        return Value::object(std::move(entries));
    if (entries.empty())
        return Value::emptyMap(body);
    const bool sameType =
        std::all_of(entries.begin(), entries.end(), [body](const auto& entry) { return entry.second.type() == body; });
    return sameType ? Value::map(std::move(entries)) : Value::unknown(slot.type);
}

} // namespace

diags::Result<Value> decodeBody(const hcl::BodyPtr& body, const Block& schema, const hcl::Scope* scope) {
    BodyDecoder decoder(scope);
    decoder.argumentsAsBlocks = factsOf(schema).argumentsAsBlocks;
    Value value = decoder.decode(body, schema, Expansion::Pending);
    return {std::move(value), std::move(decoder.diagnostics())};
}

hcl::BodySchema bodySchema(const Block& schema) {
    return factsOf(schema).bodySchema;
}

} // namespace planlens::schemas
