// SPDX-License-Identifier: MPL-2.0
#include "core/plans/objchange/objchange.h"

#include "core/schemas/values_by_schema.h"

namespace planlens::plans::objchange {

using schemas::Block;
using schemas::NestedBlock;
using schemas::NestingMode;
using values::Value;

namespace {

using Parts = std::vector<std::pair<std::string, Value>>;

/// Returns the replacement for an unknown block: a block with all arguments unknown.
Value unknownStub(const Block& schema) {
    Parts parts;
    for (const auto& [name, attribute] : schema.attributes)
        parts.emplace_back(name, Value::unknown(attribute.impliedType()));
    for (const auto& [name, nested] : schema.blockTypes) {
        switch (nested.nesting) {
        case NestingMode::Single:
        case NestingMode::Group:
            parts.emplace_back(name, unknownStub(nested.block));
            break;
        case NestingMode::List:
            parts.emplace_back(name, Value::list({unknownStub(nested.block)}));
            break;
        case NestingMode::Set:
            parts.emplace_back(name, Value::set({unknownStub(nested.block)}));
            break;
        case NestingMode::Map:
            parts.emplace_back(name, Value::emptyMap(nested.block.impliedType()));
            break;
        }
    }
    return Value::object(std::move(parts));
}

Value normalize(const Value& value, const Block& schema);

Value normalizeSingle(const Value& value, const NestedBlock& nested) {
    if (!value.isKnown())
        return unknownStub(nested.block);
    if (value.isNull() && nested.nesting == NestingMode::Group)
        return schemas::emptyValue(nested.block);
    return normalize(value, nested.block);
}

Value normalizeSequence(const Value& value, const NestedBlock& nested) {
    const bool isSet = nested.nesting == NestingMode::Set;
    std::vector<Value> elements;
    if (!value.isKnown()) {
        elements.push_back(unknownStub(nested.block));
    } else if (!value.isNull()) {
        for (std::size_t i = 0; i < value.size(); ++i)
            elements.push_back(normalize(value.element(i), nested.block));
    }
    if (elements.empty())
        return isSet ? Value::emptySet(nested.block.impliedType()) : Value::emptyList(nested.block.impliedType());
    return isSet ? Value::set(std::move(elements)) : Value::list(std::move(elements));
}

Value normalizeNested(const Value& value, const NestedBlock& nested) {
    // Providers with the legacy SDK have neither dynamic types nor maps of blocks.
    if (nested.block.impliedType().hasDynamic())
        return value;
    switch (nested.nesting) {
    case NestingMode::Single:
    case NestingMode::Group:
        return normalizeSingle(value, nested);
    case NestingMode::List:
    case NestingMode::Set:
        return normalizeSequence(value, nested);
    case NestingMode::Map:
        return value;
    }
    return value;
}

Value normalize(const Value& value, const Block& schema) {
    if (value.isNull())
        return Value::null(schema.impliedType());
    Parts parts;
    for (const auto& [name, attribute] : schema.attributes)
        parts.emplace_back(name, value.attribute(name));
    for (const auto& [name, nested] : schema.blockTypes)
        parts.emplace_back(name, normalizeNested(value.attribute(name), nested));
    return Value::object(std::move(parts));
}

} // namespace

Value normalizeObjectFromLegacySdk(const Value& value, const Block& schema) {
    if (!value.containsMarked())
        return normalize(value, schema);
    return normalize(value.unmarkedDeep(), schema).withPathMarks(value.pathMarks());
}

} // namespace planlens::plans::objchange
