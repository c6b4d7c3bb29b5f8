// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <string>

namespace planlens::diff {

/// Whether two values are equivalent to a reader. Plans read from files may lack schemas: a list may then be a tuple, a
/// map an object, an unknown value has no type, numbers keep their written digits and sensitivity marks may differ.
/// Absent and null are equal.
bool isEquivalent(const values::Value& one, const values::Value& other);

/// Returns a text that is equal for two values if and only if isEquivalent() is true for them. It contains the whole
/// value, including secrets.
std::string equivalenceKey(const values::Value& value);

} // namespace planlens::diff
