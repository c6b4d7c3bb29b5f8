// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/builtins.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace planlens::lang {
namespace {

using values::quoted;
using Entries = std::vector<std::pair<std::string, Value>>;

/// Returns a map or an object, depending on the type.
Value mapping(Type type, Entries entries) {
    return type.isMap() ? Value::map(type, std::move(entries)) : Value::object(std::move(entries));
}

// --- keys, values

TypeOutcome keysType(Arguments arguments) {
    const Type type = arguments[0].type();
    if (type.isMap())
        return Type::list(Type::string());
    if (type.isObject())
        return Type::tuple(std::vector<Type>(type.attributes().size(), Type::string()));
    return failAt(0, "must have map or object type");
}

ValueOutcome keys(Arguments arguments, Type type) {
    const Value map = arguments[0].unmarked();
    std::vector<Value> names;
    if (map.type().isObject()) {
        for (const values::ObjectAttribute& attribute : map.type().attributes())
            names.push_back(Value::string(attribute.name));
    } else if (!map.isKnown()) {
        return Value::unknown(type).withMarks(arguments[0].marks());
    } else {
        for (std::size_t i = 0; i < map.size(); ++i)
            names.push_back(Value::string(map.key(i)));
    }
    return Value::sequence(type, std::move(names)).withMarks(arguments[0].marks());
}

TypeOutcome valuesType(Arguments arguments) {
    const Type type = arguments[0].type();
    if (type.isMap())
        return Type::list(type.elementType());
    if (!type.isObject())
        return fail("values() requires a map as the first argument");
    std::vector<Type> types;
    for (const values::ObjectAttribute& attribute : type.attributes())
        types.push_back(attribute.type);
    return Type::tuple(std::move(types));
}

ValueOutcome valuesOf(Arguments arguments, Type type) {
    return Value::sequence(type, elementsOf(arguments[0].unmarked())).withMarks(arguments[0].marks());
}

// --- lookup

TypeOutcome lookupType(Arguments arguments) {
    if (arguments.size() > 3)
        return fail(fmt::format("lookup() takes two or three arguments, got {}", arguments.size()));
    const Type type = arguments[0].type();
    if (type.isMap()) {
        if (arguments.size() == 3 && !values::convert(arguments[2], type.elementType()))
            return failAt(2, "the default value must have the same type as the map elements");
        return type.elementType();
    }
    if (!type.isObject())
        return failAt(0, "lookup() requires a map as the first argument");
    if (!arguments[1].isKnown())
        return Type::dynamic();
    const std::string key = arguments[1].unmarked().asString();
    if (type.hasAttribute(key))
        return type.attributeType(key);
    if (arguments.size() == 3)
        return arguments[2].type();
    return failAt(0, fmt::format("the given object has no attribute {}", quoted(key)));
}

ValueOutcome lookup(Arguments arguments, Type type) {
    MarkSet marks = arguments[0].marks();
    marks.insert(arguments[1].marks());
    const Value map = arguments[0].unmarked();
    const std::string key = arguments[1].unmarked().asString();
    if (const Value* found = map.find(key))
        return found->withMarks(marks);
    if (arguments.size() == 3) {
        auto fallback = values::convert(arguments[2], type);
        if (!fallback)
            return fail(fallback.error().message);
        return fallback->withMarks(marks);
    }
    return fail("lookup failed to find key " + redacted(key, arguments[1].marks()));
}

// --- merge

std::string notMapping(Type type) {
    return fmt::format("arguments must be maps or objects, got {}", quoted(type.friendlyName()));
}

/// Returns the common type of all arguments, or an object with all their attributes.
TypeOutcome mergedType(Arguments arguments) {
    if (arguments.empty())
        return Type::emptyObject();
    std::map<std::string, Type> attributes;
    bool sameType = true;
    bool attributesKnown = true;
    for (const Value& argument : arguments) {
        const Type type = argument.type();
        if (type.isDynamic())
            return Type::dynamic();
        if (!type.isMapping())
            return fail(notMapping(type));
        sameType = sameType && type == arguments[0].type();
        if (argument.isNull())
            continue;
        if (type.isObject()) {
            for (const values::ObjectAttribute& attribute : type.attributes())
                attributes.insert_or_assign(attribute.name, attribute.type);
        } else if (argument.isKnown()) {
            const Value map = argument.unmarked();
            for (std::size_t i = 0; i < map.size(); ++i)
                attributes.insert_or_assign(map.key(i), type.elementType());
        } else {
            attributesKnown = false;
        }
    }
    if (sameType)
        return arguments[0].type();
    if (!attributesKnown)
        return Type::dynamic();
    std::vector<values::ObjectAttribute> list;
    for (const auto& [name, type] : attributes)
        list.push_back({name, type});
    return Type::object(std::move(list));
}

ValueOutcome merge(Arguments arguments, Type type) {
    std::map<std::string, Value> merged;
    MarkSet marks;
    for (const Value& argument : arguments) {
        if (argument.isNull())
            continue;
        // A null of the dynamic type disables the type check, so types are checked here.
        if (!argument.type().isMapping())
            return fail(notMapping(argument.type()));
        marks.insert(argument.marks());
        const Value map = argument.unmarked();
        for (std::size_t i = 0; i < map.size(); ++i)
            merged.insert_or_assign(map.key(i), map.element(i));
    }
    return mapping(type, Entries(merged.begin(), merged.end())).withMarks(marks);
}

// --- zipmap

std::string lengthsDiffer(std::size_t keys, std::size_t values) {
    return fmt::format("number of keys ({}) does not match number of values ({})", keys, values);
}

TypeOutcome zippedType(Arguments arguments) {
    const Type type = arguments[1].type();
    if (type.isList())
        return Type::map(type.elementType());
    if (!type.isTuple())
        return fail("values argument must be a list or tuple value");
    if (!arguments[0].isWhollyKnown())
        return Type::dynamic();
    const Value names = arguments[0].unmarked();
    if (names.size() != type.tupleTypes().size())
        return fail(lengthsDiffer(names.size(), type.tupleTypes().size()));
    std::map<std::string, Type> attributes;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Value name = names.element(i).unmarked();
        if (name.isNull())
            return fail(fmt::format("keys list has null value at index {}", i));
        attributes.insert_or_assign(name.asString(), type.tupleTypes()[i]);
    }
    std::vector<values::ObjectAttribute> list;
    for (const auto& [name, attributeType] : attributes)
        list.push_back({name, attributeType});
    return Type::object(std::move(list));
}

