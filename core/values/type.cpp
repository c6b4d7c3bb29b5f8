// SPDX-License-Identifier: MPL-2.0
#include "core/values/type.h"

#include "core/values/text/nfc.h"
#include "core/values/text/quoted.h"
#include "core/values/type_data.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_set>

namespace planlens::values {
namespace {

using detail::TypeData;
using Kind = Type::Kind;

constinit const TypeData dynamicData{.kind = Kind::Dynamic, .hasDynamic = true, .contentHash = 1};
constinit const TypeData stringData{.kind = Kind::String, .contentHash = 2};
constinit const TypeData numberData{.kind = Kind::Number, .contentHash = 3};
constinit const TypeData boolData{.kind = Kind::Bool, .contentHash = 4};

std::size_t mix(std::size_t seed, std::size_t value) {
    return (seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2))) * 0xff51afd7ed558ccdULL;
}

/// A structural type with the storage of its spans.
struct OwningTypeData : TypeData {
    std::vector<Type> ownTuple;
    std::vector<ObjectAttribute> ownAttributes;
};

/// A structural type before the lookup of an equal existing one.
struct Candidate {
    Kind kind;
    std::span<const Type> tuple;
    std::span<const ObjectAttribute> attributes;
    std::size_t hash;
};

std::size_t hashOf(std::span<const Type> elements) {
    std::size_t hash = mix(7, elements.size());
    for (const Type element : elements)
        hash = mix(hash, element.hash());
    return hash;
}

std::size_t hashOf(std::span<const ObjectAttribute> attributes) {
    std::size_t hash = mix(11, attributes.size());
    for (const ObjectAttribute& attribute : attributes) {
        hash = mix(hash, std::hash<std::string_view>{}(attribute.name));
        hash = mix(hash, attribute.type.hash() + (attribute.optional ? 1 : 0));
    }
    return hash;
}

struct ContentHash {
    using is_transparent = void;
    std::size_t operator()(const TypeData* data) const { return data->contentHash; }
    std::size_t operator()(const Candidate& candidate) const { return candidate.hash; }
};

struct SameContent {
    using is_transparent = void;
    bool operator()(const TypeData* a, const TypeData* b) const { return a == b; }
    bool operator()(const Candidate& a, const TypeData* b) const {
        return a.hash == b->contentHash && a.kind == b->kind && std::ranges::equal(a.tuple, b->tuple) &&
               std::ranges::equal(a.attributes, b->attributes);
    }
    bool operator()(const TypeData* a, const Candidate& b) const { return (*this)(b, a); }
};

/// All tuple and object types of the process, in several tables with separate locks, so that many threads can look up
/// types at once. Entries are never removed.
class StructuralTypes {
public:
    const TypeData* find(const Candidate& candidate) {
        Shard& shard = shardOf(candidate);
        const std::shared_lock lock(shard.mutex);
        const auto found = shard.types.find(candidate);
        return found == shard.types.end() ? nullptr : *found;
    }

    /// Returns the given type, or the one that another thread created meanwhile.
    const TypeData* add(const Candidate& candidate, std::unique_ptr<const OwningTypeData> made) {
        Shard& shard = shardOf(candidate);
        const std::unique_lock lock(shard.mutex);
        const auto found = shard.types.find(candidate);
        if (found != shard.types.end())
            return *found;
        return *shard.types.insert(made.release()).first;
    }

private:
    struct Shard {
        std::shared_mutex mutex;
        std::unordered_set<const TypeData*, ContentHash, SameContent> types;
    };
    Shard& shardOf(const Candidate& candidate) { return m_shards[candidate.hash >> 60]; }

    std::array<Shard, 16> m_shards;
};

StructuralTypes& structuralTypes() {
    static auto* const types = new StructuralTypes; // outlives all objects with static storage duration
    return *types;
}

Type internTuple(const std::vector<Type>& elements) {
    const Candidate candidate{Kind::Tuple, elements, {}, hashOf(elements)};
    if (const TypeData* found = structuralTypes().find(candidate))
        return TypeData::typeOf(found);
    auto data = std::make_unique<OwningTypeData>();
    data->kind = Kind::Tuple;
    data->contentHash = candidate.hash;
    std::vector<Type> plain;
    for (const Type element : elements) {
        data->hasDynamic |= element.hasDynamic();
        data->hasOptional |= element.hasOptionalAttributes();
        data->depth = std::max(data->depth, element.depth() + 1);
        plain.push_back(element.withoutOptionalAttributes());
    }
    if (data->hasOptional)
        data->plain = TypeData::of(internTuple(plain));
    data->ownTuple = elements;
    data->tuple = data->ownTuple;
    return TypeData::typeOf(structuralTypes().add(candidate, std::move(data)));
}

