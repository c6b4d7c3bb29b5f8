// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/project.h"

/// What commands that only look at the state have in common. They lock nothing and write nothing.
namespace planlens::cli {

/// Why it is not known where the state is. What else is wrong with the configuration does not matter for that.
diags::Diagnostics whyNoState(const diags::Result<Project>& project);
/// The state that options, environment and configuration say, opened without a lock.
diags::Result<workspace::OpenedState> openToRead(const Project& project, const Arguments& arguments,
                                                 const Interrupts& interrupts);
/// Reads it.
diags::Result<states::File> readState(const Project& project, const Arguments& arguments, const Interrupts& interrupts);
/// Whether there is a state at all, be it an empty one.
bool isThere(const states::File& file);

} // namespace planlens::cli
