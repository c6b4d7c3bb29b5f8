// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <string>
#include <vector>

namespace planlens::risk {

/// An object that is destroyed at one address while one is created at another that looks like it: a `moved` block would
/// keep it.
struct LikelyMove {
    addrs::AbsResourceInstance from, to;
    /// Attributes of the resource that are configured to another value; empty: only the address differs.
    std::vector<std::string> differing;
    /// What the `moved` block names, in the root module: both instances, or the resources or modules that they are of
    /// where everything in these moves alike. Moves with the same two texts share a block.
    std::string blockFrom, blockTo;
    bool operator==(const LikelyMove&) const = default;
};

/// Sorted by `from`. An object is part of no more than one; where several fit equally well, of none. The time is linear
/// in the size of the plan: objects are looked up by values and parts of addresses that only few of them have.
std::vector<LikelyMove> likelyMoves(const plans::Plan& plan);

} // namespace planlens::risk
