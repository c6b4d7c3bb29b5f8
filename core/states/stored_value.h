// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/state.h"

#include <optional>

namespace planlens::states {

/// The attributes of a stored object without its schema: objects and tuples as JSON implies them, with the marks of its
/// sensitive paths. Where such a path leads on in a way that only the schema's types know, as into a set, what it was
/// followed to is marked as a whole. Attributes of the legacy form are a map of texts. Nothing where the text is no
/// JSON.
std::optional<values::Value> storedValue(const StoredObject& stored);

} // namespace planlens::states
