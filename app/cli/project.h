// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/interrupts.h"
#include "core/workspace/project.h"
#include "core/workspace/saved_plan.h"
#include "core/workspace/state_access.h"

#include <chrono>
#include <deque>
#include <filesystem>

/// Opens folders according to the command line options.
namespace planlens::cli {

using workspace::OpenedPlan;
using workspace::PlanUse;
using workspace::Project;
using workspace::Purpose;

/// The current directory at the first call, before -chdir changes it.
const std::string& startDirectory();
/// The user's CLI configuration of providers, with its diagnostics. Its files are read once.
const diags::Result<providers::CliConfig>& cliConfig();
/// Whether plans are made without providers.
bool isSimulating(const Arguments& arguments);

/// The values of -var and -var-file in order.
std::vector<configs::VariableArgument> variableArguments(const Arguments& arguments);
/// The options for opening a directory.
workspace::OpenOptions openOptions(const std::filesystem::path& directory, const Arguments& arguments,
                                   const Interrupts& interrupts, Purpose purpose);
/// Opens the directory with these options.
diags::Result<Project> openProject(const std::filesystem::path& directory, const Arguments& arguments,
                                   const Interrupts& interrupts, Purpose purpose);
/// Lists files that only Terraform reads, on standard error. The reference does not mention them, so nothing is printed
/// if JSON is requested.
void listTerraformFiles(const configs::Config& config, const Arguments& arguments);

/// The state files of the workspace according to options and environment.
states::StatePaths statePaths(const Project& project, const Arguments& arguments);
/// The value of -lock-timeout, which may be negative. Zero if the option is not given.
diags::Result<std::chrono::nanoseconds> lockTimeout(const Arguments& arguments);
/// The options for opening the state. `operation` is shown to other processes that find the state locked. An error if
/// an option is not valid for this state.
diags::Result<workspace::StateOptions> stateOptions(const Project& project, const Arguments& arguments,
                                                    std::string_view operation, const Interrupts& interrupts);
/// Checks the options of a plan that depend on the folder.
diags::Diagnostics completePlanOptions(engine::PlanOptions& options, const Project& project,
                                       const Arguments& arguments);
/// Reports an error if the file for generated configuration exists.
diags::Diagnostics checkGeneratedConfigPath(const std::filesystem::path& directory, const std::string& path);

/// Keeps an object alive until the process exits, because freeing a large plan takes longer than exiting.
template <typename T>
T& keptUntilExit(T object) {
    static std::deque<T> kept;
    return kept.emplace_back(std::move(object));
}

} // namespace planlens::cli
