// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"

#include <string>
#include <vector>

namespace planlens::plans {
class Changes;
}
namespace planlens::risk {

/// An object that is destroyed at one address while a similar one is created at another. A `moved` block would keep the
/// object.
struct LikelyMove {
    addrs::AbsResourceInstance from, to;
    /// Attributes whose configured values differ; empty: only the address differs.
    std::vector<std::string> differing;
    /// The addresses for a `moved` block in the root module: those of the instances, or of the containing resources or
    /// modules if all their objects move together. Moves for which these are equal share one block.
    std::string blockFrom, blockTo;
    bool operator==(const LikelyMove&) const = default;
};

/// Returns the likely moves, sorted by `from`. An object is part of at most one move; with several equal matches it is
/// part of none. Runs in linear time: objects are compared only if they share a value or part of an address that is
/// rare.
std::vector<LikelyMove> likelyMoves(const plans::Changes& changes);

} // namespace planlens::risk
