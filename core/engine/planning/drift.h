// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/refactoring/moves.h"
#include "core/plans/change.h"
#include "core/plans/schemas.h"

namespace planlens::engine {

/// Whether a plan reads all objects. Objects left out because of -target, -exclude or errors keep the schema version of
/// the previous run.
enum class Coverage { Whole, Partial };

/// Whether any managed object differs, including deposed objects.
bool differ(const states::State& previousRun, const states::State& prior);

/// Returns the differences between the previous run's state and the refreshed state: updates, deletes, and moves
/// without other changes.
std::vector<plans::ResourceInstanceChangePtr> findDrift(const states::State& previousRun, const states::State& prior,
                                                        const MoveResults& moves, const plans::Schemas& schemas,
                                                        Coverage coverage, diags::Diagnostics& diagnostics);

} // namespace planlens::engine
