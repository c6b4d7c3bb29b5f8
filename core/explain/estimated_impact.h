// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/target.h"

#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::explain {

/// A planning option that a what-if plan adds for some objects.
enum class PlanningOverride { Replace, LeaveOut, OnlyThis };

/// Estimates, without planning again, which objects a planning override may affect. Sorted, without duplicates; linear
/// in the size of the plan.
/// - Replace: the given objects and everything that depends on them, directly or indirectly, whether or not it already
///   changes.
/// - LeaveOut: the changes of the given objects and of all instances of the resources that depend on theirs.
/// - OnlyThis: all changes except those of the given objects and of the resources that theirs depend on.
std::vector<addrs::AbsResourceInstance> estimatedImpact(const plans::Plan& plan, PlanningOverride kind,
                                                        const std::vector<addrs::TargetSubject>& subjects);

} // namespace planlens::explain
