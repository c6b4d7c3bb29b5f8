// SPDX-License-Identifier: MPL-2.0
#include "core/workspace/saved_plan.h"

#include "core/configs/config.h"
#include "core/engine/provider_pool.h"
#include "core/engine/provider_schemas.h"
#include "core/engine/saved_config.h"
#include "core/formats/applied_inputs.h"
#include "core/formats/schema_cache.h"
#include "core/plans/plan.h"
#include "core/system/background_task.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <utility>

namespace planlens::workspace {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

namespace {

/// Terraform's planning rules differ, so its plans are not applied by this engine.
Diagnostic appliedByTerraform(const plans::Program& program) {
    return Diagnostic::error(
        "Saved plan of Terraform",
        fmt::format("The plan was created by {}, whose planning rules differ from those of OpenTofu. Planlens shows "
                    "such plans, but does not apply them. Apply it with \"terraform apply\" of that version, or create "
                    "a plan with \"planlens-cli plan -out=FILE\".",
                    program.toString()));
}

/// The files of the root module at planning time.
RootFiles rootFilesOf(const plans::file::SavedPlan& saved) {
    for (const plans::file::ConfigSnapshot::Module& module : saved.config.modules)
        if (module.key.empty())
            return module.files;
    return {};
}

/// Frees the encoded values, which are as large as the plan.
void releaseEncoded(plans::file::SavedPlan& saved) {
    saved.message.reset();
    saved.config = {};
}

/// Decodes with the available schemas. Values of other providers are hidden.
Diagnostics decodeWithKnown(OpenedPlan& opened, SchemaSource& schemas) {
    for (const addrs::Provider& provider : opened.saved.providers)
        if (!schemas.add(provider))
            opened.withoutSchema.push_back(provider);
    Diagnostics diagnostics;
    opened.plan = plans::file::decode(opened.saved, schemas.all(), plans::file::WithoutSchema::Hidden)
                      .into(diagnostics)
                      .value_or(nullptr);
    return diagnostics;
}

/// Marks the sensitive variables of a plan file, which has neither these marks nor defaults.
void markSensitiveVariables(plans::Plan& plan, const configs::Module& root) {
    for (const auto& [name, declared] : root.variables) {
        if (!declared.sensitive)
            continue;
        auto variable = plan.variables.find(name);
        if (variable == plan.variables.end() && declared.defaultValue && !declared.ephemeral)
            variable = plan.variables.emplace(name, plans::VariableValue{*declared.defaultValue, true, false}).first;
        if (variable != plan.variables.end())
            variable->second.value = variable->second.value.withMark(values::Mark::sensitive());
    }
}

/// Opens a Terraform plan as far as possible.
Diagnostics openTerraformPlan(OpenedPlan& opened) {
    SchemaSource schemas([&](const addrs::Provider& provider) {
        Result<schemas::ProviderSchemaPtr> schema = opened.project.providers->schema(provider, {});
        return schema.isOk() ? *schema : nullptr;
    });
    Diagnostics problems = decodeWithKnown(opened, schemas), diagnostics;
    std::string names;
    for (const addrs::Provider& provider : opened.withoutSchema)
        names += (names.empty() ? "" : ", ") + provider.toString();
    if (!names.empty())
        diagnostics.warning("Values are hidden",
                            fmt::format("Only the schemas of providers say which values are secret, and those of {} "
                                        "are not available. To see the values, run \"terraform init\" "
                                        "in the folder, or open the JSON that \"terraform show -json FILE\" writes.",
                                        names));
    diagnostics.append(std::move(problems));
    if (!opened.plan)
        return diagnostics;
    if (const Diagnostics unread = addConfig(opened, opened.project.directory, schemas); unread.hasErrors()) {
        opened.config = nullptr;
        diagnostics.warning("The configuration in the plan is not read",
                            fmt::format("It uses something that OpenTofu does not know, so some reasons and "
                                        "dependencies are missing: {}",
                                        unread[0].detail));
    }
    return diagnostics;
}

/// The schemas of a plan whose packages must all be installed.
class RequiredSchemas {
public:
    explicit RequiredSchemas(engine::ProviderPool& providers)
        : m_providers(providers) {}

