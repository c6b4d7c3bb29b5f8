// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <algorithm>

namespace planlens::plans {

/// Whether applying the plan changes the instance. Targets and exclusions can leave out planned changes.
inline bool isApplied(const Plan& plan, const addrs::AbsResourceInstance& address) {
    return !std::ranges::binary_search(plan.notApplied, address);
}

/// Whether applying the plan destroys the replaced object of the instance, but does not create the new one.
inline bool isOnlyDestroyed(const Plan& plan, const addrs::AbsResourceInstance& address) {
    return std::ranges::binary_search(plan.onlyDestroyed, address);
}

} // namespace planlens::plans
