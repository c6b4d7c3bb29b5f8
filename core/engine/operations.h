// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::configs {
struct Config;
}
namespace planlens::engine {

/// One operation of an apply on one object. A replacement consists of two operations.
struct ApplyOperation {
    std::size_t step = 1; // operations of one step may run in parallel
    plans::ResourceInstanceChangePtr change;
    plans::Action action = plans::Action::NoOp;
    /// Index of a dependency in the previous step; std::nullopt in the first step.
    std::optional<std::size_t> after;
};

/// Returns the operations of an apply, sorted by step and address. The order is that of apply().
diags::Result<std::vector<ApplyOperation>> applyOrder(const configs::Config& config, const plans::Plan& plan);

} // namespace planlens::engine
