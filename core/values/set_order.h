// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <vector>

namespace planlens::values::detail {

/// Sorts the elements of a set into the reference's iteration order and removes duplicates. Elements are
/// of the given type and unmarked.
void bringIntoSetOrder(Type element, std::vector<Value>& elements);
/// Whether a set contains an element that certainly equals the given one, which is known, unmarked and of its type.
bool setContains(const Value& set, const Value& element);

} // namespace planlens::values::detail
