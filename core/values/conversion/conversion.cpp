// SPDX-License-Identifier: MPL-2.0
#include "core/values/conversion/conversion.h"

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace planlens::values::detail {
namespace {

using Kind = Conversion::Kind;
using Part = Conversion::Part;

struct Key {
    Type from;
    Type to;
    Safety safety;
    bool operator==(const Key&) const = default;
};
struct KeyHash {
    std::size_t operator()(const Key& key) const {
        return key.from.hash() * 31 + key.to.hash() * 7 + static_cast<std::size_t>(key.safety);
    }
};

/// Conversions are computed outside the lock: two threads may compute the same pair; the first result is kept.
class ConversionCache {
public:
    std::optional<const Conversion*> find(const Key& key) const {
        const std::shared_lock lock(m_mutex);
        const auto it = m_conversions.find(key);
        if (it == m_conversions.end())
            return std::nullopt;
        return it->second.get();
    }
    const Conversion* insert(const Key& key, std::unique_ptr<const Conversion> conversion) {
        const std::unique_lock lock(m_mutex);
        return m_conversions.try_emplace(key, std::move(conversion)).first->second.get();
    }

private:
    mutable std::shared_mutex m_mutex;
    std::unordered_map<Key, std::unique_ptr<const Conversion>, KeyHash> m_conversions;
};

std::unique_ptr<Conversion> make(Kind kind, Type from, Type to, Safety safety) {
    auto made = std::make_unique<Conversion>();
    made->kind = kind;
    made->from = from;
    made->to = to;
    made->plainTo = to.withoutOptionalAttributes();
    made->safety = safety;
    if (to.isCollection())
        made->element = to.elementType();
    return made;
}

/// Returns the conversion of elements from one type to another; nothing if impossible.
std::optional<Part> part(Type from, Type to, Safety safety) {
    if (from == to)
        return Part{};
    if (const Conversion* conversion = conversionBetween(from, to, safety))
        return Part{.rule = Part::Rule::Convert, .conversion = conversion};
    return std::nullopt;
}

std::unique_ptr<Conversion> primitive(Type from, Type to, Safety safety) {
    if (from.isNumber() && to.isString())
        return make(Kind::NumberToString, from, to, safety);
    if (from.isBool() && to.isString())
        return make(Kind::BoolToString, from, to, safety);
    if (safety == Safety::SafeOnly)
        return nullptr;
    if (from.isString() && to.isNumber())
        return make(Kind::StringToNumber, from, to, safety);
    if (from.isString() && to.isBool())
        return make(Kind::StringToBool, from, to, safety);
    return nullptr;
}

std::unique_ptr<Conversion> objectToObject(Type from, Type to, Safety safety) {
    auto made = make(Kind::ObjectToObject, from, to, safety);
    for (const ObjectAttribute& wanted : to.attributes()) {
        const auto source = from.attributeIndex(wanted.name);
        if (!source) {
            if (!wanted.optional)
                return nullptr;
            made->parts.push_back({.rule = Part::Rule::Absent});
            continue;
        }
        auto how = part(from.attributes()[*source].type, wanted.type, safety);
        if (!how)
            return nullptr;
        how->source = *source;
        made->parts.push_back(*how);
    }
    return made;
}

std::unique_ptr<Conversion> tupleToTuple(Type from, Type to, Safety safety) {
    if (from.tupleTypes().size() != to.tupleTypes().size())
        return nullptr;
    auto made = make(Kind::TupleToTuple, from, to, safety);
    for (std::size_t i = 0; i < to.tupleTypes().size(); ++i) {
        const auto how = part(from.tupleTypes()[i], to.tupleTypes()[i], safety);
        if (!how)
            return nullptr;
        made->parts.push_back(*how);
    }
    return made;
}

std::unique_ptr<Conversion> collection(Kind kind, Type from, Type to, Safety safety) {
    const auto how = part(from.elementType(), to.elementType(), safety);
    if (!how)
        return nullptr;
    auto made = make(kind, from, to, safety);
    made->parts.push_back(*how);
    return made;
}

std::unique_ptr<Conversion> structureToCollection(Kind kind, Type from, Type to, Safety safety) {
    std::vector<Type> types;
    if (from.isTuple())
        types.assign(from.tupleTypes().begin(), from.tupleTypes().end());
    else
        for (const ObjectAttribute& attribute : from.attributes())
            types.push_back(attribute.type);

    auto made = make(kind, from, to, safety);
    if (types.empty())
        return made;
    if (made->element.isDynamic()) {
        const auto unified = unify(types, safety);
        if (!unified)
            return nullptr;
        made->element = unified->type;
        if (from.isTuple() && unified->type.isDynamic()) {
            for (const Type type : types)
                if (!type.isDynamic())
                    return nullptr;
        }
    }
    for (const Type type : types) {
        const auto how = part(type, made->element, safety);
        if (!how)
            return nullptr;
        made->parts.push_back(*how);
    }
    return made;
}

std::unique_ptr<Conversion> mapToObject(Type from, Type to, Safety safety) {
    if (safety == Safety::SafeOnly)
        return nullptr;
    auto made = make(Kind::MapToObject, from, to, safety);
    for (const ObjectAttribute& wanted : to.attributes()) {
        if (const auto how = part(from.elementType(), wanted.type, safety))
            made->parts.push_back(*how);
        else if (wanted.optional)
            made->parts.push_back({.rule = Part::Rule::Incompatible});
        else
            return nullptr;
    }
    return made;
}

std::unique_ptr<Conversion> workOut(Type from, Type to, Safety safety) {
    const bool fromSequence = from.isList() || from.isSet();
    if (to.isDynamic())
        return make(Kind::Passthrough, from, to, safety);
    if (from.isDynamic())
        return safety == Safety::UnsafeAllowed ? make(Kind::ByValue, from, to, safety) : nullptr;
    if (from.isPrimitive() && to.isPrimitive())
        return primitive(from, to, safety);
    if (to.isObject() && from.isObject())
        return objectToObject(from, to, safety);
    if (to.isTuple() && from.isTuple())
        return tupleToTuple(from, to, safety);
    if (to.isList() && fromSequence)
        return collection(Kind::CollectionToList, from, to, safety);
    if (to.isSet() && fromSequence)
        return from.isList() && safety == Safety::SafeOnly ? nullptr
                                                           : collection(Kind::CollectionToSet, from, to, safety);
    if (to.isMap() && from.isMap())
        return collection(Kind::MapToMap, from, to, safety);
    if (to.isList() && from.isTuple())
        return structureToCollection(Kind::TupleToList, from, to, safety);
    if (to.isSet() && from.isTuple())
        return structureToCollection(Kind::TupleToSet, from, to, safety);
    if (to.isMap() && from.isObject())
        return structureToCollection(Kind::ObjectToMap, from, to, safety);
    if (to.isObject() && from.isMap())
        return mapToObject(from, to, safety);
    return nullptr;
}

std::vector<Type> partTypes(Type structure) {
    std::vector<Type> types;
    if (structure.isTuple())
        types.assign(structure.tupleTypes().begin(), structure.tupleTypes().end());
    else
        for (const ObjectAttribute& attribute : structure.attributes())
            types.push_back(attribute.type);
    return types;
}

/// Returns the element type that a structure gives to a collection whose own element type has dynamic parts.
Type replaceDynamicElement(Type structure, Type element) {
    const auto unified = unify(partTypes(structure), Safety::UnsafeAllowed);
    return unified ? replaceDynamic(unified->type, element) : element;
}

} // namespace

const Conversion* conversionBetween(Type from, Type to, Safety safety) {
    static ConversionCache cache;
    const Key key{from, to, safety};
    if (const auto found = cache.find(key))
        return *found;
    return cache.insert(key, workOut(from, to, safety));
}

Type replaceDynamic(Type in, Type out) {
    if (in.isDynamic() || !out.hasDynamic())
        return out;
    const bool inSequence = in.isList() || in.isSet();
    switch (out.kind()) {
    case Type::Kind::Dynamic:
        return in;
    case Type::Kind::String:
    case Type::Kind::Number:
    case Type::Kind::Bool:
        return out;
    case Type::Kind::Map:
        if (in.isMap())
            return Type::map(replaceDynamic(in.elementType(), out.elementType()));
        return in.isObject() ? Type::map(replaceDynamicElement(in, out.elementType())) : out;
    case Type::Kind::Set:
        if (inSequence)
            return Type::set(replaceDynamic(in.elementType(), out.elementType()));
        return in.isTuple() ? Type::set(replaceDynamicElement(in, out.elementType())) : out;
    case Type::Kind::List:
        if (inSequence)
            return Type::list(replaceDynamic(in.elementType(), out.elementType()));
        return in.isTuple() ? Type::list(replaceDynamicElement(in, out.elementType())) : out;
    case Type::Kind::Object: {
        std::vector<ObjectAttribute> attributes;
        for (const ObjectAttribute& wanted : out.attributes()) {
            Type type = wanted.type;
            if (in.isMap())
                type = replaceDynamic(in.elementType(), wanted.type);
            else if (const auto at = in.isObject() ? in.attributeIndex(wanted.name) : std::nullopt)
                type = replaceDynamic(in.attributes()[*at].type, wanted.type);
            attributes.push_back({wanted.name, type});
        }
        return Type::object(std::move(attributes));
    }
    case Type::Kind::Tuple: {
        if (!in.isTuple() || in.tupleTypes().size() != out.tupleTypes().size())
            return out;
        std::vector<Type> types;
        for (std::size_t i = 0; i < out.tupleTypes().size(); ++i)
            types.push_back(replaceDynamic(in.tupleTypes()[i], out.tupleTypes()[i]));
        return Type::tuple(std::move(types));
    }
    }
    return out;
}

Outcome<Value> conforming(const Value& value, Type constraint) {
    if (value.type() == constraint || testConformance(value.type(), constraint).empty())
        return value;
    return convert(value, constraint);
}

} // namespace planlens::values::detail
