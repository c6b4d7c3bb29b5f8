// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/output.h"
#include "app/cli/project.h"

namespace planlens::cli {

/// A plan of a folder, with its state, which is still locked.
struct Planning {
    Project project;
    workspace::OpenedState state;
    states::File read; // from the state
    engine::PlanOutcome outcome;
};

/// Opens the folder, locks and reads the state, validates and plans. Diagnostics are shown on the way; nothing comes
/// back where there is no plan. The operation is what others are told who find the state locked.
std::optional<Planning> makePlan(engine::PlanOptions options, const Arguments& arguments,
                                 const std::filesystem::path& directory, Output& output, std::string_view operation,
                                 const Interrupts& interrupts);

} // namespace planlens::cli
