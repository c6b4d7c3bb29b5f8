// SPDX-License-Identifier: MPL-2.0
#include "core/schemas/decode.h"

#include "core/hcl/dynamic_blocks.h"
#include "core/schemas/block_facts.h"

#include <algorithm>

namespace planlens::schemas {

namespace {

struct References {
    std::vector<hcl::Traversal> variables;
    std::vector<hcl::FunctionReference> functions;
};

const Block* childSchema(const BlockFacts& facts, const std::string& type) {
    for (const BlockFacts::Slot& slot : facts.slots) {
        if (*slot.name == type)
            return slot.block ? &slot.block->block : slot.elementBlock.get();
    }
    return nullptr;
}

void collect(const hcl::ReferenceWalk& walk, const Block& schema, References& out) {
    const BlockFacts& facts = factsOf(schema);
    const hcl::BodySchema &plain = facts.bodySchemaWithDynamic, &ambiguous = facts.ambiguousArguments;
    // Arguments that are not given may be written as blocks, or made by `dynamic`.
    for (const hcl::ReferenceWalk::Child& child :
         ambiguous.attributes.empty()
             ? walk.visit(plain, out.variables, out.functions)
             : walk.visit(withArgumentsAsBlocks(plain, ambiguous, *walk.body()), out.variables, out.functions)) {
        if (const Block* nested = childSchema(facts, child.blockType))
            collect(child.walk, *nested, out);
    }
}

References referencesIn(const hcl::BodyPtr& body, const Block& schema,
                        hcl::ReferenceWalk::Scope scope = hcl::ReferenceWalk::Scope::Everything) {
    References found;
    if (body)
        collect(hcl::ReferenceWalk(body, scope), schema, found);
    return found;
}

/// Goes down the blocks that the steps lead through, as far as there are any.
hcl::BodyPtr bodyAt(hcl::BodyPtr body, const values::Path& path, std::size_t length) {
    for (std::size_t i = 0; i < length; ++i) {
        const auto* step = std::get_if<values::AttributeStep>(&path[i]);
        if (!step)
            return body;
        const values::Value* key = nullptr;
        if (i + 1 < length) {
            if (const auto* index = std::get_if<values::IndexStep>(&path[i + 1])) {
                key = &index->key;
                ++i;
            }
        }
        const bool labelled = key && key->type().isString();
        hcl::BodySchema schema;
        schema.blocks.push_back({step->name, labelled ? std::vector<std::string>{"key"} : std::vector<std::string>{}});
        const auto content = body->knownContent(schema);
        if (content.hasErrors() || !content.value)
            return body;
        const std::vector<hcl::Block>& blocks = content->blocks;
        if (blocks.empty())
            continue;
        if (!key) {
            if (blocks.size() != 1)
                return body;
            body = blocks.front().body;
        } else if (labelled) {
            const auto found = std::find_if(blocks.begin(), blocks.end(), [key](const hcl::Block& block) {
                return !block.labels.empty() && block.labels[0] == key->asString();
            });
            if (found == blocks.end())
                return body;
            body = found->body;
        } else {
            const auto number = key->type().isNumber() && key->isKnown() ? key->asNumber().toUint64() : std::nullopt;
            if (!number || *number >= blocks.size())
                return body;
            body = blocks[static_cast<std::size_t>(*number)].body;
        }
    }
    return body;
}

/// The element of a list or map as written that the key selects.
diags::SourceRange elementRange(const hcl::Attribute& attribute, const values::Value& key) {
    const diags::SourceRange whole = attribute.expression->range();
    if (key.isNull() || !key.isKnown())
        return whole;
    if (key.type().isNumber()) {
        const auto items = attribute.expression->asList();
        if (!items)
            return whole;
        const auto index = key.asNumber().toUint64();
        return index && *index < items->size() ? (*items)[static_cast<std::size_t>(*index)]->range()
                                               : attribute.nameRange;
    }
    if (key.type().isString()) {
        const auto pairs = attribute.expression->asMap();
        if (!pairs)
            return whole;
        for (const hcl::ExpressionPair& pair : *pairs) {
            const auto name = pair.key->evaluate(nullptr);
            if (!name.isOk() || !name->type().isString() || name->isNull() || !name->isKnown() || name->isMarked())
                return whole;
            if (name->asString() == key.asString())
                return pair.value->startRange();
        }
        return attribute.nameRange;
    }
    return whole;
}

} // namespace

std::vector<hcl::Traversal> variablesInBody(const hcl::BodyPtr& body, const Block& schema) {
    return std::move(referencesIn(body, schema).variables);
}

std::vector<hcl::Traversal> variablesInExpansion(const hcl::BodyPtr& body, const Block& schema) {
    return std::move(referencesIn(body, schema, hcl::ReferenceWalk::Scope::ExpansionOnly).variables);
}

std::vector<hcl::FunctionReference> functionsInBody(const hcl::BodyPtr& body, const Block& schema) {
    return std::move(referencesIn(body, schema).functions);
}

diags::SourceRange rangeOfPath(const hcl::BodyPtr& body, const Block&, const values::Path& path) {
    if (path.isEmpty() || std::holds_alternative<values::IndexStep>(path[0]))
        return body->missingItemRange();
    const auto* key = std::get_if<values::IndexStep>(&path[path.size() - 1]);
    const std::size_t length = key ? path.size() - 1 : path.size();
    const hcl::BodyPtr deepest = length > 1 ? bodyAt(body, path, length) : body;
    const auto* last = std::get_if<values::AttributeStep>(&path[length - 1]);
    if (!last)
        return deepest->missingItemRange();
    hcl::BodySchema schema;
    schema.attributes.push_back({last->name, true});
    const auto content = deepest->knownContent(schema);
    const hcl::Attribute* attribute = content.value && !content.hasErrors() ? content->attribute(last->name) : nullptr;
    if (!attribute)
        return deepest->missingItemRange();
    return key ? elementRange(*attribute, key->key) : attribute->expression->range();
}

namespace {

/// The item of an object or list as written that a step leads to; null where there is none.
hcl::ExpressionPtr itemOf(const hcl::Expression& expression, const values::PathStep& step) {
    const auto* attribute = std::get_if<values::AttributeStep>(&step);
    const values::Value key =
        attribute ? values::Value::string(attribute->name) : std::get<values::IndexStep>(step).key;
    if (key.isNull() || !key.isKnown())
        return nullptr;
    if (const auto items = key.type().isNumber() ? expression.asList() : std::nullopt) {
        const auto index = key.asNumber().toUint64();
        return index && *index < items->size() ? (*items)[static_cast<std::size_t>(*index)] : nullptr;
    }
    if (const auto pairs = key.type().isString() ? expression.asMap() : std::nullopt) {
        for (const hcl::ExpressionPair& pair : *pairs)
            if (const auto name = pair.key->evaluate(nullptr); name.isOk() && *name.value == key)
                return pair.value;
    }
    return nullptr;
}

} // namespace

diags::SourceRange argumentRange(const hcl::BodyPtr& body, const Block& schema, const values::Path& path) {
    const Block* block = &schema;
    std::size_t i = 0; // of the step that names an argument
    for (; i < path.size(); ++i) {
        const auto* step = std::get_if<values::AttributeStep>(&path[i]);
        if (!step)
            continue; // which of the blocks
        const auto nested = block->blockTypes.find(step->name);
        if (nested == block->blockTypes.end())
            break;
        block = &nested->second.block;
    }
    if (i == path.size())
        return bodyAt(body, path, i)->missingItemRange();
    const hcl::BodyPtr deepest = bodyAt(body, path, i);
    const std::string& name = std::get<values::AttributeStep>(path[i]).name;
    hcl::BodySchema wanted;
    wanted.attributes.push_back({name, false});
    const auto content = deepest->knownContent(wanted);
    const hcl::Attribute* attribute = content.value && !content.hasErrors() ? content->attribute(name) : nullptr;
    if (!attribute)
        return deepest->missingItemRange();
    hcl::ExpressionPtr expression = attribute->expression;
    while (++i < path.size()) {
        hcl::ExpressionPtr item = itemOf(*expression, path[i]);
        if (!item)
            break;
        expression = std::move(item);
    }
    return expression->range();
}

} // namespace planlens::schemas
