// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/json_value.h"

#include "core/values/json/json.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace planlens::testing {

using values::Type;
using values::Value;

namespace {

Json numberOf(const values::Number& number) {
    if (const auto small = number.toInt64())
        return *small;
    return number.toDouble();
}

bool isUnknownForm(const Json& json) {
    return json.is_object() && json.size() == 1 && json.contains("$unknown");
}

Value byItself(const Json& json) {
    auto value = values::fromSimpleJson(json.dump());
    if (!value)
        throw std::runtime_error("cannot read " + json.dump() + ": " + values::formatError(value.error()));
    return *std::move(value);
}

bool allOfType(const std::vector<Value>& elements, Type type) {
    return std::all_of(elements.begin(), elements.end(), [type](const Value& e) { return e.type() == type; });
}

Value sequenceOf(const Json& json, Type type) {
    std::vector<Value> elements;
    const auto tuple = type.isTuple() ? type.tupleTypes() : std::span<const Type>();
    for (std::size_t i = 0; i < json.size(); ++i)
        elements.push_back(valueOf(json[i], !type.isTuple()    ? type.elementType()
                                            : i < tuple.size() ? tuple[i]
                                                               : Type()));
    if (type.isTuple())
        return Value::tuple(std::move(elements));
    if (!type.elementType().hasDynamic() && !allOfType(elements, type.elementType()))
        return Value::tuple(std::move(elements));
    return Value::sequence(type, std::move(elements));
}

Value mapOf(const Json& json, Type type) {
    std::vector<std::pair<std::string, Value>> elements;
    bool fits = true;
    for (const auto& [key, element] : json.items()) {
        elements.emplace_back(key, valueOf(element, type.elementType()));
        fits = fits && (type.elementType().hasDynamic() || elements.back().second.type() == type.elementType());
    }
    return fits ? Value::map(type, std::move(elements)) : Value::object(std::move(elements));
}

Value objectOf(const Json& json, Type type) {
    std::vector<std::pair<std::string, Value>> attributes;
    for (const values::ObjectAttribute& attribute : type.attributes())
        attributes.emplace_back(attribute.name, json.contains(attribute.name)
                                                    ? valueOf(json[attribute.name], attribute.type)
                                                    : Value::null(attribute.type));
    for (const auto& [name, value] : json.items())
        if (!type.hasAttribute(name))
            attributes.emplace_back(name, byItself(value));
    return Value::object(std::move(attributes));
}

Value replaced(const Value& value, std::span<const PlaceStep> steps, const Json& json, Type type) {
    if (steps.empty())
        return valueOf(json, type);
    if (value.isNull() || !value.isKnown())
        throw std::runtime_error("a place to set is inside a value that is null or unknown");
    const Type own = value.type();
    if (own.isObject() || own.isMap()) {
        const std::string* name = std::get_if<std::string>(&steps[0]);
        if (!name)
            throw std::runtime_error("an object or map has no element " +
                                     std::to_string(std::get<std::size_t>(steps[0])));
        const Type inside = own.isMap()                                   ? own.elementType()
                            : type.isObject() && type.hasAttribute(*name) ? type.attributeType(*name)
                                                                          : Type();
        std::vector<std::pair<std::string, Value>> elements;
        bool found = false;
        for (std::size_t i = 0; i < value.size(); ++i) {
            const bool here = value.key(i) == *name;
            found = found || here;
            elements.emplace_back(value.key(i),
                                  here ? replaced(value.element(i), steps.subspan(1), json, inside) : value.element(i));
        }
        if (!found)
            elements.emplace_back(*name, valueOf(json, inside));
        const bool isStillMap = own.isMap() && std::all_of(elements.begin(), elements.end(), [&](const auto& e) {
                                    return e.second.type() == own.elementType();
                                });
        return isStillMap ? Value::map(own, std::move(elements)) : Value::object(std::move(elements));
    }
    const std::size_t* index = std::get_if<std::size_t>(&steps[0]);
    if (!index || own.isPrimitive() || *index >= value.size())
        throw std::runtime_error("a place to set is not there");
    std::vector<Value> elements;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const Type inside = own.isTuple() ? value.element(i).type() : own.elementType();
        elements.push_back(i == *index ? replaced(value.element(i), steps.subspan(1), json, inside) : value.element(i));
    }
    if (own.isTuple() || !allOfType(elements, own.elementType()))
        return Value::tuple(std::move(elements));
    return Value::sequence(own, std::move(elements));
}

} // namespace

