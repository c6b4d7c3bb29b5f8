// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/backend.h"
#include "core/backends/tool_program.h"
#include "core/backends/types.h"

/// The backend that is accessed through the user's own tofu or terraform, whatever its type: states are read with
/// `state pull` and workspaces are managed with `workspace`. Plans are applied by the tool, which locks the state.
namespace planlens::backends {

/// The directory of the run is initialized for the backend. Each call starts the tool; the stop token of the call
/// replaces that of the run. A null type is an unknown one.
std::unique_ptr<Backend> makeToolBackend(Tool tool, ToolRun run, const BackendType* type);

} // namespace planlens::backends
