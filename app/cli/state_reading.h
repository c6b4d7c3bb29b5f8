// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/output.h"
#include "app/cli/project.h"

#include <functional>

/// Shared by commands that only read the state. They lock and write nothing.
namespace planlens::cli {

/// Starts a command that prints the current state or its lock: checks the options, begins the events and opens the
/// folder. `misuse` is the error of the arguments, if any. After an error, which is shown, there is no value.
std::optional<diags::Result<Project>> openFolderToRead(const std::string& command, Output& output,
                                                       const diags::Diagnostics& misuse, const Arguments& arguments,
                                                       const std::filesystem::path& directory,
                                                       const Interrupts& interrupts);

/// The errors that prevent access to the state. As in the reference, locked packages must be installed. Other errors of
/// the configuration are ignored.
diags::Diagnostics stateAccessProblems(const diags::Result<Project>& project);
/// As above, for a folder that was opened without errors.
diags::Diagnostics stateAccessProblems(const Project& project);
/// The error of commands that need a state if there is none.
diags::Diagnostic noStateFile();
/// The warnings about the files and variables of the root module, and about its encryption. OpenTofu reports them
/// first, and repeats those about the files if it loads the whole configuration afterwards. Empty if OpenTofu would
/// have stopped there.
diags::Diagnostics rootModuleWarnings(const diags::Result<Project>& project);
diags::Diagnostics rootModuleWarnings(const Project& project);
/// The state selected by options, environment and configuration, opened without a lock.
diags::Result<workspace::OpenedState> openToRead(const Project& project, const Arguments& arguments,
                                                 const Interrupts& interrupts);
/// The error of commands of which OpenTofu says no more than that the state could not be loaded.
diags::Diagnostics loadError(const diags::Diagnostics& causes);
/// The errors of a command for the causes why the state could not be read.
using ReadError = std::function<diags::Diagnostics(const diags::Diagnostics& causes)>;
/// The errors of a command for the causes why the state could not be opened. It reports a state that cannot be accessed
/// as if it could not be read.
diags::Diagnostics openError(const diags::Diagnostics& causes, const ReadError& readError);
/// Opens and reads that state. Errors of opening it, such as missing credentials, are reported as they are.
diags::Result<states::File> readState(const Project& project, const Arguments& arguments, const Interrupts& interrupts,
                                      const ReadError& readError = {});

} // namespace planlens::cli
