// SPDX-License-Identifier: MPL-2.0
#include "core/values/nodes.h"
#include "core/values/set_order.h"
#include "core/values/text/nfc.h"

#include <algorithm>
#include <array>
#include <optional>

namespace planlens::values {
namespace {

using detail::MapEntry;
using detail::MapNode;
using detail::NodePtr;
using detail::SequenceNode;

Value fromElements(Type type, std::vector<Value> elements) {
    return ValueAccess::make(type,
                             elements.empty() ? detail::emptySequenceNode() : SequenceNode::make(std::move(elements)));
}

/// The type of an object with these names and value types, in this order. Each thread caches some recent types.
class KnownObjectType {
public:
    explicit KnownObjectType(const std::vector<MapEntry>& attributes)
        : m_type(slot(attributes)) {
        m_isKnown =
            m_type.isObject() && std::ranges::equal(attributes, m_type.attributes(),
                                                    [](const MapEntry& entry, const ObjectAttribute& attribute) {
                                                        return entry.second.type() == attribute.type &&
                                                               entry.first == attribute.name && !attribute.optional;
                                                    });
    }
    std::optional<Type> type() const { return m_isKnown ? std::optional(m_type) : std::nullopt; }
    void remember(Type type) { m_type = type; }

private:
    static Type& slot(const std::vector<MapEntry>& attributes) {
        thread_local std::array<Type, 61> known;
        std::size_t hash = attributes.size();
        for (const MapEntry& entry : attributes)
            hash = hash * 31 + std::hash<Type>{}(entry.second.type());
        return known[hash % known.size()];
    }
    Type& m_type;
    bool m_isKnown = false;
};

/// Returns the common type of all elements; single elements may still be dynamic.
Type commonType(std::span<const Value> elements) {
    Type common;
    for (const Value& element : elements) {
        if (common.isDynamic())
            common = element.type();
        assert(element.type().isDynamic() || element.type() == common);
    }
    return common;
}

Type commonType(std::span<const MapEntry> entries) {
    Type common;
    for (const auto& [key, element] : entries) {
        if (common.isDynamic())
            common = element.type();
        assert(element.type().isDynamic() || element.type() == common);
    }
    return common;
}

bool fits(const Value& element, Type declared) {
    return element.type() == declared || (element.type().isDynamic() && !declared.isDynamic());
}

/// Returns the actual type of an element of a structure if the declared type is less specific.
Type actualType(const Value& element, Type declared) {
    return fits(element, declared) ? declared : element.type();
}

void retype(std::vector<Value>& elements, Type type) {
    for (Value& element : elements)
        if (element.type() != type)
            element = ValueAccess::retyped(element, type);
}

Value setOf(Type element, std::vector<Value> elements) {
    MarkSet marks;
    for (Value& value : elements) {
        if (value.containsMarked()) {
            marks.insert(value.marksDeep());
            value = value.unmarkedDeep();
        }
    }
    retype(elements, element);
    detail::bringIntoSetOrder(element, elements);
    return fromElements(Type::set(element), std::move(elements)).withMarks(marks);
}

Value mapOf(Type element, std::vector<MapEntry> entries) {
    for (auto& [key, value] : entries) {
        if (!isAscii(key))
            key = toNfc(key);
        if (value.type() != element)
            value = ValueAccess::retyped(value, element);
    }
    const auto byKey = [](const MapEntry& a, const MapEntry& b) { return a.first < b.first; };
    if (!std::is_sorted(entries.begin(), entries.end(), byKey))
        std::stable_sort(entries.begin(), entries.end(), byKey);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (i + 1 < entries.size() && entries[i].first == entries[i + 1].first)
            continue;
        if (kept != i)
            entries[kept] = std::move(entries[i]);
        ++kept;
    }
    entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(kept), entries.end());
    return ValueAccess::make(Type::map(element), NodePtr(new MapNode(std::move(entries))));
}

} // namespace

Value::Value()
    : m_node(detail::nullNode()) {}

Value Value::null(Type type) {
    return Value(type.withoutOptionalAttributes(), NodePtr(detail::nullNode()));
}
Value Value::unknown(Type type) {
    return Value(type.withoutOptionalAttributes(), NodePtr(detail::unknownNode()));
}
Value Value::boolean(bool value) {
    return Value(Type::boolean(), NodePtr(detail::boolNode(value)));
}
Value Value::number(Number value) {
    return Value(Type::number(), detail::numberNode(std::move(value)));
}
Value Value::string(std::string_view text) {
    return Value(Type::string(), detail::stringNode(toNfc(text)));
}

