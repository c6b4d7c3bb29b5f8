// SPDX-License-Identifier: MPL-2.0
#include "app/cli/project.h"

#include "app/cli/plugin_log.h"
#include "core/configs/terraform_syntax.h"
#include "core/engine/provider_pool.h"
#include "core/engine/saved_config.h"
#include "core/engine/schemas_for.h"
#include "core/formats/kept_schemas.h"
#include "core/lang/functions/timestamp.h"
#include "core/providers/folder_registry.h"
#include "core/providers/simulated/simulated_registry.h"
#include "core/states/workspace.h"
#include "core/system/background_task.h"
#include "core/system/environment.h"
#include "core/system/file.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

#include <unistd.h>

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

void addSources(diags::Sources& target, const diags::Sources& from) {
    for (const auto& [name, file] : from.files())
        target.add(name, file.text, file.blocks);
}

namespace {

/// Providers made of the schemas in a file, as the options say.
Result<std::shared_ptr<providers::Registry>> simulatedRegistry(const fs::path& directory, const Arguments& arguments, std::shared_ptr<providers::Registry> builtIn) {
    const auto read = [&](const std::string& file) -> Result<std::string> {
        auto text = system::readFile(directory / file);
        if (text)
            return *std::move(text);
        return diags::Diagnostic::error("Failed to read file", fmt::format("The file \"{}\" could not be read: {}.", file, text.error().reason()));
    };
    Diagnostics diagnostics;
    providers::simulated::SchemasByProvider schemas;
    const fs::path cached = formats::keptSchemas(".");
    const std::string file = arguments.value("simulate").value_or(cached.string());
    if (std::error_code error; !arguments.has("simulate") && !fs::exists(directory / cached, error))
        return diags::Diagnostic::error("No cached provider schemas", "No plan with providers has been created in this directory. Run \"tofu providers schema -json\" where the providers are "
                                                                       "installed, and pass its output with -simulate=FILE.");
    if (const std::optional<std::string> text = read(file).into(diagnostics))
        schemas = providers::simulated::readProviderSchemas(*text).into(diagnostics).value_or(schemas);
    providers::simulated::ReplacementRules rules;
    if (const auto given = arguments.value("simulate-rules"))
        if (const std::optional<std::string> text = read(*given).into(diagnostics))
            rules = providers::simulated::readReplacementRules(*text).into(diagnostics).value_or(rules);
    if (diagnostics.hasErrors())
        return diagnostics;
    return {std::make_shared<providers::simulated::SimulatedRegistry>(std::move(schemas), std::move(rules), std::move(builtIn)), std::move(diagnostics)};
}

} // namespace

const std::string& startDirectory() {
    static const std::string directory = [] {
        const auto current = system::currentDirectory();
        return current ? current->string() : std::string();
    }();
    return directory;
}

Result<providers::CliConfig> cliConfig() {
    return providers::loadCliConfig(system::ownEnvironment(), startDirectory());
}

bool isSimulating(const Arguments& arguments) { return arguments.has("simulate") || arguments.flag("simulate-cached", false); }

std::shared_ptr<providers::DefaultRegistry> registryOf(const fs::path& directory, const Interrupts& interrupts) {
    Result<providers::CliConfig> config = cliConfig();
    return std::make_shared<providers::DefaultRegistry>(directory, config.value ? *std::move(config.value) : providers::CliConfig{}, pluginLog(system::ownEnvironment()), interrupts.forced);
}

Result<Project> openFolder(const fs::path& directory, const Interrupts& interrupts) {
    Project project;
    project.directory = directory;
    Result<std::string> workspace = states::currentWorkspace(directory);
    if (workspace.value)
        project.workspace = *workspace.value;
    project.registry = registryOf(directory, interrupts);
    project.providers = engine::makeProviderPool(project.registry);
    return {std::move(project), std::move(workspace.diagnostics)};
}

void noteTerraformFiles(const configs::Config& config, const Arguments& arguments) {
    if (arguments.flag("json", false))
        return;
    for (const std::string& note : configs::terraformFileNotes(config))
        fmt::print(stderr, "Note: {}\n", note);
}

