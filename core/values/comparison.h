// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <memory>

namespace planlens::values {

/// The two sides of an equality as they were evaluated, with their marks: what a diagnostic about it shows the
/// difference of. The left one is wholly known, nothing in either is ephemeral or an infinite number.
struct Comparison {
    Value left;
    Value right;
};

/// Null where these sides cannot be shown as one changing into the other.
std::shared_ptr<const Comparison> comparison(Value left, Value right);

} // namespace planlens::values
