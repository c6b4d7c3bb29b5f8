// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/interrupts.h"
#include "core/projects/repository/project.h"
#include "core/projects/results/result.h"
#include "core/projects/results/result_store.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace planlens::cli {

/// The options of a run that plans projects.
struct PlanRunOptions {
    std::filesystem::path results;                                             // absolute; the copy if there is a store
    projects::ResultStore* store = nullptr;                                    // null: the results are in a directory
    projects::ResultStore::Plans plans = projects::ResultStore::Plans::Masked; // in the store
    std::string mode = "normal";                                               // or "destroy", "refresh-only"
    std::vector<std::string> arguments;                                        // of `plan`, for all projects
    unsigned jobs = 1;
    std::optional<std::chrono::nanoseconds> timeout; // of a project
    /// Whether results of earlier commands are reused if files and state are unchanged.
    enum class Earlier { Reuse, Ignore };
    Earlier earlier = Earlier::Reuse;
    /// LongestFirst: by the durations of the last results. Dependencies: dependents start after their dependencies.
    enum class Order { LongestFirst, Dependencies };
    Order order = Order::LongestFirst;
    std::string run;            // identifies this command, and the interrupted one that it continues
    std::string interruptedRun; // empty: none
};

/// The outcome of planning one project, and the progress of the run.
struct PlanRunEvent {
    enum class Kind { Reused, Planned, Failed, NotSaved };
    Kind kind = Kind::Planned;
    const projects::Project* project = nullptr;
    projects::Result result;
    std::size_t done = 0, all = 0;
};

/// Plans each project in a process of its own, a few at a time. `onEvent` is called on any thread, one call at a time.
/// Returns false if the run was interrupted.
bool planProjects(const projects::Repository& repository, const std::vector<const projects::Project*>& projects,
                  const PlanRunOptions& options, const std::function<void(const PlanRunEvent&)>& onEvent,
                  const Interrupts& interrupts);

} // namespace planlens::cli
