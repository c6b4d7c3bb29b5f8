// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

namespace planlens::explain {

/// What a change of a plan that was read from a file comes from, as far as its reason, its values and the references in the
/// configuration that the file has tell. Without places: files do not have them.
std::vector<plans::Cause> inferredCauses(const plans::Plan& plan, const plans::ResourceInstanceChange& change);

} // namespace planlens::explain
