// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"

namespace planlens::values {

// The operations of cty.Value. Operands already have the right types (assert); unknown operands give unknown results,
// refined if possible; marks of the operands are propagated to the result.

Value equals(const Value& a, const Value& b);
Value add(const Value& a, const Value& b);
Value subtract(const Value& a, const Value& b);
Value multiply(const Value& a, const Value& b);
Value divide(const Value& a, const Value& b);
Value modulo(const Value& a, const Value& b);
Value negate(const Value& a);
Value absolute(const Value& a);
Value logicalNot(const Value& a);
Value logicalAnd(const Value& a, const Value& b);
Value logicalOr(const Value& a, const Value& b);
Value lessThan(const Value& a, const Value& b);
Value lessThanOrEqual(const Value& a, const Value& b);
Value greaterThan(const Value& a, const Value& b);
Value greaterThanOrEqual(const Value& a, const Value& b);
/// Returns an element of a list, tuple or map; the key exists (assert) if everything is known.
Value index(const Value& collection, const Value& key);
Value hasIndex(const Value& collection, const Value& key);
/// Whether a set contains an element.
Value hasElement(const Value& set, const Value& element);
Value length(const Value& collection);

/// Refines an unknown value; known values are returned unchanged.
Value refine(const Value& value, const Refinement& refinement);
Value refineNotNull(const Value& value);

} // namespace planlens::values
