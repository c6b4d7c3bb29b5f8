// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/variables.h"
#include "core/diags/sources.h"
#include "core/engine/plan.h"
#include "core/providers/registry.h"
#include "core/workspace/programs.h"
#include "core/workspace/simulated_providers.h"
#include "core/workspace/state_location.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace planlens::configs {
struct Config;
}

/// Opens a configuration directory for commands and for the window. Nothing is cached between calls.
namespace planlens::workspace {

/// The purpose for which a directory is opened.
enum class Purpose {
    Planning, // the backend, the providers, the lock file and all variables must be usable
    Reading,  // only the configuration and the state are required
};

/// Parameters for opening a directory.
struct OpenOptions {
    std::filesystem::path directory;     // the working directory; base of relative paths
    std::string startDirectory;          // where the program was started, for path.cwd; empty: `directory`
    std::string rootModule = ".";        // relative to the working directory
    std::filesystem::path testDirectory; // of test files; empty: tests are ignored
    std::string workspace;               // empty: the selected one
    Purpose purpose = Purpose::Planning;
    std::vector<configs::VariableArgument> variables; // -var and -var-file
    configs::GivenVariables enteredVariables;         // override all others; ignored if not declared
    /// The treatment of required variables without a value: as errors, listed in Project::missingVariables, or with
    /// unknown values.
    enum class MissingVariables { AreErrors, AreListed, AreUnknown };
    MissingVariables missingVariables = MissingVariables::AreErrors;
    /// An untrusted directory that would start programs is not opened completely: see Project::untrusted.
    enum class Trust { Given, NotGiven };
    Trust trust = Trust::Given;
    std::shared_ptr<providers::DefaultRegistry> registry; // of the directory
    engine::ProviderPoolPtr providers;                    // of the registry
    std::optional<SimulatedProviders> simulated;          // used instead of the installed providers
};

/// An opened configuration directory with all data for planning, except the content of the state.
struct Project {
    std::filesystem::path directory;
    std::string workspace = "default";
    std::shared_ptr<const configs::Config> config; // null if not loaded
    std::map<std::string, configs::RootVariable> variables;
    StateLocation state;
    diags::Diagnostics stateDiagnostics; // the reason if the state cannot be located
    std::shared_ptr<providers::DefaultRegistry> registry;
    engine::ProviderPoolPtr providers; // of the registry, or simulated
    bool isSimulated = false;
    bool lacksProviders = false;               // the installed providers or the lock file prevent planning
    diags::Sources sources;                    // of the configuration and of variables files
    std::vector<StartedProgram> untrusted;     // programs that planning would start; if any, opening stopped there
    std::vector<std::string> missingVariables; // required variables without a value; if any, opening stopped there
};

/// Texts of the configuration files in the root module directory, by file name.
using RootFiles = std::map<std::string, std::string>;
/// Opens the directory of a saved plan without loading its configuration: selects the workspace and collects the
/// variables. Checks the files of the root module if they differ from the planned ones, and sets up their encryption
/// (Project::state); neither without planned files. The value exists even if there are errors.
diags::Result<Project> openFolder(const OpenOptions& options, const std::optional<RootFiles>& plannedFiles);

/// Opens a directory: selects the workspace, collects the variables, loads the configuration and locates the state. For
/// planning it also checks providers, lock file and variables. The value exists even if there are errors, with the
/// sources for diagnostics. As in the reference, backend errors are reported before provider errors, and these before
/// other errors of the configuration.
diags::Result<Project> openProject(const OpenOptions& options);

/// Reports problems that prevent loading the schemas of installed providers: missing or changed packages, or a lock
/// file that does not match the configuration.
diags::Diagnostics checkProviders(const Project& project);

} // namespace planlens::workspace
