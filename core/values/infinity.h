// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

namespace planlens::values {

/// Whether a number in the value is infinite. Such values can be worked with, but neither states nor JSON can have them.
bool hasInfinity(const Value& value);

} // namespace planlens::values
