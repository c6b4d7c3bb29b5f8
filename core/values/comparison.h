// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <memory>

namespace planlens::values {

/// Both evaluated sides of an equality, with their marks, for diagnostics that show their difference. The left side is
/// wholly known; neither side contains ephemeral values or infinite numbers.
struct Comparison {
    Value left;
    Value right;
};

/// Returns null if the sides cannot be shown as a change from one to the other.
std::shared_ptr<const Comparison> comparison(Value left, Value right);

} // namespace planlens::values
