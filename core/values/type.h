// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::values {

struct ObjectAttribute;
namespace detail {
struct TypeData;
}

/// A type of the language (the reference's cty types). Types are interned for the lifetime of the process: a Type is
/// one pointer, copying is free and equality is pointer equality. Thread-safe.
class Type {
public:
    enum class Kind : std::uint8_t { Dynamic, String, Number, Bool, List, Set, Map, Tuple, Object };

    /// The dynamic pseudo-type: "any type, not known yet".
    Type();
    static Type dynamic();
    static Type string();
    static Type number();
    static Type boolean();
    static Type list(Type element);
    static Type set(Type element);
    static Type map(Type element);
    static Type tuple(std::vector<Type> elements);
    /// Attributes in any order; names are NFC-normalized.
    static Type object(std::vector<ObjectAttribute> attributes);
    static Type emptyTuple() { return tuple({}); }
    static Type emptyObject();

    Kind kind() const;
    bool isDynamic() const { return kind() == Kind::Dynamic; }
    bool isString() const { return kind() == Kind::String; }
    bool isNumber() const { return kind() == Kind::Number; }
    bool isBool() const { return kind() == Kind::Bool; }
    bool isList() const { return kind() == Kind::List; }
    bool isSet() const { return kind() == Kind::Set; }
    bool isMap() const { return kind() == Kind::Map; }
    bool isTuple() const { return kind() == Kind::Tuple; }
    bool isObject() const { return kind() == Kind::Object; }
    bool isPrimitive() const { return isString() || isNumber() || isBool(); }
    bool isCollection() const { return isList() || isSet() || isMap(); }
    bool isMapping() const { return isMap() || isObject(); }
    bool isSequence() const { return isList() || isTuple() || isSet(); }

    /// Of a list, set or map.
    Type elementType() const;
    /// Of a tuple.
    std::span<const Type> tupleTypes() const;
    /// Of an object, sorted by name.
    std::span<const ObjectAttribute> attributes() const;
    /// Returns the position in attributes(), or nothing.
    std::optional<std::size_t> attributeIndex(std::string_view name) const;
    bool hasAttribute(std::string_view name) const { return attributeIndex(name).has_value(); }
    Type attributeType(std::string_view name) const;

    /// Whether the dynamic pseudo-type occurs anywhere inside.
    bool hasDynamic() const;
    bool hasOptionalAttributes() const;
    /// The number of nested collections, tuples and objects: 0 for a string, 1 for a list of strings.
    std::uint32_t depth() const;
    /// The maximum depth of values in plans and states: deeper ones could not be read back, and would exhaust
    /// the stack of recursive functions.
    static constexpr std::uint32_t maxDepth = 1000;
    /// Returns the type of actual values: optional attributes occur only in constraints.
    Type withoutOptionalAttributes() const;

    /// Returns a name for messages, such as "list of string" or "object".
    std::string friendlyName() const;
    /// Returns a name for constraints, such as "list of any single type".
    std::string friendlyNameForConstraint() const;
    /// Returns the type in Go syntax, as `%#v` prints it; for tests and assertion messages only.
    std::string toGoString() const;

    std::size_t hash() const { return std::hash<const void*>{}(m_data); }
    friend bool operator==(Type, Type) = default;

private:
    explicit Type(const detail::TypeData* data)
        : m_data(data) {}
    const detail::TypeData* m_data;
    friend struct detail::TypeData;
};

struct ObjectAttribute {
    std::string name;
    Type type;
    bool optional = false;
    bool operator==(const ObjectAttribute&) const = default;
};

} // namespace planlens::values

template <>
struct std::hash<planlens::values::Type> {
    std::size_t operator()(planlens::values::Type type) const { return type.hash(); }
};
