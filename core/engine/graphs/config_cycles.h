// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/graphs/config_graph.h"

namespace planlens::engine {

/// Returns an error for each cycle, with the labels of its nodes. The state is null if there is none.
diags::Diagnostics reportCycles(const ConfigGraph& graph, const configs::Config& config, const states::State* state);

} // namespace planlens::engine
