// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <cstdint>

namespace planlens::values {

/// Returns the number of elements at all depths, where 32 bytes of text or 8 digits of a number count like an
/// element, as if no part of the value were shared. A value that contains another one twice is that much larger when
/// printed or encoded, although it needs little memory. Does not traverse the value; saturates at the largest number.
std::uint32_t expandedSize(const Value& value);

} // namespace planlens::values
