// SPDX-License-Identifier: MPL-2.0
#include "core/plans/objchange/objchange.h"

#include "core/plans/objchange/nested_schema.h"
#include "core/schemas/block_facts.h"

#include <algorithm>

namespace planlens::plans::objchange {

using schemas::Attribute;
using schemas::Block;
using schemas::NestingMode;
using schemas::ObjectType;
using values::Path;
using values::Type;
using values::Value;

namespace {

Value unrefined(const Value& value) {
    return values::transform(
        value, [](const Path&, const Value& part) { return part.isKnown() ? part : Value::unknown(part.type()); });
}

/// Whether a part of the value was configured: an attribute that is not null and not computed.
bool hasConfiguredPart(const Attribute& attribute, const Value& prior) {
    if (!attribute.optional || !attribute.nested)
        return false;
    bool found = false;
    values::walk(prior, [&](const Path& path, const Value& part) {
        if (found || part.isNull())
            return !found;
        const Attribute* declared = schemas::attributeByPath(*attribute.nested, path);
        found = declared && !declared->computed;
        return !found;
    });
    return found;
}

/// Whether the prior object can result from this configuration: they differ only in computed attributes that are not
/// configured. Used to match set elements.
bool canHaveComeFrom(const NestedSchema& schema, const Value& prior, const Value& config) {
    if (equalUnrefined(config, prior))
        return true;
    bool valid = true;
    values::walk(prior, [&](const Path& path, const Value& priorPart) {
        if (!valid)
            return false;
        const auto configPart = values::applyPath(config, path);
        if (!configPart)
            return valid = false;
        if (equalUnrefined(*configPart, priorPart))
            return false;
        // Elements of nested sets cannot be matched, so the sets must be equal.
        if (configPart->type().isSet())
            return valid = false;
        const Attribute* attribute = attributeByPath(schema, path);
        if (!attribute || attribute->nested)
            return true;
        valid = attribute->computed && configPart->isNull();
        return false;
    });
    return valid;
}

Value merge(const NestedSchema& schema, const Value& prior, const Value& config);

Value mergeList(const NestedSchema& schema, const Value& prior, const Value& config) {
    if (knownSize(config) == 0)
        return config;
    std::vector<Value> elements;
    elements.reserve(config.size());
    for (std::size_t i = 0; i < config.size(); ++i) {
        const Value& element = config.element(i);
        if (!prior.isKnown()) {
            const Type type = prior.type();
            const Type elementType = type.isList()                                    ? type.elementType()
                                     : type.isTuple() && i < type.tupleTypes().size() ? type.tupleTypes()[i]
                                                                                      : element.type();
            elements.push_back(merge(schema, Value::unknown(elementType), element));
        } else if (i < knownSize(prior)) {
            elements.push_back(merge(schema, prior.element(i), element));
        } else {
            elements.push_back(element);
        }
    }
    return config.type().isTuple() ? Value::tuple(std::move(elements)) : Value::list(std::move(elements));
}

Value mergeMap(const NestedSchema& schema, const Value& prior, const Value& config) {
    if (knownSize(config) == 0)
        return config;
    std::vector<std::pair<std::string, Value>> elements;
    elements.reserve(config.size());
    for (std::size_t i = 0; i < config.size(); ++i) {
        const std::string& key = config.key(i);
        const Value* before = knownSize(prior) > 0 ? prior.find(key) : nullptr;
        elements.emplace_back(key, before ? merge(schema, *before, config.element(i)) : config.element(i));
    }
    return config.type().isObject() ? Value::object(std::move(elements)) : Value::map(std::move(elements));
}

Value mergeSet(const NestedSchema& schema, const Value& prior, const Value& config) {
    if (knownSize(config) == 0)
        return config;
    const Value none = Value::null(config.type().elementType());
    std::vector<bool> used(knownSize(prior), false);
    std::vector<Value> elements;
    elements.reserve(config.size());
    for (std::size_t i = 0; i < config.size(); ++i) {
        // Uses the first match, and each prior element only once. Several matches differ only in computed values.
        const Value* before = nullptr;
        for (std::size_t j = 0; j < used.size() && !before; ++j) {
            if (used[j] || !canHaveComeFrom(schema, prior.element(j), config.element(i)))
                continue;
            before = &prior.element(j);
            used[j] = true;
        }
        elements.push_back(merge(schema, before ? *before : none, config.element(i)));
    }
    return Value::set(std::move(elements));
}

Value mergeNestedType(const ObjectType& type, const Value& prior, const Value& config) {
    if (!config.isKnown() || config.isNull())
        return config;
    switch (type.nesting) {
    case NestingMode::Single:
    case NestingMode::Group:
        return merge(&type, prior, config);
    case NestingMode::List:
        return mergeList(&type, prior, config);
    case NestingMode::Map:
        return mergeMap(&type, prior, config);
    case NestingMode::Set:
        return mergeSet(&type, prior, config);
    }
    return config;
}

Value mergeNestedBlock(const schemas::NestedBlock& nested, const Value& prior, const Value& config) {
    // Only a dynamic block with an unknown for_each makes all blocks of a type unknown.
    if (!config.isKnown())
        return config;
    switch (nested.nesting) {
    case NestingMode::Single:
        return config.isNull() ? config : proposedNew(nested.block, prior, config);
    case NestingMode::Group:
        return proposedNew(nested.block, prior, config);
    case NestingMode::List:
        return mergeList(&nested.block, prior, config);
    case NestingMode::Map:
        return mergeMap(&nested.block, prior, config);
    case NestingMode::Set:
        return mergeSet(&nested.block, prior, config);
    }
    return config;
}

Value priorAttribute(const Value& prior, const std::string& name) {
    if (!prior.isNull())
        return attributeOf(prior, name);
    return Value::null(prior.type().isObject() ? prior.type().attributeType(name) : Type::dynamic());
}

Value mergeAttribute(const std::string& name, const Attribute& attribute, const Value& prior, const Value& config) {
    const Value configured = config.attribute(name);
    if (attribute.computed && configured.isNull()) {
        const Value before = priorAttribute(prior, name);
        // A value that is no longer configured must not be carried over as if it were computed.
        return hasConfiguredPart(attribute, before) ? configured : before;
    }
    if (!attribute.nested)
        return configured;
    return mergeNestedType(*attribute.nested, priorAttribute(prior, name), configured);
}

/// The attributes of an unknown element are unknown, unless there is no prior element.
Value mergeObject(const ObjectType& type, const Value& prior, const Value& config) {
    if (config.isNull())
        return config;
    std::vector<std::pair<std::string, Value>> result;
    result.reserve(type.attributes.size());
    for (const auto& [name, attribute] : type.attributes)
        result.emplace_back(name, mergeAttribute(name, attribute, prior, config));
    return Value::object(std::move(result));
}

Value mergeBlock(const Block& block, const Value& prior, const Value& config) {
    if (config.isNull() || !config.isKnown())
        return prior;
    const schemas::BlockFacts& facts = schemas::factsOf(block);
    std::vector<Value> parts;
    parts.reserve(facts.slots.size());
    for (const schemas::BlockFacts::Slot& slot : facts.slots) {
        if (slot.attribute)
            parts.push_back(mergeAttribute(*slot.name, *slot.attribute, prior, config));
        else
            parts.push_back(
                mergeNestedBlock(*slot.block, attributeOf(prior, *slot.name), config.attribute(*slot.name)));
    }
    return facts.object(std::move(parts));
}

Value merge(const NestedSchema& schema, const Value& prior, const Value& config) {
    if (const auto* block = std::get_if<const Block*>(&schema))
        return proposedNew(**block, prior, config);
    return mergeObject(*std::get<const ObjectType*>(schema), prior, config);
}

} // namespace

bool equalUnrefined(const Value& a, const Value& b) {
    if (a == b)
        return true;
    if (a.isWhollyKnown() || b.isWhollyKnown() || a.type() != b.type())
        return false;
    return unrefined(a) == unrefined(b);
}

Value proposedNew(const Block& schema, const Value& prior, const Value& config) {
    if (config.isNull() && prior.isNull())
        return prior;
    return mergeBlock(schema, prior.isNull() ? schemas::emptyValue(schema) : prior, config);
}

Value plannedDataResourceObject(const Block& schema, const Value& config) {
    // With an unknown prior object, all computed attributes become unknown.
    return mergeBlock(schema, Value::unknown(schema.impliedType()), config);
}

} // namespace planlens::plans::objchange
