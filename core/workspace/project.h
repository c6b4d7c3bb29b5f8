// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
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

/// Opens a configuration folder for every command and for the window. Nothing is kept between calls.
namespace planlens::workspace {

/// What a folder is opened for.
enum class Purpose {
    Planning, // the backend, the providers, the lock file and all variables must be usable
    Reading,  // only the configuration and the state
};

/// How a folder is opened.
struct OpenOptions {
    std::filesystem::path directory;     // the working directory, to which paths are relative
    std::string startDirectory;          // where the program was started, for path.cwd; empty: the directory
    std::string rootModule = ".";        // its folder, relative to the directory
    std::filesystem::path testDirectory; // of test files; empty: tests are ignored
    std::string workspace;               // empty: the selected one
    Purpose purpose = Purpose::Planning;
    std::vector<configs::VariableArgument> variables; // -var and -var-file
    configs::GivenVariables enteredVariables;         // override all others; ignored if they are not declared
    /// Whether required variables without a value are errors, are only listed in Project::missingVariables, or have
    /// unknown values.
    enum class MissingVariables { AreErrors, AreListed, AreUnknown };
    MissingVariables missingVariables = MissingVariables::AreErrors;
    /// Without trust, a folder that would start programs is not opened completely: see Project::untrusted.
    enum class Trust { Given, NotGiven };
    Trust trust = Trust::Given;
    std::shared_ptr<providers::DefaultRegistry> registry; // of the directory
    engine::ProviderPoolPtr providers;                    // of the registry
    std::optional<SimulatedProviders> simulated;          // used instead of the installed providers
};

/// A configuration folder with everything that planning needs, except the content of the state.
struct Project {
    std::filesystem::path directory;
    std::string workspace = "default";
    configs::ConfigPtr config; // null if it was not loaded
    std::map<std::string, configs::RootVariable> variables;
    StateLocation state;
    diags::Diagnostics stateDiagnostics; // why the state cannot be located
    std::shared_ptr<providers::DefaultRegistry> registry;
    engine::ProviderPoolPtr providers; // of the registry, or simulated
    bool isSimulated = false;
    bool lacksProviders = false;               // the installed providers, or their lock file, prevent planning
    diags::Sources sources;                    // of the configuration and the variables files
    std::vector<StartedProgram> untrusted;     // programs that planning would start; if any, opening stopped there
    std::vector<std::string> missingVariables; // required variables without a value; if any, opening stopped there
};

/// The providers of a directory, as the CLI configuration in the environment says. There is a registry beside errors
/// too.
diags::Result<std::shared_ptr<providers::DefaultRegistry>> makeRegistry(const std::filesystem::path& directory,
                                                                        const std::string& startDirectory,
                                                                        providers::DefaultRegistry::Log log,
                                                                        std::stop_token forced);

/// Texts of configuration files in the folder of the root module, by name.
using RootFiles = std::map<std::string, std::string>;
/// Opens the folder of a saved plan without its configuration: selects the workspace and collects the variables. Checks
/// the files of the root module, unless they are the planned ones, or the planned ones are not given. There is a
/// project beside errors too.
diags::Result<Project> openFolder(const OpenOptions& options, const std::optional<RootFiles>& plannedFiles);

/// Opens a folder: selects the workspace, collects the variables, loads the configuration and locates the state. For
/// planning, it also checks the providers, the lock file and the variables. There is a project beside errors too, with
/// what was loaded, so that diagnostics can be shown with their lines. The order of checks is that of the reference:
/// what the backend lacks is reported before what the providers lack, and this before the rest of the configuration.
diags::Result<Project> openProject(const OpenOptions& options);

/// What prevents the schemas of the installed providers from being loaded: missing or changed packages, or a lock file
/// that the configuration does not match.
diags::Diagnostics checkProviders(const Project& project);

} // namespace planlens::workspace
