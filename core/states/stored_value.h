// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/state.h"

#include <optional>

namespace planlens::states {

/// Decodes the attributes of a stored object without its schema. Objects and tuples have the types that JSON
/// implies. Sensitive paths are marked; a path that only the schema's types could resolve, as into a set, marks the
/// last value that could be reached. Legacy flat attributes are a map of strings. Returns std::nullopt if the text
/// is not JSON.
std::optional<values::Value> storedValue(const StoredObject& stored);

} // namespace planlens::states
