// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

namespace planlens::plans {

/// Whether an attribute only changes in form: between null and an empty string, map, list or set. Providers with the
/// legacy SDK cannot distinguish these, and plan and report such changes.
bool hasNoEffect(const values::Value& before, const values::Value& after);

/// Whether two values are equal, or all differences within them have no effect.
bool isSameInEffect(const values::Value& before, const values::Value& after);

} // namespace planlens::plans
