// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/schemas/values_by_schema.h"

#include <variant>

namespace planlens::plans::objchange {

/// What elements of a nested collection are declared by: a block type, or the nested type of an attribute.
using NestedSchema = std::variant<const schemas::Block*, const schemas::ObjectType*>;

inline const schemas::Attribute* attributeByPath(const NestedSchema& schema, const values::Path& path) {
    return std::visit([&path](const auto* s) { return schemas::attributeByPath(*s, path); }, schema);
}

/// An attribute of an object, of which the type may not be known.
inline values::Value attributeOf(const values::Value& object, std::string_view name) {
    return object.type().isObject() ? object.attribute(name) : values::Value::dynamicUnknown();
}

/// Number of elements as far as the value is known and not null, else nothing.
inline std::size_t knownSize(const values::Value& collection) {
    return collection.isKnown() && !collection.isNull() ? collection.size() : 0;
}

/// Equal, but for what is known of unknown values.
bool equalUnrefined(const values::Value& a, const values::Value& b);

} // namespace planlens::plans::objchange
