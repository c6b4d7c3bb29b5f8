// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/reason.h"

#include <vector>

namespace planlens::explain {

class PlanValues;

/// Decides chains with several possible roots by other instances whose attribute changed in the same way: the root that
/// all of them share explains them together, whereas each of the others would need an edit of its own. Chains are left
/// undecided if the instances share several roots or none. If all instances changed and each has another root, the
/// expressions that all share are possible roots, too.
void decideBySiblings(const PlanValues& values, std::vector<Chain>& chains);

} // namespace planlens::explain