    /// Adds schemas and reports missing ones as the reference does.
    template <typename Providers>
    void add(const Providers& providers, Diagnostics& diagnostics) {
        Diagnostics problems;
        for (const addrs::Provider& provider : providers)
            if (!all.contains(provider))
                if (std::optional<schemas::ProviderSchemaPtr> schema = m_providers.schema(provider, {}).into(problems))
                    all.emplace(provider, *schema);
        if (problems.hasErrors())
            diagnostics.append(engine::schemasNotLoaded(problems));
        else
            diagnostics.append(std::move(problems));
    }

    plans::Schemas all;

private:
    engine::ProviderPool& m_providers;
};

/// Opens a plan with the selected packages, which must be usable.
Diagnostics openWithPackages(OpenedPlan& opened, const std::string& startDirectory, PlanUse use) {
    using Form = providers::InstalledPackages::Form;
    const Project& project = opened.project;
    const providers::InstalledPackages& packages = project.registry->packages();
    if (Diagnostics problems = packages.problems(use == PlanUse::Apply ? Form::Whole : Form::Short);
        problems.hasErrors())
        return problems;
    // The configuration is loaded while the changes are decoded, because they are independent.
    auto loading = system::runInBackground(
        [&] { return engine::loadSavedConfig(opened.saved, project.directory, startDirectory); });
    if (use == PlanUse::Apply && packages.inconsistenciesOfPlan({}, opened.saved.lockFile).hasErrors()) {
        const Result<configs::ConfigPtr> config = loading.get();
        return packages.inconsistenciesOfPlan(
            config.value ? (*config)->providerRequirements() : addrs::ProviderRequirements(), opened.saved.lockFile);
    }
    Diagnostics diagnostics;
    RequiredSchemas schemas(*project.providers);
    schemas.add(opened.saved.providers, diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    opened.plan = plans::file::decode(opened.saved, schemas.all).into(diagnostics).value_or(nullptr);
    Result<configs::ConfigPtr> config = loading.get();
    for (const Diagnostic& diagnostic : config.diagnostics)
        if (use == PlanUse::Apply || diagnostic.severity == diags::Severity::Error)
            diagnostics.append(diagnostic);
    if (!opened.plan || !config.value || diagnostics.hasErrors())
        return diagnostics;
    opened.config = *config.value;
    markSensitiveVariables(*opened.plan, opened.config->root->module);
    schemas.add(opened.config->requiredProviders(), diagnostics);
    opened.plan->schemas = std::move(schemas.all);
    return diagnostics;
}

/// Replaces the state and the configuration of the project by those of the plan.
Diagnostics selectStateOfPlan(OpenedPlan& opened) {
    Project& project = opened.project;
    project.config = opened.config;
    project.sources = opened.config->sources;
    const plans::Backend& backend = opened.plan->backend;
    Result<StateLocation> location = stateLocation(backend, project.directory, project.state.encryption);
    if (location.hasErrors())
        return std::move(location.diagnostics);
    project.state = *std::move(location.value);
    if (backend.workspace == project.workspace)
        return {};
    return Diagnostic::error("Saved plan is for another workspace",
                             fmt::format("The plan was created for the workspace \"{}\", but the selected workspace is "
                                         "\"{}\". Select the workspace of the plan, or create a new plan.",
                                         backend.workspace, project.workspace));
}

/// The bytes of a plan file, decrypted as the directory says. Without an encryption that Planlens sets up, they are
/// those of the file.
Result<std::string> decryptedPlan(std::string_view bytes, const FolderEncryption& encryption, PlanUse use,
                                  std::string_view name) {
    const auto failed = [&](std::string_view why) {
        if (use == PlanUse::Show)
            return Diagnostic::error("Couldn't show local plan", fmt::format("Plan read error: {}", why));
        return Diagnostic::error(fmt::format("Failed to load \"{}\" as a plan file", name),
                                 fmt::format("Error: {}", why));
    };
    if (const encryption::TargetEncryptionPtr plans = encryption.plan()) {
        auto decrypted = plans->decryptPlan(bytes);
        return decrypted ? Result<std::string>(*std::move(decrypted)) : Result<std::string>(failed(decrypted.error()));
    }
    if (plans::file::looksLikePlanFile(bytes) || !states::isEncrypted(bytes))
        return std::string(bytes);
    return failed("the given plan file is encrypted and requires a valid encryption configuration to decrypt");
}

} // namespace

bool looksLikePlan(std::string_view bytes) {
    // Encrypted states have their lineage in clear, plans have nothing.
    return plans::file::looksLikePlanFile(bytes) ||
           (states::isEncrypted(bytes) && bytes.find("\"lineage\"") == std::string_view::npos);
}

Result<OpenedPlan> openPlan(std::string_view stored, const OpenOptions& options, PlanUse use, std::string_view name) {
    // Only a plan that is not encrypted says whether Terraform made it, and how the files of its directory were.
    Result<plans::file::SavedPlan> saved =
        plans::file::looksLikePlanFile(stored) ? plans::file::read(stored) : Result<plans::file::SavedPlan>();
    const bool isOfTerraform = saved.value && saved->program.kind == plans::Program::Kind::Terraform && !saved->isOwn;
    const bool isShownOnly = isOfTerraform && use == PlanUse::Show;
    std::optional<RootFiles> planned; // empty for Terraform plans, which may use unsupported constructs
    if (!isShownOnly)
        planned = saved.value ? rootFilesOf(*saved.value) : RootFiles();
    Result<Project> folder = openFolder(options, planned);
    OpenedPlan opened{
        *std::move(folder.value), std::move(saved.value).value_or(plans::file::SavedPlan()), {}, {}, {}, {}};
    Diagnostics diagnostics = std::move(folder.diagnostics);
    if (diagnostics.hasErrors())
        return {std::move(opened), std::move(diagnostics)};
    if (!isShownOnly) {
        Result<std::string> bytes = decryptedPlan(stored, opened.project.state.encryption, use, name);
        if (!bytes.isOk())
            return std::move(bytes.diagnostics);
        if (!saved.value && saved.diagnostics.isEmpty()) {
            saved = plans::file::read(*bytes);
            opened.saved = std::move(saved.value).value_or(plans::file::SavedPlan());
        }
    }
    diagnostics.append(std::move(saved.diagnostics));
    if (diagnostics.hasErrors())
        return diagnostics;
    const backends::BackendType* const backend = backends::findBackendType(opened.saved.backendType);
    if (isOfTerraform && use == PlanUse::Apply && backend && backend->access() == backends::Access::Native)
        return appliedByTerraform(opened.saved.program);
    diagnostics.append(isShownOnly ? openTerraformPlan(opened) : openWithPackages(opened, options.startDirectory, use));
    if (!opened.plan || diagnostics.hasErrors())
        return diagnostics;
    releaseEncoded(opened.saved);
    opened.plan->recorded.appliedInputs = formats::readInputs(opened.plan->stateLineage, opened.plan->stateSerial);
    if (use == PlanUse::Apply)
        diagnostics.append(selectStateOfPlan(opened));
    return {std::move(opened), std::move(diagnostics)};
}

bool SchemaSource::add(const addrs::Provider& provider) {
    if (m_all.contains(provider))
        return true;
    if (schemas::ProviderSchemaPtr known = m_schema(provider))
        return m_all.emplace(provider, std::move(known)).second;
    if (m_folder.empty())
        return false;
    if (!m_kept) {
        m_kept.emplace();
        if (const auto text = system::readFile(formats::keptSchemas(m_folder)))
            if (Result<providers::simulated::SchemasByProvider> read = providers::simulated::readProviderSchemas(*text);
                read.value)
                m_kept = *std::move(read.value);
    }
    const auto known = m_kept->find(provider);
    return known != m_kept->end() && m_all.emplace(provider, known->second).second;
}

Result<OpenedPlan> openPlanWithKnownSchemas(std::string_view bytes, SchemaSource& schemas) {
    Result<plans::file::SavedPlan> saved = plans::file::read(bytes);
    if (!saved.isOk())
        return std::move(saved.diagnostics);
    OpenedPlan opened{{}, *std::move(saved.value), {}, {}, {}, {}};
    Diagnostics diagnostics = std::move(saved.diagnostics);
    diagnostics.append(decodeWithKnown(opened, schemas));
    if (!opened.plan)
        return diagnostics;
    return {std::move(opened), std::move(diagnostics)};
}

Diagnostics addConfig(OpenedPlan& opened, const fs::path& directory, SchemaSource& schemas) {
    Result<configs::ConfigPtr> config = engine::loadSavedConfig(opened.saved, directory);
    opened.config = config.value.value_or(nullptr);
    if (opened.config) {
        markSensitiveVariables(*opened.plan, opened.config->root->module);
        for (const addrs::Provider& provider : opened.config->requiredProviders())
            schemas.add(provider);
    }
    opened.terraform = plans::file::terraformParts(opened.saved, schemas.all());
    opened.plan->schemas = schemas.all();
    opened.plan->recorded.appliedInputs = formats::readInputs(opened.plan->stateLineage, opened.plan->stateSerial);
    return std::move(config.diagnostics);
}

namespace {

bool isEdited(const plans::Plan& plan, const states::File& state) {
    return !plan.stateHash.empty() && plan.stateHash != state.textHash;
}

} // namespace

bool isOfOtherState(const plans::Plan& plan, const states::File& state) {
    return state.serial != plan.stateSerial || state.lineage != plan.stateLineage || isEdited(plan, state);
}

Diagnostics checkFresh(const plans::Plan& plan, const states::File& state) {
    const bool isFirst = plan.stateLineage.empty() && plan.stateSerial == 0;
    if (!isFirst && plan.stateLineage != state.lineage) // also if there is no state any more
        return Diagnostic::error(
            "Saved plan does not match the given state",
            "The given plan file can not be applied because it was created from a different state lineage.");
    if (plan.stateSerial != state.serial)
        return Diagnostic::error("Saved plan is stale",
                                 "The given plan file can no longer be applied because the state was changed by "
                                 "another operation after the plan was created.");
    if (isEdited(plan, state))
        return Diagnostic::error("Saved plan is stale",
                                 "The state was edited after the plan was created, but its serial was not increased. "
                                 "The plan does not fit the edited state and was not applied. Create a new plan, and "
                                 "review it before you apply it.");
    return {};
}

Result<PlanVariables> variablesOfPlan(OpenedPlan& opened, const std::vector<configs::VariableArgument>& arguments) {
    const configs::Module& root = opened.config->root->module;
    Diagnostics diagnostics;
    const configs::CollectedVariables collected =
        *configs::collectVariables(opened.project.directory, system::ownEnvironment(), arguments).into(diagnostics);
    opened.project.sources.add(collected.sources);
    PlanVariables result;
    const auto checkEqual = [&](const std::string& name, const values::Value& given, const values::Value& planned) {
        if (!(given == planned))
            result.mismatches.error("Mismatch between input and plan variable value",
                                    fmt::format("Value saved in the plan file for variable {} is different from the "
                                                "one given to the current command.",
                                                values::quoted(name)));
    };
    configs::GivenVariables variables;
    for (const auto& [name, value] : opened.saved.variables)
        variables.emplace(name, configs::GivenVariable{configs::GivenVariable::Source::Plan, value, {}});
    configs::GivenVariables withDefaults = variables; // given instead of the default value that was planned
    for (const auto& [name, again] : collected.variables) {
        const auto declared = root.variables.find(name);
        if (const auto saved = opened.saved.variables.find(name); saved == opened.saved.variables.end()) {
            withDefaults.emplace(name, again);
            if (declared == root.variables.end() || declared->second.ephemeral)
                variables.emplace(name, again);
        } else if (declared != root.variables.end()) {
            if (const auto value = configs::parseGiven(declared->second, again, diagnostics))
                checkEqual(name, *value, saved->second);
        }
    }
    for (const auto& [name, variable] : root.variables)
        if (variable.ephemeral && variable.isRequired() && !variables.contains(name))
            result.mismatches.error("No value for required variable",
                                    fmt::format("Variable {} is configured as ephemeral. This type of variables need "
                                                "to be given a value during `tofu plan` and also during "
                                                "`tofu apply`.",
                                                values::quoted(name)),
                                    variable.range);
    if (diagnostics.hasErrors() || result.mismatches.hasErrors())
        return {std::move(result), std::move(diagnostics)};
    const auto given = configs::rootVariables(root, withDefaults).into(diagnostics);
    if (given)
        for (const auto& [name, variable] : *given)
            diagnostics.append(variable.problems);
    Diagnostics reported; // with `given`
    if (auto planned = configs::rootVariables(root, variables).into(reported); planned && given) {
        result.values = *std::move(planned);
        for (const auto& [name, variable] : result.values)
            if (const auto again = given->find(name); again != given->end())
                checkEqual(name, again->second.value, variable.value);
    }
    return {std::move(result), std::move(diagnostics)};
}

} // namespace planlens::workspace
