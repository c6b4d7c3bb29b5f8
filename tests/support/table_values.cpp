// SPDX-License-Identifier: MPL-2.0
#include "tests/support/table_values.h"

#include "core/values/json/json.h"

#include <fstream>
#include <stdexcept>

namespace planlens::tests {
namespace {

using values::Type;
using values::Value;

values::Number number(const Json& json) {
    const auto text = json.get<std::string>();
    if (text.ends_with("Infinity"))
        return values::Number::infinity(text[0] == '-');
    return values::Number::parse(text).value();
}

/// Converts plain JSON to a wholly known value.
Value plainValue(const Json& json, Type type) {
    if (json.is_null())
        return Value::null(type);
    switch (type.kind()) {
    case Type::Kind::Dynamic:
        break;
    case Type::Kind::String:
        return Value::string(json.get<std::string>());
    case Type::Kind::Bool:
        return Value::boolean(json.get<bool>());
    case Type::Kind::Number:
        return Value::number(number(json));
    case Type::Kind::List:
    case Type::Kind::Set:
    case Type::Kind::Tuple: {
        std::vector<Value> elements;
        for (const Json& element : json)
            elements.push_back(
                plainValue(element, type.isTuple() ? type.tupleTypes()[elements.size()] : type.elementType()));
        return Value::sequence(type, std::move(elements));
    }
    case Type::Kind::Map: {
        std::vector<std::pair<std::string, Value>> entries;
        for (const auto& [key, element] : json.items())
            entries.emplace_back(key, plainValue(element, type.elementType()));
        return Value::map(type, std::move(entries));
    }
    case Type::Kind::Object: {
        std::vector<Value> attributes;
        for (const auto& attribute : type.attributes())
            attributes.push_back(plainValue(json.at(attribute.name), attribute.type));
        return Value::object(type, std::move(attributes));
    }
    }
    throw std::runtime_error("a known value of the dynamic type can only be null: " + json.dump());
}

values::Refinement refinement(const Json& json) {
    values::Refinement result;
    const auto bound = [](const Json& b) {
        return values::Refinement::Bound{number(b.at("n")), b.at("inclusive").get<bool>()};
    };
    result.notNull = json.value("not_null", false);
    result.prefix = json.value("prefix", "");
    if (json.contains("min"))
        result.lower = bound(json["min"]);
    if (json.contains("max"))
        result.upper = bound(json["max"]);
    result.minLength = json.value("min_len", std::int64_t{0});
    if (json.contains("max_len"))
        result.maxLength = json["max_len"].get<std::int64_t>();
    return result;
}

Value unmarkedValue(const Json& json, Type type) {
    if (json.contains("v"))
        return plainValue(json["v"], type);
    if (json.contains("unknown"))
        return json.contains("refine") ? Value::unknown(type, refinement(json["refine"])) : Value::unknown(type);
    if (json.contains("elems")) {
        std::vector<Value> elements;
        for (const Json& element : json["elems"])
            elements.push_back(tableValue(element));
        return Value::sequence(type, std::move(elements));
    }
    const Json& attrs = json.at("attrs");
    if (type.isMap()) {
        std::vector<std::pair<std::string, Value>> entries;
        for (const auto& [key, element] : attrs.items())
            entries.emplace_back(key, tableValue(element));
        return Value::map(type, std::move(entries));
    }
    std::vector<Value> attributes;
    for (const auto& attribute : type.attributes())
        attributes.push_back(tableValue(attrs.at(attribute.name)));
    return Value::object(type, std::move(attributes));
}

} // namespace

Json readTable(const std::string& name) {
    std::ifstream file(std::string(PLANLENS_SHARED_DIR "/conformance/tables/") + name);
    return file ? Json::parse(file) : Json();
}

Type tableType(const Json& json) {
    const auto type = values::typeFromJson(json.dump());
    if (!type)
        throw std::runtime_error("not a type: " + json.dump());
    return *type;
}

Value tableValue(const Json& json) {
    Value value = unmarkedValue(json, tableType(json.at("t")));
    if (json.contains("marks"))
        for (const Json& mark : json["marks"])
            value = value.withMark(values::Mark(mark.get<std::string>()));
    return value;
}

values::Path tablePath(const Json& json) {
    values::Path path;
    for (const Json& step : json) {
        if (step.contains("attr"))
            path.push(values::AttributeStep{step["attr"].get<std::string>()});
        else
            path.push(values::IndexStep{tableValue(step.at("index"))});
    }
    return path;
}

} // namespace planlens::tests
