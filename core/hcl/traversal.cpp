// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/traversal.h"

#include "core/hcl/value_summary.h"
#include "core/values/conversion/convert.h"
#include "core/values/operations.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <cassert>

namespace planlens::hcl {
namespace {

using diags::Diagnostic;
using diags::Result;
using diags::SourceRange;
using values::Number;
using values::quoted;
using values::Type;
using values::Value;

constexpr const char* noElement = "The given key does not identify an element in this collection value";

Result<Value> failed(std::string summary, std::string detail, const SourceRange& range) {
    return {Value::dynamicUnknown(), Diagnostic::error(std::move(summary), std::move(detail), range)};
}
Result<Value> invalidIndex(std::string detail, const SourceRange& range) {
    return failed("Invalid index", std::move(detail), range);
}
Result<Value> unsupportedAttribute(std::string detail, const SourceRange& range) {
    return failed("Unsupported attribute", std::move(detail), range);
}

/// Returns the reason why a known key is not one of a list or tuple.
std::string explainMissingElement(const Value& collection, const Value& key) {
    if (!key.isKnown())
        return fmt::format("{}.", noElement);
    const Number& number = key.unmarked().asNumber();
    if (!number.isInteger())
        return fmt::format(
            "{}: indexing a sequence requires a whole number, but the given index has a fractional part.", noElement);
    if (number.isNegative() && !number.isZero())
        return fmt::format("{}: a negative number is not a valid index for a sequence.", noElement);
    if (collection.isMarked())
        return fmt::format("{}.", noElement);
    const Type type = collection.type();
    const auto size = static_cast<std::int64_t>(type.isTuple() ? type.tupleTypes().size() : collection.size());
    // Only the first index past the end has a specific message, as in the reference.
    if (number != Number(size))
        return fmt::format("{}.", noElement);
    if (size == 0)
        return fmt::format("{}: the collection has no elements.", noElement);
    return fmt::format("{}: the given index is greater than or equal to the length of the collection.", noElement);
}

Result<Value> indexCollection(const Value& collection, const Value& givenKey, const SourceRange& range) {
    const Type type = collection.type();
    const auto key = values::convert(givenKey, type.isMap() ? Type::string() : Type::number());
    if (!key)
        return invalidIndex(fmt::format("{}: {}.", noElement, key.error().message), range);
    const Value has = values::hasIndex(collection, *key).unmarked();
    if (!has.isKnown())
        return (type.isTuple() ? Value::dynamicUnknown() : Value::unknown(type.elementType()))
            .withSameMarks({collection});
    if (has.asBool())
        return values::index(collection, *key);
    return invalidIndex(type.isMap() ? fmt::format("{}.", noElement) : explainMissingElement(collection, *key), range);
}

Result<Value> indexObject(const Value& object, const Value& givenKey, const SourceRange& range) {
    const auto key = values::convert(givenKey, Type::string());
    if (!key)
        return invalidIndex(fmt::format("{}: {}.", noElement, key.error().message), range);
    if (!object.isKnown() || !key->isKnown())
        return Value::dynamicUnknown().withSameMarks({object});
    const std::string name = key->unmarked().asString();
    if (object.type().hasAttribute(name))
        return object.attribute(name);
    return invalidIndex(
        fmt::format("{}.{}", noElement,
                    givenKey.type().isNumber()
                        ? " An object only supports looking up attributes by name, not by numeric index."
                        : ""),
        range);
}

Result<Value> mapElement(const Value& map, const std::string& name, const SourceRange& range) {
    if (!map.isKnown())
        return Value::unknown(map.type().elementType()).withSameMarks({map});
    const Value key = Value::string(name);
    if (!values::hasIndex(map, key).unmarked().asBool())
        return failed("Missing map element",
                      fmt::format("This map does not have an element with the key {}.", quoted(name)), range);
    return values::index(map, key);
}

std::string explainNoAttributes(Type type, const std::string& name) {
    if (type.isList() && type.elementType().isObject()) {
        if (type.elementType().hasAttribute(name))
            return fmt::format(
                "Can't access attributes on a list of objects. Did you mean to access attribute {} for a "
                "specific element of the list, or across all elements of the list?",
                quoted(name));
        return "Can't access attributes on a list of objects. Did you mean to access an attribute for a specific "
               "element "
               "of the list, or across all elements of the list?";
    }
    if (type.isSet() && type.elementType().isObject())
        return "Can't access attributes on a set of objects. Did you mean to access an attribute across all elements "
               "of "
               "the set?";
    if (type.isPrimitive())
        return fmt::format("Can't access attributes on a primitive-typed value ({}).", type.friendlyName());
    return "This value does not have any attributes.";
}

} // namespace

values::Path pathOf(const Traversal& traversal) {
    values::Path path;
    for (const TraversalStep& step : traversal.steps) {
        if (step.kind == TraversalStep::Kind::Splat)
            break;
        if (step.kind == TraversalStep::Kind::Attribute)
            path.push(values::AttributeStep{step.name});
        else if (step.kind == TraversalStep::Kind::Index)
            path.push(values::IndexStep{step.key});
    }
    return path;
}

SourceRange Traversal::range() const {
    return steps.empty() ? SourceRange{} : SourceRange::between(steps.front().range, steps.back().range);
}

std::string Traversal::toString() const {
    std::string text;
    for (const TraversalStep& step : steps) {
        switch (step.kind) {
        case TraversalStep::Kind::Root:
            text += step.name;
            break;
        case TraversalStep::Kind::Attribute:
            text += "." + step.name.str();
            break;
        case TraversalStep::Kind::Index:
            text += "[" + (step.key.type().isPrimitive() ? summarizeValue(step.key) : "...") + "]";
            break;
        case TraversalStep::Kind::Splat:
            text += "[*]";
            break;
        }
    }
    return text;
}

Result<Value> indexValue(const Value& collection, const Value& key, const SourceRange& range) {
    if (collection.isNull())
        return failed("Attempt to index null value", "This value is null, so it does not have any indices.", range);
    if (key.isNull())
        return invalidIndex("Can't use a null value as an indexing key.", range);
    const Type type = collection.type();
    if (type.isDynamic() || key.type().isDynamic())
        return Value::dynamicUnknown().withSameMarks({collection});
    if (type.isList() || type.isTuple() || type.isMap())
        return indexCollection(collection, key, range);
    if (type.isObject())
        return indexObject(collection, key, range);
    if (type.isSet())
        return invalidIndex(
            "Elements of a set are identified only by their value and don't have any separate index or "
            "key to select with, so it's only possible to perform operations across all elements of the "
            "set.",
            range);
    return invalidIndex("This value does not have any indices.", range);
}

Result<Value> attributeOfValue(const Value& object, const std::string& name, const SourceRange& range) {
    if (object.isNull())
        return failed("Attempt to get attribute from null value",
                      "This value is null, so it does not have any attributes.", range);
    const Type type = object.type();
    if (type.isObject()) {
        if (type.hasAttribute(name))
            return object.attribute(name);
        return unsupportedAttribute(fmt::format("This object does not have an attribute named {}.", quoted(name)),
                                    range);
    }
    if (type.isMap())
        return mapElement(object, name, range);
    if (type.isDynamic())
        return Value::dynamicUnknown().withSameMarks({object});
    return unsupportedAttribute(explainNoAttributes(type, name), range);
}

Result<Value> applySteps(const Value& value, std::span<const TraversalStep> steps) {
    Result<Value> current = value;
    for (const TraversalStep& step : steps) {
        assert(step.kind == TraversalStep::Kind::Attribute || step.kind == TraversalStep::Kind::Index);
        current = step.kind == TraversalStep::Kind::Index ? indexValue(*current, step.key, step.range)
                                                          : attributeOfValue(*current, step.name, step.range);
        if (current.hasErrors())
            return current;
    }
    return current;
}

Result<Value> applyTraversal(const Value& value, const Traversal& relative) {
    assert(relative.isRelative());
    return applySteps(value, relative.steps);
}

} // namespace planlens::hcl
