// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <string>
#include <vector>

/// Why a plan does what it does, from the plan alone.
namespace planlens::explain {

/// One sentence in plain words about a change: what happens and why. Names are in backquotes.
std::string sentence(const plans::ResourceInstanceChange& change);

/// A change that another one follows from, and where in the configuration the reference between them stands.
struct Cause {
    addrs::AbsResourceInstance address;
    plans::Action action = plans::Action::NoOp;
    values::Path path; // of the argument that refers to it
    diags::SourceRange range;
};
/// The changes (not no-ops) that this one refers to, directly or through named values; sorted by address.
std::vector<Cause> causes(const plans::Plan& plan, const addrs::AbsResourceInstance& address);

} // namespace planlens::explain
