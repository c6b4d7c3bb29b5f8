// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/interrupts.h"
#include "core/diags/diagnostic.h"
#include "core/projects/repository/project.h"
#include "core/projects/results/inputs.h"
#include "core/report/document.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace planlens::cli {

/// A `planlens-cli` process that works on one project.
struct WorkerRequest {
    const projects::Project* project = nullptr;
    std::filesystem::path root;         // of the repository
    std::string command;                // "plan" or "apply"
    std::vector<std::string> arguments; // after the command, -json and the variables of the project
    std::optional<std::chrono::nanoseconds> timeout;
    /// Processes that change objects are interrupted but never killed.
    enum class Kill { Allowed, Never };
    Kill kill = Kill::Allowed;
};
struct WorkerOutcome {
    int exitCode = -1;                                 // -1: it was killed or could not be started
    std::vector<report::ReportDiagnostic> diagnostics; // of its events
    std::string error;                                 // why it was ended, or its output before a crash
    bool isInterrupted = false;                        // by the user
    bool isTimedOut = false;
};
/// Runs the process until it ends. Blocks.
WorkerOutcome runWorker(const WorkerRequest& request, const Interrupts& interrupts);

/// The identity of the stored state of a project; nullopt if it cannot be read. Blocks.
std::optional<projects::StateIdentity> currentState(const projects::Project& project, const std::filesystem::path& root,
                                                    const Interrupts& interrupts);

} // namespace planlens::cli