Json describe(const Value& given) {
    const Value value = given.unmarked();
    if (!value.isKnown())
        return {{"$unknown", true}};
    if (value.isNull())
        return nullptr;
    switch (value.type().kind()) {
    case Type::Kind::Dynamic:
        break;
    case Type::Kind::String:
        return value.asString();
    case Type::Kind::Number:
        return numberOf(value.asNumber());
    case Type::Kind::Bool:
        return value.asBool();
    case Type::Kind::List:
    case Type::Kind::Set:
    case Type::Kind::Tuple: {
        Json array = Json::array();
        for (std::size_t i = 0; i < value.size(); ++i)
            array.push_back(describe(value.element(i)));
        return array;
    }
    case Type::Kind::Map:
    case Type::Kind::Object: {
        Json object = Json::object();
        for (std::size_t i = 0; i < value.size(); ++i)
            object[value.key(i)] = describe(value.element(i));
        return object;
    }
    }
    return nullptr;
}

Value valueOf(const Json& json, Type type) {
    if (json.is_null())
        return Value::null(type);
    if (isUnknownForm(json))
        return Value::unknown(type);
    if ((type.isList() || type.isSet() || type.isTuple()) && json.is_array())
        return sequenceOf(json, type);
    if (type.isMap() && json.is_object())
        return mapOf(json, type);
    if (type.isObject() && json.is_object())
        return objectOf(json, type);
    if (type.isPrimitive() && json.is_primitive()) {
        const bool fits = (type.isString() && json.is_string()) || (type.isBool() && json.is_boolean()) ||
                          (type.isNumber() && json.is_number());
        if (fits)
            if (auto value = values::fromJson(json.dump(), type))
                return *std::move(value);
    }
    return byItself(json);
}

Place parsePlace(std::string_view text) {
    Place place;
    std::size_t i = 0;
    while (i < text.size()) {
        if (text[i] == '[') {
            const std::size_t end = text.find(']', i);
            if (end == std::string_view::npos)
                throw std::runtime_error("no ] in " + std::string(text));
            const std::string_view key = text.substr(i + 1, end - i - 1);
            if (key.size() >= 2 && key.front() == '"') {
                place.emplace_back(std::string(key.substr(1, key.size() - 2)));
            } else {
                std::size_t index = 0;
                if (std::from_chars(key.data(), key.data() + key.size(), index).ec != std::errc())
                    throw std::runtime_error("no index in " + std::string(text));
                place.emplace_back(index);
            }
            i = end + 1;
            continue;
        }
        i += text[i] == '.' ? 1 : 0;
        const std::size_t end = std::min(text.find_first_of(".[", i), text.size());
        place.emplace_back(std::string(text.substr(i, end - i)));
        i = end;
    }
    return place;
}

const Json& member(const Json& json, const char* name) {
    static const Json empty = Json::object();
    const auto found = json.find(name);
    return found == json.end() ? empty : *found;
}

const Json& at(const Json& root, std::string_view place) {
    static const Json nothing;
    const Json* here = &root;
    for (const PlaceStep& step : parsePlace(place)) {
        if (const auto* name = std::get_if<std::string>(&step)) {
            if (!here->is_object() || !here->contains(*name))
                return isUnknownForm(*here) ? *here : nothing;
            here = &(*here)[*name];
        } else {
            const std::size_t index = std::get<std::size_t>(step);
            if (!here->is_array() || index >= here->size())
                return isUnknownForm(*here) ? *here : nothing;
            here = &(*here)[index];
        }
    }
    return *here;
}

Value withValueAt(const Value& root, std::string_view place, const Json& json, Type rootType) {
    const Place steps = parsePlace(place);
    return replaced(root, steps, json, rootType);
}

std::vector<values::Path> pathsOf(const Value& root, std::string_view place) {
    values::Path path;
    Value here = root;
    for (const PlaceStep& step : parsePlace(place)) {
        const Type type = here.type();
        const bool isInside = here.isKnown() && !here.isNull() && !type.isPrimitive() && !type.isDynamic();
        if (const auto* name = std::get_if<std::string>(&step)) {
            path = type.isMap() ? path.index(*name) : path.attribute(*name);
            const Value* found = isInside && (type.isMap() || type.isObject()) ? here.find(*name) : nullptr;
            here = found ? *found : Value();
        } else {
            const std::size_t index = std::get<std::size_t>(step);
            const bool isThere = isInside && index < here.size();
            if (type.isSet() && !isThere)
                return {};
            path = type.isSet() ? path.index(here.element(index)) : path.index(static_cast<std::int64_t>(index));
            here = isThere ? here.element(index) : Value();
        }
    }
    return {path};
}

} // namespace planlens::testing
