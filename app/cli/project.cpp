// SPDX-License-Identifier: MPL-2.0
#include "app/cli/project.h"

#include "app/cli/plugin_log.h"
#include "app/cli/through_tool.h"
#include "core/configs/terraform_syntax.h"
#include "core/engine/provider_pool.h"
#include "core/lang/functions/time/timestamp.h"
#include "core/system/environment.h"

#include <fmt/core.h>

namespace planlens::cli {

namespace fs = std::filesystem;
using diags::Diagnostics;
using diags::Result;

std::vector<configs::VariableArgument> variableArguments(const Arguments& arguments) {
    std::vector<configs::VariableArgument> given;
    for (const auto& [name, value] : arguments.options) {
        if (name == "var")
            given.push_back({configs::VariableArgument::Kind::Value, value});
        else if (name == "var-file")
            given.push_back({configs::VariableArgument::Kind::File, value});
    }
    return given;
}

const std::string& startDirectory() {
    static const std::string directory = [] {
        const auto current = system::currentDirectory();
        return current ? current->string() : std::string();
    }();
    return directory;
}

const Result<providers::CliConfig>& cliConfig() {
    static const Result<providers::CliConfig> config =
        providers::loadCliConfig(system::ownEnvironment(), startDirectory());
    return config;
}

bool isSimulating(const Arguments& arguments) {
    return arguments.has("simulate") || arguments.flag("simulate-cached", false);
}

workspace::OpenOptions openOptions(const fs::path& directory, const Arguments& arguments, const Interrupts& interrupts,
                                   Purpose purpose) {
    workspace::OpenOptions options;
    options.directory = directory;
    options.startDirectory = startDirectory();
    options.purpose = purpose;
    options.variables = variableArguments(arguments);
    const auto secrets = std::make_shared<engine::ProviderSecrets>();
    // Problems of the CLI configuration were reported when the program started.
    options.registry = std::make_shared<providers::DefaultRegistry>(
        directory, cliConfig().value.value_or(providers::CliConfig()),
        pluginLog(system::ownEnvironment(), [secrets](std::string_view text) { return secrets->masked(text); }),
        interrupts.forced);
    options.registry->setRemoteStates(providers::builtin::RemoteStateAccess::Reach::Everything,
                                      arguments.value("tool").value_or(""));
    options.providers = std::make_shared<engine::ProviderPool>(options.registry, engine::BeforeConfigure(), secrets);
    if (isSimulating(arguments))
        options.simulated = workspace::SimulatedProviders{arguments.value("simulate").value_or(""),
                                                          arguments.value("simulate-rules").value_or("")};
    return options;
}

Result<Project> openProject(const fs::path& directory, const Arguments& arguments, const Interrupts& interrupts,
                            Purpose purpose) {
    return workspace::openProject(openOptions(directory, arguments, interrupts, purpose));
}

void listTerraformFiles(const configs::Config& config, const Arguments& arguments) {
    if (arguments.flag("json", false))
        return;
    for (const std::string& note : configs::terraformFileNotes(config))
        fmt::print(stderr, "Note: {}\n", note);
}

states::StatePaths statePaths(const Project& project, const Arguments& arguments) {
    states::StatePaths paths = project.state.paths;
    if (const std::string given = arguments.value("state").value_or(""); !given.empty()) {
        paths.state = (project.directory / given).lexically_normal(); // also if it is absolute
        paths.stateOut = paths.state;
        paths.backup = states::backupPath(paths.state);
    }
    if (const std::string given = arguments.value("state-out").value_or(""); !given.empty()) {
        paths.stateOut = project.directory / given;
        paths.backup = states::backupPath(paths.stateOut);
    }
    if (const std::string given = arguments.value("backup").value_or(""); !given.empty())
        paths.backup = given == "-" ? fs::path() : project.directory / given;
    return paths;
}

Result<workspace::StateOptions> stateOptions(const Project& project, const Arguments& arguments,
                                             std::string_view operation, const Interrupts& interrupts) {
    workspace::StateOptions options;
    Diagnostics diagnostics;
    if (isThroughTool(project) || project.state.isRemote())
        for (const char* option : {"state", "state-out", "backup"})
            if (arguments.has(option) && !arguments.value(option)->empty())
                return diags::Diagnostic::error("Option not valid for this state",
                                                fmt::format("The option -{} is valid only for local state files that "
                                                            "Planlens reads itself, not for this state ({}).",
                                                            option, project.state.whyNotLocal()));
    options.paths = statePaths(project, arguments);
    options.operation = operation;
    options.locking =
        arguments.flag("lock", true) ? workspace::StateOptions::Locking::Yes : workspace::StateOptions::Locking::No;
    options.lockTimeout = lockTimeout(arguments).into(diagnostics).value_or(options.lockTimeout);
    options.toolName = arguments.value("tool").value_or("");
    options.toolRun = toolRun(project, arguments, interrupts);
    options.stop = interrupts.stop;
    options.beforePull = [why = project.state.whyNotLocal()](const backends::Tool& tool) {
        fmt::print(stderr, "Reading the state ({}) with \"{} state pull\".\n", why, tool.path.string());
    };
    options.whileWaiting = [backend = project.state.backend.type](std::string_view action) {
        if (!action.empty())
            fmt::print(stderr, "Waiting for the server of the state (backend \"{}\"): {}...\n", backend, action);
    };
    return {std::move(options), std::move(diagnostics)};
}

Diagnostics checkGeneratedConfigPath(const fs::path& directory, const std::string& path) {
    std::error_code error;
    if (fs::status(directory / path, error).type() == fs::file_type::not_found)
        return {};
    return diags::Diagnostic::error("Target generated file already exists",
                                    "OpenTofu can only write generated config into a new file. Either choose a "
                                    "different target location or move all existing configuration out of the "
                                    "target file, delete it and try again.");
}

Result<std::chrono::nanoseconds> lockTimeout(const Arguments& arguments) {
    const std::string given = arguments.value("lock-timeout").value_or("0s");
    if (const auto duration = lang::parseDuration(given))
        return std::chrono::nanoseconds(*duration);
    return diags::Diagnostic::error("Failed to parse command-line flags",
                                    fmt::format("invalid value \"{}\" for flag -lock-timeout: parse error", given));
}

Diagnostics completePlanOptions(engine::PlanOptions& options, const Project& project, const Arguments& arguments) {
    Diagnostics diagnostics;
    if (const auto out = arguments.value("generate-config-out"); out && !out->empty()) {
        if (options.mode != plans::Mode::Normal)
            diagnostics.error("Invalid generate-config-out flag",
                              "Config can only be generated during a normal plan operation, and not during a "
                              "refresh-only or destroy plan.");
        else
            diagnostics.append(checkGeneratedConfigPath(project.directory, *out));
        options.generateConfigPath = *out;
    }
    return diagnostics;
}

} // namespace planlens::cli
