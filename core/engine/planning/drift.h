// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/refactoring/moves.h"
#include "core/plans/plan.h"

namespace planlens::engine {

/// Whether a plan reads all objects. Those that -target, -exclude or errors leave out stay in the schema version of the
/// previous run.
enum class Coverage { Whole, Partial };

/// What differs between the state of the previous run and the refreshed one: updates, deletes, and moves alone.
std::vector<plans::ResourceInstanceChangePtr> findDrift(const states::State& previousRun, const states::State& prior,
                                                        const MoveResults& moves, const plans::Schemas& schemas,
                                                        Coverage coverage, diags::Diagnostics& diagnostics);

} // namespace planlens::engine
