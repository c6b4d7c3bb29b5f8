// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/output.h"
#include "app/cli/project.h"
#include "core/workspace/tool.h"

namespace planlens::cli {

/// A plan made for a folder, with the state manager that still holds the lock, or the tool that looks after the state.
struct Planning {
    Project project;
    std::unique_ptr<states::LocalManager> manager;
    std::optional<workspace::Tool> tool;
    states::File state;
    engine::PlanOutcome outcome;
};

/// Opens the folder, locks and reads the state, validates and plans. Diagnostics are shown on the way; nothing comes back
/// where there is no plan. The operation is what others are told who find the state locked.
std::optional<Planning> makePlan(engine::PlanOptions options, const Arguments& arguments, const std::filesystem::path& directory, Output& output, std::string_view operation,
                                 const Interrupts& interrupts);

/// Locks the state as the options say.
diags::Diagnostics lockState(states::LocalManager& manager, const Arguments& arguments, std::string_view operation, std::stop_token stop);

} // namespace planlens::cli
