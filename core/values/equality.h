// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

namespace planlens::values {
namespace detail {

/// An unknown bool that is not null: the answer to a question that cannot be answered yet.
Value unknownBool();
/// Whether a type is the wanted one, dynamic parts of which stand for anything.
bool conforms(Type given, Type wanted);
/// Whether no part of the type can change when the value becomes known.
bool hasWhollyKnownType(const Value& value);

} // namespace detail
} // namespace planlens::values
