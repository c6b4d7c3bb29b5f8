// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"

namespace planlens::schemas {

/// Returns the step from a known, unmarked collection to its i-th element; for a set, the key is the element itself.
inline values::PathStep elementStep(const values::Value& collection, std::size_t i) {
    const values::Type type = collection.type();
    if (type.isMapping())
        return values::IndexStep{values::Value::string(collection.key(i))};
    if (type.isSet())
        return values::IndexStep{collection.element(i)};
    return values::IndexStep{values::Value::number(static_cast<std::int64_t>(i))};
}

} // namespace planlens::schemas