Result<Project> openProject(const fs::path& directory, const Arguments& arguments, const Interrupts& interrupts, Variables variables, Tests tests, const std::string& rootModule) {
    const bool isNeeded = variables != Variables::NotNeeded;
    Result<Project> folder = openFolder(directory, interrupts);
    Project project = *std::move(folder.value);
    Diagnostics diagnostics = std::move(folder.diagnostics);
    if (isSimulating(arguments)) {
        project.isSimulated = true;
        if (std::shared_ptr<providers::Registry> simulated = simulatedRegistry(directory, arguments, project.registry).into(diagnostics).value_or(nullptr))
            project.providers = engine::makeProviderPool(std::move(simulated));
    }
    Result<configs::CollectedVariables> collected = configs::collectVariables(directory, system::ownEnvironment(), variableArguments(arguments));
    diagnostics.append(std::move(collected.diagnostics));
    if (diagnostics.hasErrors()) {
        // The configuration may depend on variables.
        if (collected.value)
            project.sources = std::move(collected->sources);
        return {std::move(project), std::move(diagnostics)};
    }
    configs::LoadOptions options;
    options.directory = directory;
    options.startDirectory = startDirectory();
    options.rootModule = rootModule;
    options.dataDirectory = states::dataDirectory(directory);
    if (collected.value)
        options.variables = collected->variables;
    options.workspace = project.workspace;
    if (tests == Tests::Checked)
        options.testDirectory = arguments.value("test-directory").value_or("tests");
    if (isNeeded)
        options.order = configs::LoadOptions::Order::BackendFirst;
    options.registry = providers::registryOfFolder(directory);
    // Which state may have to say it is known after that; nearly always it is this one.
    const fs::path usualState = directory / "terraform.tfstate";
    auto withUsualState = system::runInBackground([&] { return providers::registryOfFolder(directory, usualState); });
    Result<configs::ConfigPtr> config = configs::load(options);
    if (collected.value)
        addSources(project.sources, collected->sources);
    if (config.value && ((*config)->isBackendKnown || !config.hasErrors())) {
        Result<workspace::StateLocation> location = workspace::stateLocation(**config, options, configs::encryptionOf(**config, system::ownEnvironment()));
        project.stateDiagnostics = std::move(location.diagnostics);
        if (location.value)
            project.state = *std::move(location.value);
    }
    const fs::path& stateFile = project.state.paths.state;
    if (const std::string_view registry = stateFile == usualState ? withUsualState.get() : providers::registryOfFolder(directory, stateFile); registry != options.registry) {
        options.registry = registry;
        config = configs::load(options);
    }
    if (config.value) {
        project.config = *config.value;
        addSources(project.sources, project.config->sources);
    }
    if (isNeeded && project.stateDiagnostics.hasErrors()) {
        // Without its backend, nothing else about the configuration is of interest.
        for (const diags::Diagnostic& diagnostic : config.diagnostics)
            if (diagnostic.severity == diags::Severity::Warning)
                diagnostics.append(diagnostic);
        diagnostics.append(std::move(project.stateDiagnostics));
        return {std::move(project), std::move(diagnostics)};
    }
    if (isNeeded && !project.isSimulated && project.config && project.config->isBackendKnown) {
        // Nor without its plugins.
        if (Diagnostics problems = project.registry->packages().problems(providers::InstalledPackages::Form::Whole); problems.hasErrors()) {
            diagnostics.append(std::move(problems));
            return {std::move(project), std::move(diagnostics)};
        }
    }
    diagnostics.append(std::move(config.diagnostics));
    if (diagnostics.hasErrors())
        return {std::move(project), std::move(diagnostics)};
    if (isNeeded) {
        const addrs::ProviderRequirements requirements = project.config->providerRequirements();
        if (!project.isSimulated)
            diagnostics.append(project.registry->packages().inconsistencies(requirements, project.config->registry));
        if (const Result<providers::LockFile> locks = providers::readLockFile(directory); locks.isOk())
            diagnostics.append(providers::checkLocksOfFolder(*locks, requirements));
        else
            diagnostics.append(locks.diagnostics);
        if (variables == Variables::Placeholders)
            for (const auto& [name, variable] : project.config->root->module.variables)
                if (variable.isRequired())
                    collected->variables.try_emplace(name, configs::GivenVariable{configs::GivenVariable::Source::Default, values::Value::dynamicUnknown(), {}});
        auto values = configs::rootVariables(project.config->root->module, collected->variables);
        diagnostics.append(std::move(values.diagnostics));
        if (values.value)
            project.variables = *std::move(values.value);
    }
    return {std::move(project), std::move(diagnostics)};
}

