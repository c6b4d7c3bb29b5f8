// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"

#include <vector>

namespace planlens::plans {

/// Whether an attribute changes only in form: an empty text, map, list or set becomes null, or the other way round.
/// Providers built on the old SDK cannot tell these apart, and plan and report such changes.
bool hasNoEffect(const values::Value& before, const values::Value& after);

/// An attribute with its values, without marks.
struct NoEffectChange {
    values::Path path;
    values::Value before, after;
};
/// All of these in an object that is there on both sides, in order of their names; without those that are sensitive or
/// force a replacement.
std::vector<NoEffectChange> changesWithoutEffect(const ResourceInstanceChange& change);

} // namespace planlens::plans