Type internObject(const std::vector<ObjectAttribute>& attributes) {
    const Candidate candidate{Kind::Object, {}, attributes, hashOf(attributes)};
    if (const TypeData* found = structuralTypes().find(candidate))
        return TypeData::typeOf(found);
    auto data = std::make_unique<OwningTypeData>();
    data->kind = Kind::Object;
    data->contentHash = candidate.hash;
    std::vector<ObjectAttribute> plain;
    for (const ObjectAttribute& attribute : attributes) {
        data->hasDynamic |= attribute.type.hasDynamic();
        data->hasOptional |= attribute.optional || attribute.type.hasOptionalAttributes();
        data->depth = std::max(data->depth, attribute.type.depth() + 1);
        plain.push_back({attribute.name, attribute.type.withoutOptionalAttributes(), false});
    }
    if (data->hasOptional)
        data->plain = TypeData::of(internObject(plain));
    data->ownAttributes = attributes;
    data->attributes = data->ownAttributes;
    return TypeData::typeOf(structuralTypes().add(candidate, std::move(data)));
}

Type internCollection(Kind kind, Type elementType, std::atomic<const TypeData*> TypeData::*slot) {
    const TypeData* element = TypeData::of(elementType);
    std::atomic<const TypeData*>& place = const_cast<TypeData*>(element)->*slot;
    if (const TypeData* known = place.load(std::memory_order_acquire))
        return TypeData::typeOf(known);
    auto data = std::make_unique<TypeData>();
    data->kind = kind;
    data->hasDynamic = element->hasDynamic;
    data->hasOptional = element->hasOptional;
    data->depth = element->depth + 1;
    data->element = element;
    data->contentHash = mix(element->contentHash, static_cast<std::size_t>(kind));
    if (element->hasOptional)
        data->plain = TypeData::of(internCollection(kind, elementType.withoutOptionalAttributes(), slot));
    const TypeData* expected = nullptr;
    if (place.compare_exchange_strong(expected, data.get(), std::memory_order_acq_rel))
        return TypeData::typeOf(data.release());
    return TypeData::typeOf(expected);
}

enum class Naming { Value, Constraint };

std::string nameOf(Type type, Naming naming) {
    const auto collection = [&](const std::string& prefix) {
        const Type element = type.elementType();
        if (naming == Naming::Constraint && element.isDynamic())
            return prefix + "any single type";
        return prefix + nameOf(element, naming);
    };
    switch (type.kind()) {
    case Kind::Dynamic:
        return naming == Naming::Constraint ? "any type" : "dynamic";
    case Kind::String:
        return "string";
    case Kind::Number:
        return "number";
    case Kind::Bool:
        return "bool";
    case Kind::List:
        return collection("list of ");
    case Kind::Set:
        return collection("set of ");
    case Kind::Map:
        return collection("map of ");
    case Kind::Tuple:
        return "tuple";
    case Kind::Object:
        return "object";
    }
    return {};
}

std::string attributesGoString(std::span<const ObjectAttribute> attributes) {
    std::string out = "map[string]cty.Type{";
    for (std::size_t i = 0; i < attributes.size(); ++i)
        out += (i ? ", " : "") + quoted(attributes[i].name) + ":" + attributes[i].type.toGoString();
    return out + "}";
}

} // namespace

Type::Type()
    : m_data(&dynamicData) {}
Type Type::dynamic() {
    return Type(&dynamicData);
}
Type Type::string() {
    return Type(&stringData);
}
Type Type::number() {
    return Type(&numberData);
}
Type Type::boolean() {
    return Type(&boolData);
}
Type Type::list(Type element) {
    return internCollection(Kind::List, element, &TypeData::listOf);
}
Type Type::set(Type element) {
    return internCollection(Kind::Set, element, &TypeData::setOf);
}
Type Type::map(Type element) {
    return internCollection(Kind::Map, element, &TypeData::mapOf);
}
Type Type::tuple(std::vector<Type> elements) {
    return internTuple(elements);
}

