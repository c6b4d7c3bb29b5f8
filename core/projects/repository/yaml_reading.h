// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Access to decoded YAML; private to core/projects/repository.
namespace planlens::projects::yaml {

inline bool isUsable(const values::Value& value) {
    return value.isKnown() && !value.isNull();
}
inline bool isMap(const values::Value& value) {
    return isUsable(value) && value.type().isMapping();
}
inline bool isSequence(const values::Value* value) {
    return value && (value->type().isTuple() || value->type().isList());
}

/// The value of a key; nullptr if there is none, or null.
const values::Value* find(const values::Value& value, std::string_view name);
/// A scalar as text; nullopt for others.
std::optional<std::string> textOf(const values::Value& value);
/// The scalar of a key as text; empty if there is none.
std::string text(const values::Value& value, std::string_view name);
/// The scalars of a list as texts; empty for other values.
std::vector<std::string> texts(const values::Value* list);

} // namespace planlens::projects::yaml
