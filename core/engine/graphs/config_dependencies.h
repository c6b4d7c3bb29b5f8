// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/graphs/config_edges.h"
#include "core/engine/graphs/config_graph.h"

namespace planlens::engine {

/// Sets the resources that each node depends on, and those that a data source or ephemeral resource waits for. Without
/// schemas, the references in blocks of their types are not known.
void attachDependencies(ConfigGraph& graph, const ConfigVertices& vertices, const plans::Schemas* schemas);

} // namespace planlens::engine
