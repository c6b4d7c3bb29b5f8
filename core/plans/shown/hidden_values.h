// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"

namespace planlens::plans {

struct Plan;

/// Whether values of a change are hidden because there is no schema that says which are sensitive.
bool hasHiddenValues(const ResourceInstanceChange& change);
/// Replaces hidden values by those of the JSON of the same plan, which marks sensitive ones. Returns whether all are
/// replaced.
bool replaceHiddenValues(Plan& plan, const Plan& ofJson);

} // namespace planlens::plans