Value Value::list(std::vector<Value> elements) {
    assert(!elements.empty());
    const Type element = commonType(elements);
    retype(elements, element);
    return fromElements(Type::list(element), std::move(elements));
}

Value Value::emptyList(Type element) {
    return fromElements(Type::list(element.withoutOptionalAttributes()), {});
}

Value Value::set(std::vector<Value> elements) {
    assert(!elements.empty());
    const Type element = commonType(elements);
    return setOf(element, std::move(elements));
}

Value Value::emptySet(Type element) {
    return fromElements(Type::set(element.withoutOptionalAttributes()), {});
}

Value Value::tuple(std::vector<Value> elements) {
    std::vector<Type> types;
    types.reserve(elements.size());
    for (const Value& element : elements)
        types.push_back(element.type());
    return fromElements(Type::tuple(std::move(types)), std::move(elements));
}

Value Value::map(std::vector<MapEntry> elements) {
    assert(!elements.empty());
    const Type element = commonType(elements);
    return mapOf(element, std::move(elements));
}

Value Value::emptyMap(Type element) {
    return mapOf(element.withoutOptionalAttributes(), {});
}

Value Value::object(std::vector<MapEntry> attributes) {
    KnownObjectType known(attributes);
    if (const std::optional<Type> type = known.type()) {
        std::vector<Value> values;
        values.reserve(attributes.size());
        for (MapEntry& attribute : attributes)
            values.push_back(std::move(attribute.second));
        return fromElements(*type, std::move(values));
    }
    for (MapEntry& attribute : attributes)
        if (!isAscii(attribute.first))
            attribute.first = toNfc(attribute.first);
    const auto byName = [](const MapEntry& a, const MapEntry& b) { return a.first < b.first; };
    if (!std::is_sorted(attributes.begin(), attributes.end(), byName))
        std::stable_sort(attributes.begin(), attributes.end(), byName);
    std::vector<ObjectAttribute> types;
    std::vector<Value> values;
    types.reserve(attributes.size());
    values.reserve(attributes.size());
    for (std::size_t i = 0; i < attributes.size(); ++i) {
        if (i + 1 < attributes.size() && attributes[i].first == attributes[i + 1].first)
            continue;
        types.push_back({std::move(attributes[i].first), attributes[i].second.type(), false});
        values.push_back(std::move(attributes[i].second));
    }
    const Type type = Type::object(std::move(types));
    known.remember(type);
    return fromElements(type, std::move(values));
}

Value Value::object(Type type, std::vector<Value> attributes) {
    type = type.withoutOptionalAttributes();
    const auto declared = type.attributes();
    assert(declared.size() == attributes.size());
    bool exact = true;
    for (std::size_t i = 0; i < declared.size(); ++i) {
        if (!fits(attributes[i], declared[i].type))
            exact = false;
        else if (attributes[i].type() != declared[i].type)
            attributes[i] = ValueAccess::retyped(attributes[i], declared[i].type);
    }
    if (exact)
        return fromElements(type, std::move(attributes));
    std::vector<ObjectAttribute> types(declared.begin(), declared.end());
    for (std::size_t i = 0; i < types.size(); ++i)
        types[i].type = actualType(attributes[i], types[i].type);
    return fromElements(Type::object(std::move(types)), std::move(attributes));
}

Value Value::emptyObject() {
    return fromElements(Type::emptyObject(), {});
}
Value Value::emptyTuple() {
    return fromElements(Type::emptyTuple(), {});
}

Value Value::sequence(Type type, std::vector<Value> elements) {
    type = type.withoutOptionalAttributes();
    if (type.isTuple()) {
        const auto declared = type.tupleTypes();
        assert(declared.size() == elements.size());
        bool exact = true;
        for (std::size_t i = 0; i < declared.size(); ++i) {
            if (!fits(elements[i], declared[i]))
                exact = false;
            else if (elements[i].type() != declared[i])
                elements[i] = ValueAccess::retyped(elements[i], declared[i]);
        }
        return exact ? fromElements(type, std::move(elements)) : tuple(std::move(elements));
    }
    assert(type.isList() || type.isSet());
    Type element = type.elementType();
    if (!std::ranges::all_of(elements, [element](const Value& value) { return fits(value, element); }))
        element = commonType(elements);
    if (type.isSet())
        return setOf(element, std::move(elements));
    retype(elements, element);
    return fromElements(Type::list(element), std::move(elements));
}

Value Value::map(Type type, std::vector<MapEntry> elements) {
    Type element = type.withoutOptionalAttributes().elementType();
    if (!std::ranges::all_of(elements, [element](const MapEntry& entry) { return fits(entry.second, element); }))
        element = commonType(elements);
    return mapOf(element, std::move(elements));
}

} // namespace planlens::values
