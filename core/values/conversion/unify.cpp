// SPDX-License-Identifier: MPL-2.0
#include "core/values/conversion/conversion.h"

#include <algorithm>
#include <unordered_map>

namespace planlens::values {
namespace {

/// More types than this are deduplicated before pairwise comparison.
constexpr std::size_t manyTypes = 256;

int bySign(bool aAbove, bool bAbove) {
    if (aAbove == bAbove)
        return 0;
    return aAbove ? -1 : 1;
}

struct Counts {
    std::size_t map = 0, list = 0, set = 0, object = 0, tuple = 0, dynamic = 0;
};
Counts count(std::span<const Type> types) {
    Counts counts;
    for (const Type type : types) {
        switch (type.kind()) {
        case Type::Kind::Map:
            ++counts.map;
            break;
        case Type::Kind::List:
            ++counts.list;
            break;
        case Type::Kind::Set:
            ++counts.set;
            break;
        case Type::Kind::Object:
            ++counts.object;
            break;
        case Type::Kind::Tuple:
            ++counts.tuple;
            break;
        case Type::Kind::Dynamic:
            ++counts.dynamic;
            break;
        case Type::Kind::String:
        case Type::Kind::Number:
        case Type::Kind::Bool:
            break;
        }
    }
    return counts;
}

Unified allDynamic(std::span<const Type> types) {
    return {Type::dynamic(), std::vector<bool>(types.size(), true)};
}

/// Returns the wanted type with the conversions to it, if all types can be converted.
std::optional<Unified> towards(Type wanted, std::span<const Type> types, Safety safety) {
    Unified result{wanted, std::vector<bool>(types.size(), false)};
    for (std::size_t i = 0; i < types.size(); ++i) {
        if (types[i] == wanted)
            continue;
        if (!detail::conversionBetween(types[i], wanted, safety))
            return std::nullopt;
        result.needsConversion[i] = true;
    }
    return result;
}

std::optional<Unified> unifyCollections(Type (*make)(Type), std::span<const Type> types, Safety safety) {
    std::vector<Type> elements;
    elements.reserve(types.size());
    for (const Type type : types)
        elements.push_back(type.elementType());
    const auto element = unify(elements, safety);
    return element ? towards(make(element->type), types, safety) : std::nullopt;
}

std::optional<Unified> objectsToMap(std::span<const Type> types, Safety safety) {
    std::vector<Type> attributes;
    for (const Type type : types)
        for (const ObjectAttribute& attribute : type.attributes())
            attributes.push_back(attribute.type);
    const auto element = unify(attributes, safety);
    return element ? towards(Type::map(element->type), types, safety) : std::nullopt;
}

std::optional<Unified> tuplesToList(std::span<const Type> types, Safety safety) {
    std::vector<Type> elements;
    for (const Type type : types)
        elements.insert(elements.end(), type.tupleTypes().begin(), type.tupleTypes().end());
    const auto element = unify(elements, safety);
    return element ? towards(Type::list(element->type), types, safety) : std::nullopt;
}

bool haveSameNames(Type a, Type b) {
    return std::equal(a.attributes().begin(), a.attributes().end(), b.attributes().begin(), b.attributes().end(),
                      [](const ObjectAttribute& x, const ObjectAttribute& y) { return x.name == y.name; });
}

std::optional<Unified> unifyObjects(std::span<const Type> types, Safety safety) {
    const Type first = types.front();
    for (const Type type : types)
        if (!haveSameNames(first, type))
            return objectsToMap(types, safety);
    std::vector<ObjectAttribute> attributes;
    std::vector<Type> across(types.size());
    for (std::size_t at = 0; at < first.attributes().size(); ++at) {
        for (std::size_t i = 0; i < types.size(); ++i)
            across[i] = types[i].attributes()[at].type;
        const auto unified = unify(across, safety);
        if (!unified)
            return std::nullopt;
        attributes.push_back({first.attributes()[at].name, unified->type});
    }
    if (auto result = towards(Type::object(std::move(attributes)), types, safety))
        return result;
    return objectsToMap(types, safety);
}

std::optional<Unified> unifyTuples(std::span<const Type> types, Safety safety) {
    const std::size_t length = types.front().tupleTypes().size();
    for (const Type type : types)
        if (type.tupleTypes().size() != length)
            return tuplesToList(types, safety);
    std::vector<Type> elements;
    std::vector<Type> across(types.size());
    for (std::size_t at = 0; at < length; ++at) {
        for (std::size_t i = 0; i < types.size(); ++i)
            across[i] = types[i].tupleTypes()[at];
        const auto unified = unify(across, safety);
        if (!unified)
            return std::nullopt;
        elements.push_back(unified->type);
    }
    if (auto result = towards(Type::tuple(std::move(elements)), types, safety))
        return result;
    return tuplesToList(types, safety);
}

/// Unifies objects with maps, or tuples with lists: converts each structure to a collection first.
std::optional<Unified> unifyStructuresAsCollections(Type::Kind structure, std::span<const Type> types, Safety safety) {
    const bool objects = structure == Type::Kind::Object;
    std::vector<Type> structures;
    for (const Type type : types)
        if (type.kind() == structure)
            structures.push_back(type);
    const auto collection = objects ? objectsToMap(structures, safety) : tuplesToList(structures, safety);
    if (!collection)
        return std::nullopt;
    std::vector<Type> replaced(types.begin(), types.end());
    for (Type& type : replaced)
        if (type.kind() == structure)
            type = collection->type;
    auto result = unify(replaced, safety);
    if (!result || !(objects ? result->type.isMap() : result->type.isList()))
        return std::nullopt;
    for (std::size_t i = 0; i < types.size(); ++i)
        if (types[i].kind() == structure)
            result->needsConversion[i] = true;
    return result;
}

std::optional<Unified> unifyByPreference(std::span<const Type> types, Safety safety) {
    for (const std::size_t i : sortTypes(types))
        if (auto result = towards(types[i], types, safety))
            return result;
    return std::nullopt;
}

std::optional<Unified> unifyMany(std::span<const Type> types, Safety safety) {
    std::unordered_map<Type, std::size_t> seen;
    std::vector<Type> different;
    for (const Type type : types)
        if (seen.try_emplace(type, different.size()).second)
            different.push_back(type);
    if (different.size() == types.size())
        return unifyByPreference(types, safety);
    const auto unified = unify(different, safety);
    if (!unified)
        return std::nullopt;
    Unified result{unified->type, std::vector<bool>(types.size())};
    for (std::size_t i = 0; i < types.size(); ++i)
        result.needsConversion[i] = unified->needsConversion[seen.at(types[i])];
    return result;
}

} // namespace

int compareTypes(Type a, Type b) {
    if (a.isDynamic() || b.isDynamic()) {
        if (a.isDynamic() && b.isDynamic())
            return 0;
        return a.isDynamic() ? 1 : -1;
    }
    if (a.isString() != b.isString() && a.isPrimitive() && b.isPrimitive())
        return a.isString() ? -1 : 1;
    if (a.isCollection() && a.kind() == b.kind())
        return compareTypes(a.elementType(), b.elementType());

    const auto above = [](Type x, Type y) {
        return (x.isList() && y.isTuple()) || (x.isMap() && y.isObject()) || ((x.isTuple() || x.isList()) && y.isSet());
    };
    if (above(a, b))
        return -1;
    if (above(b, a))
        return 1;

    bool aAbove = false;
    bool bAbove = false;
    const auto note = [&](int order) {
        aAbove = aAbove || order < 0;
        bAbove = bAbove || order > 0;
    };
    if (a.isObject() && b.isObject()) {
        if (!haveSameNames(a, b))
            return 0;
        for (std::size_t i = 0; i < a.attributes().size(); ++i)
            note(compareTypes(a.attributes()[i].type, b.attributes()[i].type));
    } else if (a.isTuple() && b.isTuple()) {
        if (a.tupleTypes().size() != b.tupleTypes().size())
            return 0;
        for (std::size_t i = 0; i < a.tupleTypes().size(); ++i)
            note(compareTypes(a.tupleTypes()[i], b.tupleTypes()[i]));
    }
    return bySign(aAbove, bAbove);
}

std::vector<std::size_t> sortTypes(std::span<const Type> types) {
    std::vector<std::vector<std::size_t>> below(types.size());
    std::vector<std::size_t> aboveCount(types.size(), 0);
    for (std::size_t i = 0; i < types.size(); ++i) {
        for (std::size_t j = i + 1; j < types.size(); ++j) {
            const int order = types[i] == types[j] ? 0 : compareTypes(types[i], types[j]);
            if (order < 0)
                below[i].push_back(j);
            else if (order > 0)
                below[j].push_back(i);
        }
    }
    for (const auto& list : below)
        for (const std::size_t j : list)
            ++aboveCount[j];
    std::vector<std::size_t> order;
    order.reserve(types.size());
    for (std::size_t i = 0; i < types.size(); ++i)
        if (aboveCount[i] == 0)
            order.push_back(i);
    for (std::size_t next = 0; next < order.size(); ++next)
        for (const std::size_t j : below[order[next]])
            if (--aboveCount[j] == 0)
                order.push_back(j);
    return order;
}

std::optional<Unified> unify(std::span<const Type> types, Safety safety) {
    if (types.empty())
        return std::nullopt;
    const bool allEqual = std::adjacent_find(types.begin(), types.end(), std::not_equal_to<>()) == types.end();
    if (allEqual && !types.front().hasOptionalAttributes())
        return Unified{types.front(), std::vector<bool>(types.size(), false)};

    const Counts counts = count(types);
    const std::size_t n = types.size();
    if (counts.map && counts.map + counts.dynamic == n)
        return counts.dynamic ? allDynamic(types) : unifyCollections(Type::map, types, safety);
    if (counts.map && counts.map + counts.object + counts.dynamic == n) {
        if (auto result = unifyStructuresAsCollections(Type::Kind::Object, types, safety))
            return result;
    } else if (counts.list && counts.list + counts.dynamic == n) {
        return counts.dynamic ? allDynamic(types) : unifyCollections(Type::list, types, safety);
    } else if (counts.list && counts.list + counts.tuple + counts.dynamic == n) {
        if (auto result = unifyStructuresAsCollections(Type::Kind::Tuple, types, safety))
            return result;
    } else if (counts.set && counts.set + counts.dynamic == n) {
        return counts.dynamic ? allDynamic(types) : unifyCollections(Type::set, types, safety);
    } else if (counts.object && counts.object + counts.dynamic == n) {
        return counts.dynamic ? allDynamic(types) : unifyObjects(types, safety);
    } else if (counts.tuple && counts.tuple + counts.dynamic == n) {
        return counts.dynamic ? allDynamic(types) : unifyTuples(types, safety);
    } else if (counts.object && counts.tuple) {
        return std::nullopt;
    }
    return n > manyTypes ? unifyMany(types, safety) : unifyByPreference(types, safety);
}

} // namespace planlens::values
