// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/moves.h"
#include "core/plans/plan.h"

namespace planlens::engine {

/// What differs between the state of the previous run and the refreshed one: updates, deletes, and moves alone.
std::vector<plans::ResourceInstanceChangePtr> findDrift(const states::State& previousRun, const states::State& prior,
                                                        const MoveResults& moves, const plans::Schemas& schemas,
                                                        diags::Diagnostics& diagnostics);

} // namespace planlens::engine