states::StatePaths statePaths(const Project& project, const Arguments& arguments) {
    states::StatePaths paths = project.state.paths;
    if (const auto given = arguments.value("state"); given && !given->empty()) {
        paths.state = (fs::path(*given).is_absolute() ? fs::path(*given) : project.directory / *given).lexically_normal();
        paths.stateOut = paths.state;
        paths.backup = paths.state.string() + ".backup";
    }
    if (const auto given = arguments.value("state-out")) {
        paths.stateOut = fs::path(*given).is_absolute() ? fs::path(*given) : project.directory / *given;
        paths.backup = paths.stateOut.string() + ".backup";
    }
    if (const auto given = arguments.value("backup"))
        paths.backup = *given == "-" ? fs::path() : fs::path(*given).is_absolute() ? fs::path(*given) : project.directory / *given;
    return paths;
}

Diagnostics checkGeneratedConfigPath(const fs::path& directory, const std::string& path) {
    std::error_code error;
    if (fs::status(directory / path, error).type() == fs::file_type::not_found)
        return {};
    return diags::Diagnostic::error("Target generated file already exists",
                                    "OpenTofu can only write generated config into a new file. Either choose a different target location or move all existing configuration out of the "
                                    "target file, delete it and try again.");
}

Result<std::chrono::nanoseconds> lockTimeout(const Arguments& arguments) {
    const std::string given = arguments.value("lock-timeout").value_or("0s");
    if (const auto duration = lang::parseDuration(given))
        return std::chrono::nanoseconds(*duration);
    return diags::Diagnostic::error("Failed to parse command-line flags", fmt::format("invalid value \"{}\" for flag -lock-timeout: parse error", given));
}

Diagnostics completePlanOptions(engine::PlanOptions& options, const Project& project, const Arguments& arguments) {
    Diagnostics diagnostics;
    if (const auto out = arguments.value("generate-config-out"); out && !out->empty()) {
        if (options.mode != plans::Mode::Normal)
            diagnostics.error("Invalid generate-config-out flag", "Config can only be generated during a normal plan operation, and not during a refresh-only or destroy plan.");
        else
            diagnostics.append(checkGeneratedConfigPath(project.directory, *out));
        options.generateConfigPath = *out;
    }
    options.variables = project.variables;
    options.workspace = project.workspace;
    options.backendType = project.state.backend.type;
    options.backendConfig = project.state.backend.config;
    return diagnostics;
}

namespace {

/// Terraform plans by rules of its own: its plans are not applied by this engine.
diags::Diagnostic appliedByTerraform(const plans::Program& program) {
    return diags::Diagnostic::error("Saved plan of Terraform", fmt::format("The plan was made by {}, whose rules differ from OpenTofu's. Planlens shows such plans and does not apply them. Apply it with "
                                                                    "\"terraform apply\" of that version, or make a plan with \"planlens-cli plan -out=FILE\".", program.toString()));
}

/// Opens a plan of Terraform as far as that is possible here.
Result<OpenedPlan> openTerraformPlan(OpenedPlan opened, const Project& project) {
    Diagnostics diagnostics;
    plans::Schemas schemas;
    const auto addSchema = [&](const addrs::Provider& provider) {
        if (const Result<schemas::ProviderSchemaPtr> schema = project.providers->schema(provider, {}); schema.isOk())
            return schemas.contains(provider) || schemas.emplace(provider, *schema.value).second;
        return false;
    };
    std::string names;
    for (const addrs::Provider& provider : opened.saved.providers)
        if (!addSchema(provider)) {
            names += (names.empty() ? "" : ", ") + provider.toString();
            opened.withoutSchema.push_back(provider);
        }
    if (!names.empty())
        diagnostics.warning("Values are hidden", fmt::format("Only the schemas of providers say which values are secret, and those of {} are not at hand. To see the values, run \"terraform init\" "
                                                             "in the folder, or open the JSON that \"terraform show -json FILE\" writes.", names));
    std::shared_ptr<plans::Plan> plan = plans::file::decode(opened.saved, schemas, plans::file::WithoutSchema::Hidden).into(diagnostics).value_or(nullptr);
    if (!plan)
        return diagnostics;
    if (Result<configs::ConfigPtr> config = engine::loadSavedConfig(opened.saved, project.directory); config.isOk())
        opened.config = *config.value;
    else
        diagnostics.warning("The configuration in the plan is not read", fmt::format("It has something that OpenTofu does not know, so that reasons and dependencies are known less well: {}",
                                                                                   config.diagnostics[0].detail));
    if (opened.config)
        for (const addrs::Provider& provider : opened.config->requiredProviders())
            addSchema(provider);
    opened.terraform = plans::file::terraformParts(opened.saved, schemas);
    plan->schemas = std::move(schemas);
    opened.plan = std::move(plan);
    opened.saved.message.reset();
    opened.saved.config = {};
    return {std::move(opened), std::move(diagnostics)};
}

} // namespace

