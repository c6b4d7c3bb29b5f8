// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <optional>
#include <string>

namespace planlens::values {

/// The text of a known string, number or boolean; nullopt for other types. The value must not be null.
inline std::optional<std::string> scalarText(const Value& value) {
    if (value.type().isString())
        return value.asString();
    if (value.type().isNumber())
        return value.asNumber().toString();
    if (value.type().isBool())
        return value.asBool() ? "true" : "false";
    return {};
}

} // namespace planlens::values
