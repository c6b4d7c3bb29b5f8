// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

namespace planlens::explain {

/// What may have caused a change of a plan that was read from a file, as far as its reason, its values and the
/// configuration in the file tell: each of several may have decided alone, and what is left out has not. Without
/// places: files do not have them.
std::vector<plans::Cause> inferredCauses(const plans::Plan& plan, const plans::ResourceInstanceChange& change);

/// Likewise what may have given attributes other values, whether or not it is for them that the object changes.
std::vector<plans::Cause> inferredDifferences(const plans::Plan& plan, const plans::ResourceInstanceChange& change);

} // namespace planlens::explain
