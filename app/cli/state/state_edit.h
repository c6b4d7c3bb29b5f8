// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/output.h"
#include "app/cli/project.h"
#include "core/backends/backend.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// Shared by commands that change a state without a plan.
namespace planlens::cli {

/// The output of a command on states, with the file of -json-into. Errors of these options are added to `misuse`.
std::unique_ptr<Output> stateOutput(const Arguments& arguments, diags::Diagnostics& misuse);
/// Begins the events of -json. Called before anything is shown, but not if the tool takes over.
void beginEvents(Output& output);
/// Reports misuse of a command, always with its usage. Returns the exit status.
int reportMisuseWithUsage(Output& output, const std::string& command, const diags::Diagnostics& misuse);
/// The question before a change; only "yes" confirms. Nothing if the input ends before a complete line.
std::optional<bool> isConfirmed(Output& output, std::string_view query, std::string_view description);

/// The option that names a file, relative to the working directory. Empty if it is not given.
std::filesystem::path pathOption(const Arguments& arguments, std::string_view option);
/// The file and the backup of a state that an option names. A backup cannot be disabled: by default, its name contains
/// the time.
states::StatePaths stateFilePaths(const std::filesystem::path& file, const std::filesystem::path& backup);
/// The options for locking a state, without the files.
diags::Result<workspace::StateOptions> lockingOptions(const Project& project, const Arguments& arguments,
                                                      std::string_view operation, const Interrupts& interrupts);

/// Opens the folder of a command, which may be unable to use the backend. Shows problems, or the user's tool takes over
/// if only it can access the state: then there is an exit status.
std::optional<int> openFolderOfState(const std::string& command, const Arguments& arguments,
                                     const std::filesystem::path& directory, const Interrupts& interrupts,
                                     Output& output, Project& project);

/// A state that a command of the family `state` changes: the one of the folder, or the file of -state. Problems are
/// shown by the functions, which then return the exit status of the command.
class StateEdit {
public:
    struct Names {
        std::string command;          // "state rm"
        std::string_view operation;   // in the lock: "state-rm"
        std::string_view readProblem; // the summary if the state cannot be read
    };
    StateEdit(Output& output, const Arguments& arguments, const std::filesystem::path& directory,
              const Interrupts& interrupts, Names names);

    /// Opens the folder. The user's tool takes over if only it can access the state.
    std::optional<int> openFolder();
    /// Locks and reads the state, which must exist.
    std::optional<int> openState();
    /// Checks the backend of the folder, which must be usable even if the state is a file of -state.
    std::optional<int> checkBackend();
    /// Writes the state after checkBackend().
    std::optional<int> save(states::State state);
    /// Removes the lock. Returns the exit status of a command that succeeded.
    int finish();

    const Project& project() const { return m_project; }
    const states::State& state() const { return *m_stored.file.state; }
    int refuse(const diags::Diagnostics& problems);
    /// Shows that the state cannot be loaded or saved.
    int failToLoad(const diags::Diagnostics& causes);
    int failToSave(const diags::Diagnostics& causes);

private:
    Output& m_output;
    const Arguments& m_arguments;
    const std::filesystem::path m_directory;
    const Interrupts& m_interrupts;
    const Names m_names;
    Project m_project;
    workspace::OpenedState m_opened;
    backends::StoredState m_stored;
};

} // namespace planlens::cli