Type Type::object(std::vector<ObjectAttribute> attributes) {
    for (ObjectAttribute& attribute : attributes)
        if (!isAscii(attribute.name))
            attribute.name = toNfc(attribute.name);
    if (!std::ranges::is_sorted(attributes, {}, &ObjectAttribute::name))
        std::ranges::stable_sort(attributes, {}, &ObjectAttribute::name);
    // The last of duplicate names is used, as in a map that is filled in order.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < attributes.size(); ++i) {
        if (i + 1 < attributes.size() && attributes[i].name == attributes[i + 1].name)
            continue;
        if (kept != i)
            attributes[kept] = std::move(attributes[i]);
        ++kept;
    }
    attributes.resize(kept);
    return internObject(attributes);
}

Type Type::emptyObject() {
    static const Type type = internObject({});
    return type;
}

Type::Kind Type::kind() const {
    return m_data->kind;
}

Type Type::elementType() const {
    assert(isCollection());
    return Type(m_data->element);
}

std::span<const Type> Type::tupleTypes() const {
    assert(isTuple());
    return m_data->tuple;
}

std::span<const ObjectAttribute> Type::attributes() const {
    assert(isObject());
    return m_data->attributes;
}

/// Attribute names are normalized.
static std::optional<std::size_t> indexOfNormal(Type type, std::string_view name) {
    const std::string normal = toNfc(name);
    return normal == name ? std::nullopt : type.attributeIndex(normal);
}

std::optional<std::size_t> Type::attributeIndex(std::string_view name) const {
    assert(isObject());
    const auto attributes = m_data->attributes;
    constexpr std::size_t few = 8; // linear search is faster than binary search
    if (attributes.size() <= few) {
        for (std::size_t i = 0; i < attributes.size(); ++i)
            if (attributes[i].name == name)
                return i;
        return isAscii(name) ? std::nullopt : indexOfNormal(*this, name);
    }
    const auto found = std::lower_bound(attributes.begin(), attributes.end(), name,
                                        [](const ObjectAttribute& a, std::string_view b) { return a.name < b; });
    if (found != attributes.end() && found->name == name)
        return static_cast<std::size_t>(found - attributes.begin());
    return isAscii(name) ? std::nullopt : indexOfNormal(*this, name);
}

Type Type::attributeType(std::string_view name) const {
    const auto index = attributeIndex(name);
    assert(index);
    return m_data->attributes[*index].type;
}

bool Type::hasDynamic() const {
    return m_data->hasDynamic;
}
std::uint32_t Type::depth() const {
    return m_data->depth;
}
bool Type::hasOptionalAttributes() const {
    return m_data->hasOptional;
}
Type Type::withoutOptionalAttributes() const {
    return m_data->plain ? Type(m_data->plain) : *this;
}
std::string Type::friendlyName() const {
    return nameOf(*this, Naming::Value);
}
std::string Type::friendlyNameForConstraint() const {
    return nameOf(*this, Naming::Constraint);
}

std::string Type::toGoString() const {
    switch (kind()) {
    case Kind::Dynamic:
        return "cty.DynamicPseudoType";
    case Kind::String:
        return "cty.String";
    case Kind::Number:
        return "cty.Number";
    case Kind::Bool:
        return "cty.Bool";
    case Kind::List:
        return "cty.List(" + elementType().toGoString() + ")";
    case Kind::Set:
        return "cty.Set(" + elementType().toGoString() + ")";
    case Kind::Map:
        return "cty.Map(" + elementType().toGoString() + ")";
    case Kind::Tuple: {
        if (tupleTypes().empty())
            return "cty.EmptyTuple";
        std::string out;
        for (const Type element : tupleTypes())
            out += (out.empty() ? "" : ", ") + element.toGoString();
        return "cty.Tuple([]cty.Type{" + out + "})";
    }
    case Kind::Object:
        break;
    }
    if (attributes().empty())
        return "cty.EmptyObject";
    std::string optional;
    for (const ObjectAttribute& attribute : attributes())
        if (attribute.optional)
            optional += (optional.empty() ? "" : ", ") + quoted(attribute.name);
    if (optional.empty())
        return "cty.Object(" + attributesGoString(attributes()) + ")";
    return "cty.ObjectWithOptionalAttrs(" + attributesGoString(attributes()) + ", []string{" + optional + "})";
}

} // namespace planlens::values
