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
#include <vector>

namespace planlens::workspace {

/// Parameters for opening the state of a project.
struct StateOptions {
    states::StatePaths paths;   // of the backend "local"; usually those of the project
    std::string_view operation; // shown to other processes that find the state locked: "OperationTypePlan"
    enum class Locking {
        Yes,
        No,   // it can be written nevertheless
        Never // it is only read
    };
    Locking locking = Locking::Yes; // of a state that Planlens accesses itself
    std::chrono::nanoseconds lockTimeout{};
    std::function<void()> whileLocking; // called once, on another thread, if locking takes over 0.4 s; may be empty
    std::function<void(std::string_view action)> whileWaiting; // for setSlowRequestHandler(); may be empty
    states::LockHolderHandler whileHeld;                       // for setLockHolderHandler(); may be empty
    std::string toolName;                                      // path or name of the tool; empty: the default
    backends::ToolRun toolRun;
    std::stop_token stop;
    std::function<void(const backends::Tool&)> beforePull; // called before the tool reads the state; may be empty
};

/// An open state, which stays locked until the object is destroyed.
struct OpenedState {
    std::unique_ptr<backends::WorkspaceState> state; // never null after openState()
    backends::Capabilities capabilities;
    std::optional<backends::Tool> tool; // applies the plans of this state; none if Planlens applies them
    /// Directories with possible journals of applies to other states; empty: they are not searched.
    std::set<std::filesystem::path> journalDirectories = {};

    /// Unlocks the state before destruction.
    diags::Diagnostics unlock();
};

/// The workspaces of the backend, as far as they can be listed without a program or a server: "default", then the
/// others in order.
std::vector<std::string> localWorkspaces(const Project& project);

/// The backend of a folder whose state Planlens accesses itself. Nothing is accessed.
diags::Result<std::unique_ptr<backends::Backend>> openNativeBackend(const Project& project);
/// Connects to the server of a state that Planlens accesses itself, and locks it or opens it without a lock; or finds
/// the tool for other states.
diags::Result<OpenedState> openState(const Project& project, const StateOptions& options);
/// Locks the local state file in `options`, whatever the backend of the project is. Uses the encryption of the project.
diags::Result<OpenedState> openStateFile(const Project& project, const StateOptions& options);
/// Reads a state that was opened with the same options.
diags::Result<states::File> readState(const OpenedState& opened, const StateOptions& options);

/// Creates a plan request for a project with this state. Provider addresses in the state are adapted to the registry of
/// the directory. There is a value unless there are errors.
diags::Result<engine::PlanRequest> planRequest(const Project& project, states::File state, engine::PlanOptions options);

} // namespace planlens::workspace
