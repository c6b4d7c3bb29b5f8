// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/graphs/config_graph.h"

namespace planlens::engine {

/// Returns an error for each cycle in a graph that was built with these options, with the labels of its nodes.
diags::Diagnostics reportCycles(const ConfigGraph& graph, const configs::Config& config,
                                const ConfigGraphOptions& options);

} // namespace planlens::engine
