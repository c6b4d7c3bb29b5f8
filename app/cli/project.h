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

/// How the options of the command line say that a folder is opened.
namespace planlens::cli {

using workspace::OpenedPlan;
using workspace::PlanUse;
using workspace::Project;
using workspace::Purpose;

/// Where the program was started: the current directory when this is called first, which -chdir changes later.
const std::string& startDirectory();
/// What the user has configured about providers for all folders, with what is wrong in it.
diags::Result<providers::CliConfig> cliConfig();
/// Whether plans are made without providers.
bool isSimulating(const Arguments& arguments);

/// What -var and -var-file give, in their order.
std::vector<configs::VariableArgument> variableArguments(const Arguments& arguments);
/// How a command opens the directory.
workspace::OpenOptions openOptions(const std::filesystem::path& directory, const Arguments& arguments,
                                   const Interrupts& interrupts, Purpose purpose);
/// Opens the directory with these options.
diags::Result<Project> openProject(const std::filesystem::path& directory, const Arguments& arguments,
                                   const Interrupts& interrupts, Purpose purpose);
/// Names files that only Terraform reads on standard error. The reference does not mention them, so that nothing does
/// where JSON is asked for.
void noteTerraformFiles(const configs::Config& config, const Arguments& arguments);

/// The state files of the workspace, as options and environment say.
states::StatePaths statePaths(const Project& project, const Arguments& arguments);
/// The value of -lock-timeout, which may be negative. Zero if the option is not given.
diags::Result<std::chrono::nanoseconds> lockTimeout(const Arguments& arguments);
/// How the state is opened. The operation is shown to others who find the state locked. An error if an option is not
/// valid for this state.
diags::Result<workspace::StateOptions> stateOptions(const Project& project, const Arguments& arguments,
                                                    std::string_view operation, const Interrupts& interrupts);
/// Checks the options of a plan that depend on the folder.
diags::Diagnostics completePlanOptions(engine::PlanOptions& options, const Project& project,
                                       const Arguments& arguments);
/// Generated configuration goes to a new file only.
diags::Diagnostics checkGeneratedConfigPath(const std::filesystem::path& directory, const std::string& path);

/// Keeps an object until the process ends: to free a big plan piece by piece takes longer than to end.
template <typename T>
T& keptToTheEnd(T object) {
    static std::deque<T> kept;
    return kept.emplace_back(std::move(object));
}

} // namespace planlens::cli
