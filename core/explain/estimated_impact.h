// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/target.h"
#include "core/plans/plan.h"

#include <vector>

namespace planlens::explain {

/// A planning option that a what-if plan adds for some objects.
enum class PlanningOverride { Replace, LeaveOut, OnlyThis };

/// Estimates, without planning again, which changes a planning override may affect. Replace and exclude affect the
/// given objects and everything that depends on them, directly or indirectly. Target affects everything except the
/// given objects and their dependencies. Sorted, without duplicates; linear in the size of the plan.
std::vector<addrs::AbsResourceInstance> estimatedImpact(const plans::Plan& plan, PlanningOverride kind,
                                                        const std::vector<addrs::TargetSubject>& subjects);

} // namespace planlens::explain
