// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/plans/plan.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace planlens::engine {

/// One thing that applying a plan does to one object. Replacing is two of them.
struct ApplyOperation {
    std::size_t step = 1; // those of one step may run side by side, once the steps before have what they need
    plans::ResourceInstanceChangePtr change;
    plans::Action action = plans::Action::NoOp;
    /// The position of one that it waits for and that is in the step before; none for those of the first step.
    std::optional<std::size_t> after;
};

/// What applying a plan does, in its order: by step, then by address. It is the order of the apply itself.
diags::Result<std::vector<ApplyOperation>> applyOrder(const configs::Config& config, const plans::Plan& plan);

} // namespace planlens::engine
