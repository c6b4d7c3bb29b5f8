// SPDX-License-Identifier: MPL-2.0
#include "core/values/value.h"

#include "core/values/nodes.h"

#include <algorithm>

namespace planlens::values {

using detail::MapEntry;
using Kind = detail::Node::Kind;

bool Value::isNull() const {
    return ValueAccess::content(*this)->kind == Kind::Null;
}
bool Value::isKnown() const {
    return ValueAccess::content(*this)->kind != Kind::Unknown;
}

const Refinement* Value::refinement() const {
    const detail::Node* node = ValueAccess::content(*this);
    return node->kind == Kind::Unknown ? &static_cast<const detail::UnknownNode*>(node)->refinement : nullptr;
}

bool Value::isKnownNotNull() const {
    if (const Refinement* known = refinement())
        return known->notNull;
    return !isNull();
}

bool Value::asBool() const {
    assert(m_node->kind == Kind::Bool);
    return static_cast<const detail::BoolNode*>(m_node.get())->value;
}

const Number& Value::asNumber() const {
    assert(m_node->kind == Kind::Number);
    return static_cast<const detail::NumberNode*>(m_node.get())->value;
}

const std::string& Value::asString() const {
    assert(m_node->kind == Kind::String);
    return static_cast<const detail::StringNode*>(m_node.get())->value;
}

std::size_t Value::size() const {
    if (m_type.isTuple())
        return m_type.tupleTypes().size();
    if (m_type.isObject())
        return m_type.attributes().size();
    return m_type.isMap() ? ValueAccess::entries(*this).size() : ValueAccess::elements(*this).size();
}

const Value& Value::element(std::size_t i) const {
    assert(!isMarked() && i < size());
    return m_type.isMap() ? ValueAccess::entries(*this)[i].second : ValueAccess::elements(*this)[i];
}

const std::string& Value::key(std::size_t i) const {
    assert(i < size());
    return m_type.isMap() ? ValueAccess::entries(*this)[i].first : m_type.attributes()[i].name;
}

const Value* Value::find(std::string_view key) const {
    assert(!isMarked());
    if (m_type.isObject()) {
        const auto index = m_type.attributeIndex(key);
        return index ? &ValueAccess::elements(*this)[*index] : nullptr;
    }
    const auto entries = ValueAccess::entries(*this);
    const auto found = std::lower_bound(entries.begin(), entries.end(), key,
                                        [](const MapEntry& entry, std::string_view k) { return entry.first < k; });
    return found != entries.end() && found->first == key ? &found->second : nullptr;
}

Value Value::attribute(std::string_view name) const {
    if (m_type.isDynamic())
        return isNull() ? *this : dynamicUnknown().withMarks(marks());
    const auto index = m_type.attributeIndex(name);
    assert(index);
    const Type type = m_type.attributes()[*index].type;
    Value result;
    if (isNull())
        result = null(type);
    else
        result = isKnown() ? ValueAccess::elements(*this)[*index] : unknown(type);
    return isMarked() ? result.withMarks(marks()) : result;
}

// --- comparison

bool operator==(const Value& a, const Value& b) {
    if (a.m_type != b.m_type)
        return false;
    const detail::Node* left = a.m_node.get();
    const detail::Node* right = b.m_node.get();
    if (left == right)
        return true;
    if (left->kind != right->kind || ((left->flags ^ right->flags) & ~detail::Node::Lasting) != 0)
        return false;
    switch (left->kind) {
    case Kind::Null:
        return true;
    case Kind::Unknown:
        return *a.refinement() == *b.refinement();
    case Kind::Bool:
        return a.asBool() == b.asBool();
    case Kind::Number:
        return a.asNumber() == b.asNumber();
    case Kind::String:
        return a.asString() == b.asString();
    case Kind::Sequence:
        return std::ranges::equal(ValueAccess::elements(a), ValueAccess::elements(b));
    case Kind::Map:
        return std::ranges::equal(ValueAccess::entries(a), ValueAccess::entries(b));
    case Kind::Marked:
        return a.marks() == b.marks() && a.unmarked() == b.unmarked();
    }
    return false;
}

std::size_t Value::hash() const {
    const auto mix = [](std::size_t seed, std::size_t value) {
        return (seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2))) * 0xff51afd7ed558ccdULL;
    };
    const detail::Node* node = ValueAccess::content(*this);
    std::size_t result = mix(m_type.hash(), static_cast<std::size_t>(node->kind));
    switch (node->kind) {
    case Kind::Null:
    case Kind::Unknown:
    case Kind::Marked:
        return result;
    case Kind::Bool:
        return mix(result, static_cast<const detail::BoolNode*>(node)->value ? 1 : 0);
    case Kind::Number:
        return mix(result, static_cast<const detail::NumberNode*>(node)->value.hash());
    case Kind::String:
        return mix(result, std::hash<std::string>{}(static_cast<const detail::StringNode*>(node)->value));
    case Kind::Sequence:
        for (const Value& element : ValueAccess::elements(*this))
            result = mix(result, element.hash());
        return result;
    case Kind::Map:
        for (const auto& [key, element] : ValueAccess::entries(*this))
            result = mix(mix(result, std::hash<std::string>{}(key)), element.hash());
        return result;
    }
    return result;
}

Value unknownAsNull(const Value& value) {
    if (value.isWhollyKnown())
        return value;
    if (value.isMarked())
        return unknownAsNull(value.unmarked()).withMarks(value.marks());
    const Type type = value.type();
    if (!value.isKnown())
        return Value::null(type);
    if (type.isMap()) {
        std::vector<MapEntry> entries;
        for (const auto& [key, element] : ValueAccess::entries(value))
            entries.emplace_back(key, unknownAsNull(element));
        return Value::map(type, std::move(entries));
    }
    std::vector<Value> elements;
    for (const Value& element : ValueAccess::elements(value))
        elements.push_back(unknownAsNull(element));
    return type.isObject() ? Value::object(type, std::move(elements)) : Value::sequence(type, std::move(elements));
}

} // namespace planlens::values
