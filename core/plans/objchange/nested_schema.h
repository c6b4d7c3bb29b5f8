// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/schemas/values_by_schema.h"

#include <variant>

namespace planlens::plans::objchange {

/// The schema of the elements of a nested collection: a block type, or the nested type of an attribute.
using NestedSchema = std::variant<const schemas::Block*, const schemas::ObjectType*>;

inline const schemas::Attribute* attributeByPath(const NestedSchema& schema, const values::Path& path) {
    return std::visit([&path](const auto* s) { return schemas::attributeByPath(*s, path); }, schema);
}

/// Returns an attribute of an object. Unknown if the type of the object is unknown.
inline values::Value attributeOf(const values::Value& object, std::string_view name) {
    return object.type().isObject() ? object.attribute(name) : values::Value::dynamicUnknown();
}

/// Returns the number of elements; 0 if the value is unknown or null.
inline std::size_t knownSize(const values::Value& collection) {
    return collection.isKnown() && !collection.isNull() ? collection.size() : 0;
}

/// Whether two values are equal, ignoring refinements of unknown values.
bool equalUnrefined(const values::Value& a, const values::Value& b);

} // namespace planlens::plans::objchange
