// SPDX-License-Identifier: MPL-2.0
#include "core/schemas/schema.h"

#include "core/schemas/block_facts.h"

#include <algorithm>
#include <mutex>

namespace planlens::schemas {

using values::Type;
using values::Value;

namespace {

Type specTypeOf(const ObjectType& object) {
    std::vector<values::ObjectAttribute> attributes;
    attributes.reserve(object.attributes.size());
    for (const auto& [name, attribute] : object.attributes)
        attributes.push_back({name, attribute.specType(), attribute.optional || attribute.computed});
    const Type element = Type::object(std::move(attributes));
    switch (object.nesting) {
    case NestingMode::Single:
        return element;
    case NestingMode::List:
        return Type::list(element);
    case NestingMode::Set:
        return Type::set(element);
    case NestingMode::Map:
        return Type::map(element);
    case NestingMode::Group:
        break; // not valid for attributes
    }
    return Type::emptyObject();
}

/// If block bodies can differ in type, lists of blocks are tuples and maps of blocks are objects: any type.
Type specTypeOf(const NestedBlock& nested) {
    const Type body = nested.block.specType();
    switch (nested.nesting) {
    case NestingMode::Single:
    case NestingMode::Group:
        return body;
    case NestingMode::List:
        return body.hasDynamic() ? Type::dynamic() : Type::list(body);
    case NestingMode::Set:
        return Type::set(body);
    case NestingMode::Map:
        return body.hasDynamic() ? Type::dynamic() : Type::map(body);
    }
    return Type::dynamic();
}

Value emptyValueOf(const NestedBlock& nested) {
    const Type body = nested.block.impliedType();
    switch (nested.nesting) {
    case NestingMode::Single:
        return Value::null(body);
    case NestingMode::Group:
        return factsOf(nested.block).emptyValue;
    case NestingMode::List:
        return body.hasDynamic() ? Value::emptyTuple() : Value::emptyList(body);
    case NestingMode::Map:
        return body.hasDynamic() ? Value::emptyObject() : Value::emptyMap(body);
    case NestingMode::Set:
        return Value::emptySet(body);
    }
    return Value();
}

bool anyAttribute(const ObjectType& object, bool Attribute::*flag) {
    return std::any_of(object.attributes.begin(), object.attributes.end(), [flag](const auto& entry) {
        return entry.second.*flag || (entry.second.nested && anyAttribute(*entry.second.nested, flag));
    });
}

bool anyAttribute(const Block& block, bool Attribute::*flag) {
    const auto attributeHas = [flag](const auto& entry) {
        return entry.second.*flag || (entry.second.nested && anyAttribute(*entry.second.nested, flag));
    };
    const auto blockHas = [flag](const auto& entry) { return anyAttribute(entry.second.block, flag); };
    return std::any_of(block.attributes.begin(), block.attributes.end(), attributeHas) ||
           std::any_of(block.blockTypes.begin(), block.blockTypes.end(), blockHas);
}

/// Providers with the legacy SDK had lists of objects that were written as blocks. A schema with types that this SDK
/// cannot declare does not come from it.
bool comesFromLegacySdk(const Block& block) {
    for (const auto& [name, attribute] : block.attributes) {
        if (attribute.nested)
            return false;
        const Type type = attribute.impliedType();
        if (type.isTuple() || type.isObject())
            return false;
        if (type.isMap() && type.elementType().isObject())
            return false;
        if (type.isCollection() && type.elementType().isCollection() && !type.elementType().elementType().isPrimitive())
            return false;
    }
    return std::all_of(block.blockTypes.begin(), block.blockTypes.end(),
                       [](const auto& entry) { return comesFromLegacySdk(entry.second.block); });
}

bool canBeBlocks(const Attribute& attribute) {
    return !attribute.nested && attribute.type && (attribute.type->isList() || attribute.type->isSet()) &&
           attribute.type->elementType().isObject();
}

std::shared_ptr<const Block> elementBlock(Type element) {
    auto block = std::make_shared<Block>();
    for (const values::ObjectAttribute& attribute : element.attributes()) {
        Attribute made;
        made.type = attribute.type;
        made.optional = true;
        block->attributes.emplace(attribute.name, std::move(made));
    }
    return block;
}

std::unique_ptr<BlockFacts> workOut(const Block& block) {
    auto facts = std::make_unique<BlockFacts>();
    std::vector<values::ObjectAttribute> types;
    std::vector<std::pair<std::string, Value>> empty;
    for (const auto& [name, attribute] : block.attributes) {
        types.push_back({name, attribute.specType()});
        empty.emplace_back(name, Value::null(attribute.impliedType()));
        facts->bodySchema.attributes.push_back({name, attribute.required});
    }
    for (const auto& [name, nested] : block.blockTypes) {
        if (block.attributes.contains(name))
            continue;
        types.push_back({name, specTypeOf(nested)});
        empty.emplace_back(name, emptyValueOf(nested));
        hcl::BlockSchema header{name, {}};
        if (nested.nesting == NestingMode::Map)
            header.labelNames.emplace_back("key");
        facts->bodySchema.blocks.push_back(std::move(header));
    }
    facts->specType = Type::object(std::move(types));
    facts->impliedType = facts->specType.withoutOptionalAttributes();
    facts->hasDynamicType = facts->impliedType.hasDynamic();
    facts->emptyValue = Value::object(std::move(empty));
    facts->containsSensitive = anyAttribute(block, &Attribute::sensitive);
    facts->containsDeprecated = anyAttribute(block, &Attribute::deprecated);
    facts->containsWriteOnly = anyAttribute(block, &Attribute::writeOnly);
    facts->argumentsAsBlocks = comesFromLegacySdk(block);
    facts->bodySchemaWithDynamic = facts->bodySchema;
    facts->bodySchemaWithDynamic.blocks.push_back({"dynamic", {"type"}});

    for (const values::ObjectAttribute& type : facts->impliedType.attributes()) {
        BlockFacts::Slot slot;
        slot.name = &type.name;
        slot.type = type.type;
        if (const auto attribute = block.attributes.find(type.name); attribute != block.attributes.end()) {
            slot.attribute = &attribute->second;
            slot.specType = attribute->second.specType();
            if (facts->argumentsAsBlocks && canBeBlocks(attribute->second)) {
                slot.elementBlock = elementBlock(attribute->second.type->elementType());
                facts->ambiguousArguments.attributes.push_back({type.name, false});
            }
        } else if (const auto nested = block.blockTypes.find(type.name); nested != block.blockTypes.end()) {
            slot.block = &nested->second;
        }
        facts->slots.push_back(std::move(slot));
    }
    return facts;
}

} // namespace

void BlockFactsCache::reset() noexcept {
    delete m_facts.exchange(nullptr, std::memory_order_acq_rel);
}

Value BlockFacts::object(std::vector<Value> parts) const {
    const auto isAsImplied = [](const Value& part, const Slot& slot) { return part.type() == slot.type; };
    if (!hasDynamicType && std::equal(parts.begin(), parts.end(), slots.begin(), isAsImplied))
        return Value::object(impliedType, std::move(parts));
    const Type last = m_lastType.load(std::memory_order_relaxed);
    if (last.isObject() && std::ranges::equal(
                               parts, last.attributes(), {}, [](const Value& part) { return part.type(); },
                               &values::ObjectAttribute::type))
        return Value::object(last, std::move(parts));
    std::vector<std::pair<std::string, Value>> named;
    named.reserve(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i)
        named.emplace_back(*slots[i].name, std::move(parts[i]));
    Value made = Value::object(std::move(named));
    if (!made.type().hasDynamic())
        m_lastType.store(made.type(), std::memory_order_relaxed);
    return made;
}

const BlockFacts& factsOf(const Block& block) {
    std::atomic<const BlockFacts*>& cached = block.facts.m_facts;
    if (const BlockFacts* facts = cached.load(std::memory_order_acquire))
        return *facts;
    std::unique_ptr<BlockFacts> made = workOut(block);
    const BlockFacts* expected = nullptr;
    if (cached.compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel))
        return *made.release();
    return *expected;
}

