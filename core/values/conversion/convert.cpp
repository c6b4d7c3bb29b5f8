// SPDX-License-Identifier: MPL-2.0
#include "core/values/conversion/convert.h"

#include "core/values/conversion/conversion.h"
#include "core/values/operations.h"
#include "core/values/text/quoted.h"

#include <algorithm>

namespace planlens::values {
namespace detail {

bool haveOneType(std::span<const Value> elements) {
    Type common = Type::dynamic();
    for (const Value& element : elements) {
        if (common.isDynamic())
            common = element.type();
        else if (!element.type().isDynamic() && element.type() != common)
            return false;
    }
    return true;
}

Outcome<Value> sequenceOf(Type type, std::vector<Value> elements) {
    const Type element = type.elementType();
    if (elements.empty()) {
        const Type plain = element.withoutOptionalAttributes();
        return type.isList() ? Value::emptyList(plain) : Value::emptySet(plain);
    }
    if (!element.hasDynamic() && !element.hasOptionalAttributes())
        return Value::sequence(type, std::move(elements));
    if (!haveOneType(elements))
        return diags::Unexpected{PathError{
            {}, std::string("element types must all match for conversion to ") + (type.isList() ? "list" : "set")}};
    return type.isList() ? Value::list(std::move(elements)) : Value::set(std::move(elements));
}

Outcome<Value> mapOf(Type type, std::vector<std::pair<std::string, Value>> entries) {
    const Type element = type.elementType();
    if (entries.empty())
        return Value::emptyMap(element.withoutOptionalAttributes());
    if (!element.hasDynamic() && !element.hasOptionalAttributes())
        return Value::map(type, std::move(entries));
    std::vector<Value> elements;
    elements.reserve(entries.size());
    for (const auto& entry : entries)
        elements.push_back(entry.second);
    if (!haveOneType(elements))
        return diags::Unexpected{PathError{{}, "element types must all match for conversion to map"}};
    return Value::map(std::move(entries));
}

} // namespace detail

namespace {

using detail::Conversion;
using Kind = Conversion::Kind;
using Part = Conversion::Part;

/// Errors collect their path innermost step first, so that success costs nothing; convert() reverses it.
diags::Unexpected<PathError> fail(std::string message) {
    return {PathError{{}, std::move(message)}};
}
diags::Unexpected<PathError> fail(PathError error) {
    return {std::move(error)};
}
diags::Unexpected<PathError> within(PathError error, PathStep step) {
    error.path.push(std::move(step));
    return {std::move(error)};
}
PathStep indexStep(std::size_t i) {
    return IndexStep{Value::number(static_cast<std::int64_t>(i))};
}
PathStep keyStep(const std::string& key) {
    return IndexStep{Value::string(key)};
}

Outcome<Value> apply(const Conversion& conversion, const Value& value);

Outcome<Value> apply(const Part& part, const Value& value) {
    return part.conversion ? apply(*part.conversion, value) : Outcome<Value>(value);
}

/// Null elements lose their marks and the optional attributes of their type, as in the reference.
Value plainNull(Value value) {
    return value.isNull() ? Value::null(value.type().withoutOptionalAttributes()) : value;
}

bool allOfType(std::span<const Value> elements, Type type) {
    return std::all_of(elements.begin(), elements.end(), [type](const Value& e) { return e.type() == type; });
}

Value listOf(Type element, std::vector<Value> elements) {
    if (elements.empty())
        return Value::emptyList(element);
    return allOfType(elements, element) ? Value::sequence(Type::list(element), std::move(elements))
                                        : Value::list(std::move(elements));
}

Value unknownResult(const Value& value, Type target) {
    const Refinement* known = value.refinement();
    const Type source = value.type();
    Refinement result;
    result.notNull = known && known->notNull;
    if (source.isObject() && target.isMap()) {
        result.minLength = static_cast<std::int64_t>(source.attributes().size());
        result.maxLength = result.minLength;
    } else if (source.isTuple() && target.isList()) {
        result.minLength = static_cast<std::int64_t>(source.tupleTypes().size());
        result.maxLength = result.minLength;
    } else if (source.isTuple() && target.isSet()) {
        const auto length = static_cast<std::int64_t>(source.tupleTypes().size());
        result.minLength = std::min<std::int64_t>(length, 1);
        result.maxLength = length;
    } else if (source.isCollection() && target.isCollection() && known) {
        result.minLength = target.isSet() ? std::min<std::int64_t>(known->minLength, 1) : known->minLength;
        result.maxLength = known->maxLength;
    }
    return refine(Value::unknown(target), result);
}

Outcome<Value> boolOfString(const std::string& text) {
    if (text == "true" || text == "1")
        return Value::boolean(true);
    if (text == "false" || text == "0")
        return Value::boolean(false);
    std::string lower = text;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
    if (lower == "true" || lower == "false")
        return fail("a bool is required; to convert from string, use lowercase \"" + lower + "\"");
    return fail("a bool is required");
}

Outcome<Value> objectOfObject(const Conversion& conversion, const Value& value) {
    const auto wanted = conversion.to.attributes();
    std::vector<Value> results(wanted.size());
    bool asPlanned = true;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const Part& part = conversion.parts[i];
        const Type type = conversion.plainTo.attributes()[i].type;
        if (part.rule == Part::Rule::Absent) {
            results[i] = Value::null(type);
            continue;
        }
        auto converted = apply(part, value.element(part.source));
        if (!converted)
            return within(std::move(converted).error(), AttributeStep{wanted[i].name});
        results[i] = plainNull(*std::move(converted));
        asPlanned = asPlanned && results[i].type() == type;
    }
    if (asPlanned)
        return Value::object(conversion.plainTo, std::move(results));
    std::vector<std::pair<std::string, Value>> attributes;
    attributes.reserve(wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        attributes.emplace_back(wanted[i].name, std::move(results[i]));
    return Value::object(std::move(attributes));
}

Outcome<Value> tupleOfTuple(const Conversion& conversion, const Value& value) {
    std::vector<Value> results;
    results.reserve(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) {
        auto converted = apply(conversion.parts[i], value.element(i));
        if (!converted)
            return within(std::move(converted).error(), indexStep(i));
        results.push_back(*std::move(converted));
    }
    return Value::tuple(std::move(results));
}

/// Converts the elements of a collection or tuple; `Plain` also converts nulls with plainNull().
enum class Nulls { Plain, AsTheyAre };
Outcome<std::vector<Value>> elementsOf(const Conversion& conversion, const Value& value, Nulls nulls) {
    const bool single = value.type().isCollection();
    std::vector<Value> results;
    results.reserve(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) {
        auto converted = apply(conversion.parts[single ? 0 : i], value.element(i));
        if (!converted)
            return within(std::move(converted).error(), indexStep(i));
        results.push_back(nulls == Nulls::Plain ? plainNull(*std::move(converted)) : *std::move(converted));
    }
    return results;
}

Type emptyElementType(const Conversion& conversion, const Value& value) {
    return conversion.element.isDynamic() && value.type().isCollection()
               ? value.type().elementType()
               : conversion.element.withoutOptionalAttributes();
}

Outcome<Value> listOfCollection(const Conversion& conversion, const Value& value) {
    if (value.type().isSet() && value.size() > 1 && !value.isWhollyKnown())
        return Value::unknown(Type::list(value.type().elementType()));
    auto elements = elementsOf(conversion, value, Nulls::Plain);
    if (!elements)
        return fail(std::move(elements).error());
    if (elements->empty())
        return Value::emptyList(emptyElementType(conversion, value));
    if (!detail::haveOneType(*elements))
        return fail("element types must all match for conversion to list");
    return listOf(conversion.plainTo.elementType(), *std::move(elements));
}

Outcome<Value> setOf(const Conversion& conversion, const Value& value) {
    auto elements = elementsOf(conversion, value, Nulls::Plain);
    if (!elements)
        return fail(std::move(elements).error());
    if (elements->empty())
        return Value::emptySet(emptyElementType(conversion, value));
    if (!detail::haveOneType(*elements))
        return fail("element types must all match for conversion to set");
    const Type element = conversion.plainTo.elementType();
    return allOfType(*elements, element) ? Value::sequence(Type::set(element), *std::move(elements))
                                         : Value::set(*std::move(elements));
}

/// Unifies elements whose dynamic parts have different actual types.
template <typename Element, typename Step>
Outcome<bool> unifyElements(std::vector<Element>& elements, Safety safety, Value& (*valueOf)(Element&), Step step) {
    std::vector<Type> types;
    types.reserve(elements.size());
    for (Element& element : elements)
        types.push_back(valueOf(element).type());
    if (std::adjacent_find(types.begin(), types.end(), std::not_equal_to<>()) == types.end())
        return true;
    const auto unified = unify(types, safety);
    if (!unified)
        return fail("cannot find a common base type for all elements");
    for (std::size_t i = 0; i < elements.size(); ++i) {
        Value& value = valueOf(elements[i]);
        const Conversion* conversion =
            value.type() == unified->type ? nullptr : detail::conversionBetween(value.type(), unified->type, safety);
        if (!conversion)
            continue;
        auto converted = apply(*conversion, value);
        if (!converted)
            return within(std::move(converted).error(), step(i));
        value = *std::move(converted);
    }
    return true;
}

Outcome<Value> listOfTuple(const Conversion& conversion, const Value& value) {
    if (value.size() == 0)
        return Value::emptyList(conversion.plainTo.elementType());
    auto elements = elementsOf(conversion, value, Nulls::AsTheyAre);
    if (!elements)
        return fail(std::move(elements).error());
    auto unified = unifyElements<Value>(
        *elements, conversion.safety, [](Value& v) -> Value& { return v; }, indexStep);
    if (!unified) // the reference leaves the last element's step in this path
        return within(std::move(unified).error(), indexStep(value.size() - 1));
    if (!detail::haveOneType(*elements))
        return fail("element types must all match for conversion to list");
    return listOf(conversion.element.withoutOptionalAttributes(), *std::move(elements));
}

Outcome<Value> mapOf(const Conversion& conversion, const Value& value) {
    using Entry = std::pair<std::string, Value>;
    if (value.size() == 0)
        return Value::emptyMap(emptyElementType(conversion, value));
    const bool fromMap = value.type().isMap();
    std::vector<Entry> entries;
    entries.reserve(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) {
        auto converted = apply(conversion.parts[fromMap ? 0 : i], value.element(i));
        if (!converted)
            return within(std::move(converted).error(), keyStep(value.key(i)));
        entries.emplace_back(value.key(i), *std::move(converted));
    }
    if (conversion.element.isCollection() || conversion.element.isObject()) {
        auto unified = unifyElements<Entry>(
            entries, fromMap ? Safety::SafeOnly : conversion.safety, [](Entry& e) -> Value& { return e.second; },
            [&](std::size_t i) { return keyStep(entries[i].first); });
        if (!unified)
            return fail(std::move(unified).error());
    }
    std::vector<Value> values;
    values.reserve(entries.size());
    for (const Entry& entry : entries)
        values.push_back(entry.second);
    if (!detail::haveOneType(values))
        return fail(fromMap ? "element types must all match for conversion to map"
                            : "attribute types must all match for conversion to map");
    return Value::map(std::move(entries));
}

Outcome<Value> objectOfMap(const Conversion& conversion, const Value& value) {
    const auto wanted = conversion.to.attributes();
    std::vector<std::pair<std::string, Value>> attributes;
    attributes.reserve(wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const Value* element = value.find(wanted[i].name);
        if (!element)
            continue;
        if (conversion.parts[i].rule == Part::Rule::Incompatible)
            return fail("map element type is incompatible with attribute " + quoted(wanted[i].name) + ": " +
                        mismatchMessage(element->type(), wanted[i].type));
        auto converted = apply(conversion.parts[i], *element);
        if (!converted)
            return within(std::move(converted).error(), keyStep(wanted[i].name));
        attributes.emplace_back(wanted[i].name, plainNull(*std::move(converted)));
    }
    if (attributes.size() < wanted.size()) {
        for (const ObjectAttribute& attribute : wanted) {
            if (value.find(attribute.name))
                continue;
            if (!attribute.optional)
                return fail("map has no element for required attribute " + quoted(attribute.name));
            attributes.emplace_back(attribute.name, Value::null(attribute.type.withoutOptionalAttributes()));
        }
    }
    return Value::object(std::move(attributes));
}

/// convert() with the error's path still reversed.
Outcome<Value> convertInsideOut(const Value& value, Type to) {
    if (value.type() == to || value.type() == to.withoutOptionalAttributes())
        return value;
    const Conversion* conversion = detail::conversionBetween(value.type(), to, Safety::UnsafeAllowed);
    if (!conversion)
        return fail(mismatchMessage(value.type(), to));
    return apply(*conversion, value);
}

Outcome<Value> applyKnown(const Conversion& conversion, const Value& value) {
    switch (conversion.kind) {
    case Kind::Passthrough:
        return value;
    case Kind::ByValue:
        return convertInsideOut(value, conversion.to);
    case Kind::NumberToString:
        return Value::string(value.asNumber().toString());
    case Kind::BoolToString:
        return Value::string(value.asBool() ? "true" : "false");
    case Kind::StringToNumber: {
        const auto number = Number::parse(value.asString());
        if (!number)
            return fail("a number is required");
        return Value::number(*number);
    }
    case Kind::StringToBool:
        return boolOfString(value.asString());
    case Kind::ObjectToObject:
        return objectOfObject(conversion, value);
    case Kind::TupleToTuple:
        return tupleOfTuple(conversion, value);
    case Kind::CollectionToList:
        return listOfCollection(conversion, value);
    case Kind::CollectionToSet:
    case Kind::TupleToSet:
        return setOf(conversion, value);
    case Kind::MapToMap:
    case Kind::ObjectToMap:
        return mapOf(conversion, value);
    case Kind::TupleToList:
        return listOfTuple(conversion, value);
    case Kind::MapToObject:
        return objectOfMap(conversion, value);
    }
    return value;
}

Outcome<Value> apply(const Conversion& conversion, const Value& value) {
    if (value.isMarked()) {
        auto converted = apply(conversion, value.unmarked());
        if (!converted)
            return converted;
        return converted->withMarks(value.marks());
    }
    if (conversion.kind == Kind::Passthrough)
        return value;
    if (!value.isKnown())
        return unknownResult(value, detail::replaceDynamic(value.type(), conversion.plainTo));
    if (value.isNull())
        return Value::null(detail::replaceDynamic(value.type(), conversion.plainTo));
    return applyKnown(conversion, value);
}

} // namespace

Outcome<Value> convert(const Value& value, Type to) {
    auto converted = convertInsideOut(value, to);
    if (converted)
        return converted;
    const Path& insideOut = converted.error().path;
    std::vector<PathStep> steps(insideOut.begin(), insideOut.end());
    std::reverse(steps.begin(), steps.end());
    return diags::Unexpected{PathError{Path(std::move(steps)), std::move(converted.error().message)}};
}

Outcome<Value> convertUnified(const Unified& unified, std::size_t i, const Value& value) {
    if (!unified.needsConversion[i])
        return value;
    const auto& needs = unified.needsConversion;
    if (unified.type.isDynamic() && std::find(needs.begin(), needs.end(), false) == needs.end())
        return Value::dynamicUnknown();
    return convert(value, unified.type);
}

bool hasConversion(Type from, Type to) {
    return from == to || detail::conversionBetween(from, to, Safety::UnsafeAllowed) != nullptr;
}

} // namespace planlens::values