ValueOutcome zipmap(Arguments arguments, Type type) {
    MarkSet marks = arguments[0].marks();
    marks.insert(arguments[1].marks());
    const Value names = arguments[0].unmarked();
    const Value elements = arguments[1].unmarked();
    if (!names.isWhollyKnown())
        return Value::unknown(type).withMarks(marks);
    if (names.size() != elements.size())
        return fail(lengthsDiffer(names.size(), elements.size()));
    std::map<std::string, Value> zipped;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Value name = names.element(i).unmarked();
        if (name.isNull())
            return fail(fmt::format("keys list has null value at index {}", i));
        marks.insert(names.element(i).marks());
        zipped.insert_or_assign(name.asString(), elements.element(i));
    }
    return mapping(type, Entries(zipped.begin(), zipped.end())).withMarks(marks);
}

// --- transpose

ValueOutcome transpose(Arguments arguments, Type type) {
    const Value& map = arguments[0];
    if (!map.isWhollyKnown())
        return unknown(type);
    std::map<std::string, std::vector<std::string>> swapped;
    for (std::size_t i = 0; i < map.size(); ++i) {
        const values::Path path = values::Path().index(map.key(i));
        const Value& list = map.element(i);
        if (list.isNull())
            return failAt(0, "cannot use null list for " + path.toString());
        for (std::size_t j = 0; j < list.size(); ++j) {
            if (list.element(j).isNull()) {
                return failAt(0, "cannot use null string for " + path.index(static_cast<std::int64_t>(j)).toString());
            }
            swapped[list.element(j).asString()].push_back(map.key(i));
        }
    }
    Entries entries;
    for (auto& [key, names] : swapped) {
        std::sort(names.begin(), names.end());
        std::vector<Value> elements;
        for (const std::string& name : names)
            elements.push_back(Value::string(name));
        entries.emplace_back(key, Value::list(std::move(elements)));
    }
    return Value::map(type, std::move(entries));
}

void addRemoved(FunctionList& functions, const char* name, std::string message) {
    add(functions, {.name = name,
                    .variadic = parameter("vals", Type::dynamic(), {Allow::Unknown, Allow::DynamicType, Allow::Null}),
                    .nullness = Nullness::MayBeNull,
                    .type = [message](Arguments) -> TypeOutcome { return fail(message); },
                    .call = [message](Arguments, Type) -> ValueOutcome { return fail(message); }});
}

} // namespace

void addMaps(FunctionList& functions) {
    const Type listsByKey = Type::map(Type::list(Type::string()));
    add(functions, {.name = "keys",
                    .parameters = {parameter("inputMap", Type::dynamic(), {Allow::Unknown, Allow::Marked})},
                    .type = keysType,
                    .call = keys});
    add(functions, {.name = "values",
                    .parameters = {parameter("mapping", Type::dynamic(), {Allow::Marked})},
                    .type = valuesType,
                    .call = valuesOf});
    add(functions, {.name = "lookup",
                    .parameters = {parameter("inputMap", Type::dynamic(), {Allow::Marked}),
                                   parameter("key", Type::string(), {Allow::Marked})},
                    .variadic = parameter("default", Type::dynamic(),
                                          {Allow::Unknown, Allow::DynamicType, Allow::Null, Allow::Marked}),
                    .nullness = Nullness::MayBeNull,
                    .type = lookupType,
                    .call = lookup});
    add(functions, {.name = "merge",
                    .variadic = parameter("maps", Type::dynamic(), {Allow::DynamicType, Allow::Null, Allow::Marked}),
                    .type = mergedType,
                    .call = merge});
    add(functions, {.name = "zipmap",
                    .parameters = {parameter("keys", Type::list(Type::string()), {Allow::Marked}),
                                   parameter("values", Type::dynamic(), {Allow::Marked})},
                    .type = zippedType,
                    .call = zipmap});
    add(functions, {.name = "transpose",
                    .parameters = {parameter("values", listsByKey)},
                    .type = always(listsByKey),
                    .call = transpose});
    addRemoved(functions, "list",
               "the \"list\" function was deprecated in Terraform v0.12 and is not available in OpenTofu; use "
               "tolist([ ... ]) syntax to write a literal list");
    addRemoved(functions, "map",
               "the \"map\" function was deprecated in Terraform v0.12 and is not available in OpenTofu; use "
               "tomap({ ... }) syntax to write a literal map");
}

} // namespace planlens::lang
