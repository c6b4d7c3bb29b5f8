// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"

#include <vector>

namespace planlens::plans {

/// Whether an attribute only changes in form: between null and an empty string, map, list or set. Providers with the
/// legacy SDK cannot distinguish these, and plan and report such changes.
bool hasNoEffect(const values::Value& before, const values::Value& after);

/// Whether two values are equal, or all differences within them have no effect.
bool isSameInEffect(const values::Value& before, const values::Value& after);

/// An attribute that only changes in form, with unmarked values.
struct NoEffectChange {
    values::Path path;
    values::Value before, after;
};
/// Returns all such attributes of an object that exists before and after, sorted by name. Sensitive attributes and
/// those that force a replacement are left out.
std::vector<NoEffectChange> changesWithoutEffect(const ResourceInstanceChange& change);

} // namespace planlens::plans
