// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/output.h"
#include "app/cli/project.h"

namespace planlens::cli {

/// The plan of a folder with its locked state.
struct Planning {
    Project project;
    workspace::OpenedState state;
    states::File read; // from the state
    engine::PlanOutcome outcome;
    std::shared_ptr<lang::FilesRead> filesRead = {}; // by functions; null unless the result is recorded
};

/// Opens the folder, locks and reads the state, validates and plans. Shows diagnostics; nullopt if there is no plan.
/// `operation` is written to the lock, for other processes.
std::optional<Planning> makePlan(engine::PlanOptions options, const Arguments& arguments,
                                 const std::filesystem::path& directory, Output& output, std::string_view operation,
                                 const Interrupts& interrupts);

} // namespace planlens::cli
