// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/target.h"
#include "core/plans/plan.h"

#include <vector>

namespace planlens::explain {

/// What somebody asks for beside the configuration.
enum class PlanningOverride { Replace, LeaveOut, OnlyThis };

/// The changes that a wish about some objects can touch, without planning anew: an estimate. Replacing and leaving out
/// touch the objects themselves and all that depends on them, directly or not; aiming at them touches all but them and
/// what they depend on. Sorted, without duplicates, linear in the plan.
std::vector<addrs::AbsResourceInstance> estimatedImpact(const plans::Plan& plan, PlanningOverride wish,
                                                        const std::vector<addrs::TargetSubject>& subjects);

} // namespace planlens::explain
