// SPDX-License-Identifier: MPL-2.0
#include "core/schemas/values_by_schema.h"

#include "core/schemas/block_facts.h"
#include "core/schemas/elements.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <algorithm>

namespace planlens::schemas {

using diags::Unexpected;
using values::Outcome;
using values::Path;
using values::PathError;
using values::Type;
using values::Value;

namespace {

Outcome<Value> coerceBlock(const Block& block, const Value& value, Path& path);

Outcome<Value> fail(const Path& path, std::string message) {
    return Unexpected{PathError{path, std::move(message)}};
}

Outcome<Value> coerceAttribute(const BlockFacts::Slot& slot, const Value& object, const Path& path) {
    Value value;
    if (object.type().hasAttribute(*slot.name))
        value = object.attribute(*slot.name);
    else if (slot.attribute->computed || slot.attribute->optional)
        value = Value::null(slot.type);
    else
        return fail(path, "attribute " + values::quoted(*slot.name) + " is required");
    auto converted = values::convert(value, slot.specType);
    if (!converted)
        return fail(path.attribute(*slot.name), converted.error().message);
    return converted;
}

bool isIterable(const Value& value) {
    const Type type = value.type();
    return type.isCollection() || type.isTuple() || type.isObject();
}

Value listOf(std::vector<Value> elements) {
    const bool sameType = std::all_of(elements.begin(), elements.end(),
                                      [&elements](const Value& e) { return e.type() == elements.front().type(); });
    return sameType ? Value::list(std::move(elements)) : Value::tuple(std::move(elements));
}

using Entries = std::vector<std::pair<std::string, Value>>;

/// Blocks of different types need an object; a given object also stays an object.
Value mapOf(const Value& given, Entries entries) {
    const bool asObject =
        given.type().isObject() || std::any_of(entries.begin(), entries.end(), [&](const auto& entry) {
            return entry.second.type() != given.type().elementType();
        });
    return asObject ? Value::object(std::move(entries)) : Value::map(std::move(entries));
}

/// Errors about a collection itself have the path of the object that contains it.
Outcome<Value> coerceList(const NestedBlock& nested, const Value& given, Path& path, const std::string& name) {
    const Type body = nested.block.impliedType();
    const bool isSet = nested.nesting == NestingMode::Set;
    if (given.isNull())
        return Value::null(isSet ? Type::set(body) : Type::list(body));
    if (!given.isKnown())
        return Value::unknown(isSet ? Type::set(body) : Type::list(body));
    if (!isIterable(given))
        return fail(path, isSet ? "must be a set" : "must be a list");
    const Value collection = given.unmarked();
    if (collection.size() == 0)
        return isSet ? Value::emptySet(body) : Value::emptyList(body);
    std::vector<Value> elements;
    elements.reserve(collection.size());
    path.push(values::AttributeStep{name});
    for (std::size_t i = 0; i < collection.size(); ++i) {
        path.push(elementStep(collection, i));
        auto element = coerceBlock(nested.block, collection.element(i), path);
        if (!element)
            return element;
        elements.push_back(*std::move(element));
        path.pop();
    }
    path.pop();
    return (isSet ? Value::set(std::move(elements)) : listOf(std::move(elements))).withMarks(given.marks());
}

Outcome<Value> coerceMap(const NestedBlock& nested, const Value& given, Path& path, const std::string& name) {
    const Type body = nested.block.impliedType();
    if (given.isNull())
        return Value::null(Type::map(body));
    if (!given.isKnown())
        return Value::unknown(Type::map(body));
    if (!isIterable(given))
        return fail(path, "must be a map");
    const Value collection = given.unmarked();
    if (collection.size() == 0)
        return Value::emptyMap(body);
    Entries entries;
    path.push(values::AttributeStep{name});
    for (std::size_t i = 0; i < collection.size(); ++i) {
        if (!collection.type().isMap() && !collection.type().isObject())
            return fail(path, "must be a map");
        path.push(elementStep(collection, i));
        auto element = coerceBlock(nested.block, collection.element(i), path);
        if (!element)
            return element;
        entries.emplace_back(collection.key(i), *std::move(element));
        path.pop();
    }
    path.pop();
    return mapOf(collection, std::move(entries)).withMarks(given.marks());
}

Outcome<Value> coerceNested(const BlockFacts::Slot& slot, const Value& object, Path& path) {
    const NestedBlock& nested = *slot.block;
    const bool given = object.type().hasAttribute(*slot.name);
    const Value value = given ? object.attribute(*slot.name) : Value();
    switch (nested.nesting) {
    case NestingMode::Single:
    case NestingMode::Group: {
        if (!given)
            return nested.nesting == NestingMode::Single ? Value::null(nested.block.impliedType())
                                                         : factsOf(nested.block).emptyValue;
        path.push(values::AttributeStep{*slot.name});
        auto result = coerceBlock(nested.block, value, path);
        if (result)
            path.pop();
        return result;
    }
    case NestingMode::List:
        return given ? coerceList(nested, value, path, *slot.name) : Value::emptyList(nested.block.impliedType());
    case NestingMode::Set:
        return given ? coerceList(nested, value, path, *slot.name) : Value::emptySet(nested.block.impliedType());
    case NestingMode::Map:
        return given ? coerceMap(nested, value, path, *slot.name) : Value::emptyMap(nested.block.impliedType());
    }
    return Value();
}

Outcome<Value> coerceBlock(const Block& block, const Value& value, Path& path) {
    const BlockFacts& facts = factsOf(block);
    if (value.isNull())
        return Value::null(facts.impliedType);
    if (!value.isKnown())
        return Value::unknown(facts.impliedType);
    if (!value.type().isObject())
        return fail(path, "an object is required");
    for (const values::ObjectAttribute& attribute : value.type().attributes()) {
        if (!facts.impliedType.hasAttribute(attribute.name))
            return fail(path, "unexpected attribute " + values::quoted(attribute.name));
    }
    std::vector<std::pair<std::string, Value>> result;
    result.reserve(facts.slots.size());
    // Arguments first: their errors are reported first.
    for (const BlockFacts::Slot& slot : facts.slots) {
        if (!slot.attribute)
            continue;
        auto attribute = coerceAttribute(slot, value, path);
        if (!attribute)
            return attribute;
        result.emplace_back(*slot.name, *std::move(attribute));
    }
    for (const BlockFacts::Slot& slot : facts.slots) {
        if (!slot.block)
            continue;
        auto nested = coerceNested(slot, value, path);
        if (!nested)
            return nested;
        result.emplace_back(*slot.name, *std::move(nested));
    }
    return Value::object(std::move(result));
}

} // namespace

Outcome<Value> coerceValue(const Block& block, const Value& value) {
    Path path;
    return coerceBlock(block, value, path);
}

} // namespace planlens::schemas
