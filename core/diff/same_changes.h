// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <string>
#include <vector>

namespace planlens::diff {

/// Changes that do the same to several resource instances of one type.
struct SameChange {
    std::vector<plans::ResourceInstanceChangePtr> changes; // at least three, in the order of the plan
    std::vector<std::string> attributes;                   // what changes, as paths; nothing of what is created or read
};

/// Groups the changes of a plan. Only of what is created, read or updated in place: nothing that ends an object, moves
/// or imports one is among others. Values hidden as sensitive count too, without being told.
std::vector<SameChange> sameChanges(const plans::Plan& plan);

} // namespace planlens::diff
