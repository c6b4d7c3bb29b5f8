// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/backend.h"
#include "core/backends/tool_program.h"
#include "core/engine/plan.h"
#include "core/workspace/project.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace planlens::workspace {

/// How the state of a project is opened.
struct StateOptions {
    states::StatePaths paths;   // of the backend "local"; usually those of the project
    std::string_view operation; // shown to others who find the state locked: "OperationTypePlan"
    enum class Locking { Yes, No };
    Locking locking = Locking::Yes; // of a state that Planlens accesses itself
    std::chrono::nanoseconds lockTimeout{};
    std::string toolName; // path or name of the tool; empty: the usual one
    backends::ToolRun toolRun;
    std::stop_token stop;
    std::function<void(const backends::Tool&)> beforePull; // called before the tool reads the state; may be empty
};

/// A state that was opened. It stays locked as long as the object lives.
struct OpenedState {
    std::unique_ptr<backends::WorkspaceState> state; // never null after openState()
    std::optional<backends::Tool> tool;              // applies the plans of this state; none if Planlens applies them

    /// Unlocks the state before the object is destroyed.
    diags::Diagnostics unlock();
};

/// Locks a state that Planlens accesses itself, or finds the tool for another one.
diags::Result<OpenedState> openState(const Project& project, const StateOptions& options);
/// Reads a state that was opened with these options.
diags::Result<states::File> readState(const OpenedState& opened, const StateOptions& options);

/// Completes a request for a plan of a project with this state. Resources of the state are assigned to the registry of
/// the folder. Without errors, there is a value.
diags::Result<engine::PlanRequest> planRequest(const Project& project, states::File state, engine::PlanOptions options);

} // namespace planlens::workspace
