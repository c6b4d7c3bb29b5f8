// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/interrupts.h"
#include "core/configs/config.h"
#include "core/diags/sources.h"
#include "core/engine/plan.h"
#include "core/plans/file/plan_file.h"
#include "core/providers/registry.h"
#include "core/states/manager.h"
#include "core/workspace/state_location.h"

#include <chrono>
#include <deque>
#include <filesystem>

namespace planlens::cli {

/// A configuration folder with everything that planning it needs.
struct Project {
    std::filesystem::path directory;
    std::string workspace = "default";
    configs::ConfigPtr config;
    std::map<std::string, configs::RootVariable> variables;
    workspace::StateLocation state;         // of the workspace, before options
    diags::Diagnostics stateDiagnostics; // why the state cannot be found; for those that did not need it at first
    std::shared_ptr<providers::DefaultRegistry> registry;
    engine::ProviderPoolPtr providers; // of the registry, or simulated ones
    bool isSimulated = false;          // nothing of the registry is used but what is built in
    diags::Sources sources; // of the configuration and the variables files
};

/// Where the program was started: the current directory when this is called first, which -chdir changes later.
const std::string& startDirectory();
/// What the user has configured about providers for all folders, with what is wrong in it.
diags::Result<providers::CliConfig> cliConfig();
/// Whether plans are made without providers.
bool isSimulating(const Arguments& arguments);
/// The providers of a folder.
std::shared_ptr<providers::DefaultRegistry> registryOf(const std::filesystem::path& directory, const Interrupts& interrupts);

/// What -var and -var-file give, in their order.
std::vector<configs::VariableArgument> variableArguments(const Arguments& arguments);
void addSources(diags::Sources& target, const diags::Sources& from);

/// Which problems with values of variables stand in the way. With placeholders, only that none is given does not.
enum class Variables { Needed, Placeholders, NotNeeded };
/// Whether files of tests are looked at as well.
enum class Tests { Checked, LeftAlone };
/// What is known of a folder without its configuration: the selected workspace and the installed providers. There is a
/// value in any case.
diags::Result<Project> openFolder(const std::filesystem::path& directory, const Interrupts& interrupts);
/// Loads configuration and variables. What was loaded accompanies errors, so that they can be shown with their lines.
/// The root module may be in a folder below the directory that everything is relative to.
diags::Result<Project> openProject(const std::filesystem::path& directory, const Arguments& arguments, const Interrupts& interrupts, Variables variables, Tests tests = Tests::LeftAlone,
                                   const std::string& rootModule = ".");
/// Names files that only Terraform reads on standard error. The reference does not mention them, so that nothing does where
/// JSON is asked for.
void noteTerraformFiles(const configs::Config& config, const Arguments& arguments);
/// The state files of the workspace, as options and environment say.
states::StatePaths statePaths(const Project& project, const Arguments& arguments);
/// The value of -lock-timeout, which may be negative. Zero if the option is not given.
diags::Result<std::chrono::nanoseconds> lockTimeout(const Arguments& arguments);
/// Adds what depends on the folder to the options of a plan.
diags::Diagnostics completePlanOptions(engine::PlanOptions& options, const Project& project, const Arguments& arguments);

/// Generated configuration goes to a new file only.
diags::Diagnostics checkGeneratedConfigPath(const std::filesystem::path& directory, const std::string& path);

/// A saved plan with its configuration and schemas.
struct OpenedPlan {
    plans::file::SavedPlan saved;
    configs::ConfigPtr config; // null: it has constructs that only Terraform knows
    plans::PlanPtr plan;
    std::shared_ptr<const plans::TerraformParts> terraform; // of plans of Terraform
    std::vector<addrs::Provider> withoutSchema; // their values are hidden
};
/// What a saved plan is opened for: to be applied, it has to have been made with the packages that are selected now. A plan
/// of Terraform is shown also where schemas are missing; warnings say what is not shown. It is not applied.
enum class PlanUse { Show, Apply };
diags::Result<OpenedPlan> openPlan(const std::string& bytes, const Project& project, PlanUse use);

/// Keeps an object until the process ends: to free a big plan piece by piece takes longer than to end.
template <typename T>
T& keptToTheEnd(T object) {
    static std::deque<T> kept;
    return kept.emplace_back(std::move(object));
}


} // namespace planlens::cli
