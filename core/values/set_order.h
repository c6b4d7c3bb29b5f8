// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <vector>

namespace planlens::values::detail {

/// Sorts the elements of a set as the reference iterates them and drops those that equal one before. Elements are of
/// the given type and without marks.
void bringIntoSetOrder(Type element, std::vector<Value>& elements);
/// Whether a set has an element that certainly equals the given one, which is known, of the element type and unmarked.
bool setContains(const Value& set, const Value& element);

} // namespace planlens::values::detail
