// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

namespace planlens::values {
namespace detail {

/// Returns an unknown bool that is not null: the result of an undecidable comparison.
Value unknownBool();
/// Whether a type matches the wanted one, whose dynamic parts match anything.
bool conforms(Type given, Type wanted);
/// Whether no part of the type can change when the value becomes known.
bool hasWhollyKnownType(const Value& value);

} // namespace detail
} // namespace planlens::values