Result<OpenedPlan> openPlan(const std::string& bytes, const Project& project, PlanUse use) {
    Result<plans::file::SavedPlan> saved = plans::file::read(bytes);
    if (!saved.isOk())
        return std::move(saved.diagnostics);
    OpenedPlan opened;
    opened.saved = *std::move(saved.value);
    Diagnostics diagnostics = std::move(saved.diagnostics);
    const bool isOfTerraform = opened.saved.program.kind == plans::Program::Kind::Terraform && !opened.saved.isOwn;
    if (isOfTerraform && use == PlanUse::Apply && opened.saved.backendType == "local")
        return appliedByTerraform(opened.saved.program);
    if (isOfTerraform && use == PlanUse::Show)
        return openTerraformPlan(std::move(opened), project);
    using Form = providers::InstalledPackages::Form;
    if (Diagnostics problems = project.registry->packages().problems(use == PlanUse::Apply ? Form::Whole : Form::Short); problems.hasErrors()) {
        diagnostics.append(std::move(problems));
        return diagnostics;
    }
    // The configuration is loaded while the changes are decoded: the one does not need the other.
    auto loading = system::runInBackground([&] { return engine::loadSavedConfig(opened.saved, project.directory, startDirectory()); });
    const providers::InstalledPackages& packages = project.registry->packages();
    if (use == PlanUse::Apply && packages.inconsistenciesOfPlan({}, opened.saved.lockFile).hasErrors()) {
        const Result<configs::ConfigPtr> config = loading.get();
        diagnostics.append(packages.inconsistenciesOfPlan(config.value ? (*config)->providerRequirements() : addrs::ProviderRequirements(), opened.saved.lockFile));
        return diagnostics;
    }
    plans::Schemas schemas;
    Diagnostics schemaProblems;
    const auto addSchema = [&](const addrs::Provider& provider) {
        if (schemas.contains(provider))
            return;
        Result<schemas::ProviderSchemaPtr> schema = project.providers->schema(provider, {});
        schemaProblems.append(std::move(schema.diagnostics));
        if (schema.value)
            schemas.emplace(provider, *schema.value);
    };
    const auto tellSchemas = [&] {
        if (schemaProblems.hasErrors())
            diagnostics.append(engine::schemasNotLoaded(schemaProblems));
        else
            diagnostics.append(std::move(schemaProblems));
        schemaProblems = {};
    };
    for (const addrs::Provider& provider : opened.saved.providers)
        addSchema(provider);
    tellSchemas();
    if (diagnostics.hasErrors())
        return diagnostics;
    Result<std::shared_ptr<plans::Plan>> plan = plans::file::decode(opened.saved, schemas);
    diagnostics.append(std::move(plan.diagnostics));
    Result<configs::ConfigPtr> config = loading.get();
    for (const diags::Diagnostic& diagnostic : config.diagnostics)
        if (use == PlanUse::Apply || diagnostic.severity == diags::Severity::Error)
            diagnostics.append(diagnostic);
    if (!plan.value || !config.value || diagnostics.hasErrors())
        return diagnostics;
    opened.config = *config.value;
    for (const addrs::Provider& provider : opened.config->requiredProviders())
        addSchema(provider);
    tellSchemas();
    if (diagnostics.hasErrors())
        return diagnostics;
    (*plan.value)->schemas = std::move(schemas);
    opened.plan = *std::move(plan.value);
    opened.saved.message.reset(); // as big as the plan, which has all of it
    opened.saved.config = {};
    return {std::move(opened), std::move(diagnostics)};
}

} // namespace planlens::cli