Type Attribute::specType() const {
    return nested ? specTypeOf(*nested) : type.value_or(Type::dynamic());
}

Type Attribute::impliedType() const {
    return nested ? specTypeOf(*nested).withoutOptionalAttributes() : type.value_or(Type::dynamic());
}

Type Block::impliedType() const {
    return factsOf(*this).impliedType;
}

Type Block::specType() const {
    return factsOf(*this).specType;
}

bool Block::containsDeprecated() const {
    return factsOf(*this).containsDeprecated;
}

bool Block::containsSensitive() const {
    return factsOf(*this).containsSensitive;
}

bool Block::containsWriteOnly() const {
    return factsOf(*this).containsWriteOnly;
}

std::shared_ptr<const ResourceSchema> ResourceSchema::make(Block block, std::int64_t version) {
    auto schema = std::make_shared<ResourceSchema>();
    schema->version = version;
    schema->block = std::move(block);
    schema->type = schema->block.impliedType();
    return schema;
}

struct SharedSchema::State {
    std::once_flag made;
    std::function<ResourceSchemaPtr()> make;
    ResourceSchemaPtr schema;
};

SharedSchema::SharedSchema(ResourceSchemaPtr made)
    : SharedSchema([made = std::move(made)] { return made; }) {
    pointer();
}

SharedSchema::SharedSchema(std::function<ResourceSchemaPtr()> make)
    : m_state(std::make_shared<State>()) {
    m_state->make = std::move(make);
}

const ResourceSchemaPtr& SharedSchema::pointer() const {
    std::call_once(m_state->made, [this] {
        m_state->schema = m_state->make();
        m_state->make = nullptr;
    });
    return m_state->schema;
}

} // namespace planlens::schemas
