// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <cstdint>

namespace planlens::values {

/// The number of elements at all depths, with 32 bytes of text counted as one, as if no part of the value were shared.
/// A value that contains another one twice is that much larger when it is printed or encoded, although it needs little
/// memory. Known without a walk; the largest number means as much or more.
std::uint32_t expandedSize(const Value& value);

} // namespace planlens::values
