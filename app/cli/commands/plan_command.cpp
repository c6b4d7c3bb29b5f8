// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/operation_options.h"
#include "app/cli/planning.h"
#include "app/cli/projects/plan_result.h"
#include "app/cli/state_reading.h"
#include "app/cli/through_tool.h"
#include "app/cli/usage.h"

#include "core/configs/config.h"
#include "core/engine/provider_schemas.h"
#include "core/engine/save_plan.h"
#include "core/formats/event_json.h"
#include "core/formats/schema_cache.h"
#include "core/lang/files_read.h"
#include "core/plans/plan.h"
#include "core/report/generated_config.h"
#include "core/report/text/terminal_text.h"
#include "core/system/background_task.h"
#include "core/system/output_file.h"

#include <fmt/core.h>

#include <cerrno>

namespace planlens::cli {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;

namespace {

std::string whyEmptyIsRefused(std::string_view operation) {
    if (operation == "OperationTypeApply")
        return "Apply requires configuration to be present. Applying without a configuration would mark everything for "
               "destruction, which is normally not what is desired. If "
               "you would like to destroy everything, run 'tofu destroy' instead.";
    return "Plan requires configuration to be present. Planning without a configuration would mark everything for "
           "destruction, which is normally not what is desired. If you "
           "would like to destroy everything, run plan with the -destroy option. Otherwise, create a OpenTofu "
           "configuration file (.tf file) and try again.";
}

/// Writes the generated configuration of imported resources to a new file; true if there was any.
diags::Result<bool> writeGeneratedConfig(const plans::Plan& plan, const std::filesystem::path& directory,
                                         const std::string& out) {
    const std::string text = report::generatedConfigText(plan.changes);
    if (text.empty())
        return false;
    if (Diagnostics exists = checkGeneratedConfigPath(directory, out); exists.hasErrors())
        return exists;
    if (const auto written = system::writeOutputFile(directory / out, text); !written)
        return diags::Diagnostic::error(
            "Failed to create target generated file",
            written.error().number == EACCES
                ? fmt::format("OpenTofu did not have permission to create the generated file ({}) in the target "
                              "directory. Please modify "
                              "permissions over the target directory, and try again.",
                              out)
                : fmt::format("OpenTofu could not create the generated file ({}) in the target directory: {} {}: "
                              "{}. Depending on the "
                              "error message, this may be a bug in OpenTofu itself. If so, please report it!",
                              out, written.error().call, out, written.error().reason()));
    return {true, diags::Diagnostic::warning("Config generation is experimental",
                                             "Generating configuration during import is currently experimental, and "
                                             "the generated configuration format may change in future "
                                             "versions.")};
}

/// Opens and reads the state.
diags::Result<states::File> openState(Planning& planning, const Arguments& arguments, std::string_view operation,
                                      Output& output, const Interrupts& interrupts) {
    const bool isApply = operation == "OperationTypeApply";
    if (isThroughTool(planning.project) && (isApply || arguments.has("out")))
        if (Diagnostics problems = workspace::checkPlansCanBeSaved(planning.project.state); problems.hasErrors())
            return problems;
    diags::Result<workspace::StateOptions> options = stateOptions(planning.project, arguments, operation, interrupts);
    if (!options.isOk())
        return options.diagnostics;
    if (operation == "OperationTypePlan" && options->locking == workspace::StateOptions::Locking::No)
        options->locking = workspace::StateOptions::Locking::Never;
    options->whileLocking = [&output] { output.reportLocking(); };
    diags::Result<workspace::OpenedState> opened = workspace::openState(planning.project, *options);
    if (!opened.isOk())
        return openError(opened.diagnostics, loadError);
    planning.state = *std::move(opened.value);
    diags::Result<states::File> state = workspace::readState(planning.state, *options);
    if (planning.state.tool)
        return state;
    if (state.hasErrors())
        return loadError(state.diagnostics);
    return state;
}

/// The error for a folder without configuration.
Diagnostics checkNotEmpty(const Project& project, const Arguments& arguments, std::string_view operation) {
    if (!project.config || !project.config->files.empty() || arguments.flag("destroy", false) ||
        operation == "OperationTypeRefresh")
        return {};
    return Diagnostic::error("No configuration files", whyEmptyIsRefused(operation));
}

/// Whether the errors of a folder are found after its backend is prepared, which shows the warnings of the root module.
bool isBackendUsable(const Project& project) {
    return project.config && project.config->isBackendKnown && !project.config->rootWarnings.hasErrors() &&
           !project.stateDiagnostics.hasErrors() &&
           !project.registry->packages().lockProblems(providers::InstalledPackages::Form::Whole).hasErrors();
}

/// Writes the files of -out and -result, if they are requested. Returns false if one of them cannot be written.
bool savePlanFiles(const Planning& planning, ProgramForPlan& programForPlan, const Arguments& arguments,
                   const std::filesystem::path& directory, Diagnostics& diagnostics) {
    const plans::Plan& plan = *planning.outcome.plan;
    if (const std::optional<std::string> out = arguments.value("out")) {
        diags::Result<plans::Program> program = programForPlan.program(plan, planning.state.tool);
        diagnostics.append(std::move(program.diagnostics));
        const fs::path path = fs::path(*out).is_absolute() ? fs::path(*out) : directory / *out;
        Diagnostics saving = program.value ? engine::savePlan(plan, *program.value, *planning.project.config, path,
                                                              planning.project.state.encryption.plan())
                                           : Diagnostics();
        const bool cannotBeSaved = !program.value || saving.hasErrors();
        diagnostics.append(std::move(saving));
        if (cannotBeSaved)
            return false;
    }
    if (const std::optional<std::string> folder = arguments.value("result")) {
        Diagnostics problems = writePlanResult(planning, diagnostics, arguments, directory, directory / *folder);
        const bool isWritten = !problems.hasErrors();
        diagnostics.append(std::move(problems));
        return isWritten;
    }
    return true;
}

Diagnostic estimateWarning() {
    return Diagnostic::warning(
        "This plan is an estimate",
        "Planlens estimated it from the schemas of the providers, without starting them, and assumed that the real "
        "objects match the state. It cannot be saved or applied. Plan with the providers before you rely on it.");
}

/// Loads the schemas of the providers, which the pool keeps. Returns the errors.
Diagnostics loadSchemas(const Project& project, const states::State* state, const Interrupts& interrupts) {
    const diags::Result<plans::Schemas> schemas =
        engine::schemasFor(*project.config, state, *project.providers, interrupts.stop);
    return schemas.hasErrors() ? engine::schemasNotLoaded(schemas.diagnostics) : Diagnostics();
}

/// Plans, and stores the schemas of the plan for later commands in the folder.
engine::PlanOutcome planAndKeepSchemas(const engine::PlanRequest& request, const Project& project,
                                       const fs::path& directory, Output& output, const Interrupts& interrupts) {
    engine::PlanOutcome outcome = engine::plan(request, output, interrupts.stop);
    keptUntilExit(outcome.plan);
    keptUntilExit(outcome.readCache);
    if (outcome.plan && !project.isSimulated)
        formats::keepSchemas(outcome.plan->schemas, directory);
    return outcome;
}

} // namespace

std::optional<Planning> makePlan(engine::PlanOptions options, const Arguments& arguments,
                                 const std::filesystem::path& directory, Output& output, std::string_view operation,
                                 const Interrupts& interrupts) {
    diags::Result<Project> opened = openProject(directory, arguments, interrupts, Purpose::Planning);
    Planning planning{*std::move(opened.value), {}, {}, {}};
    const Project& project = planning.project;
    Diagnostics pending = std::move(opened.diagnostics);
    const auto refuse = [&](Diagnostics problems) {
        pending.append(std::move(problems));
        output.show(pending);
        output.show(planning.state.unlock());
        return std::nullopt;
    };
    output.setSources(project.sources);
    keptUntilExit(project.config);
    if (project.config)
        listTerraformFiles(*project.config, arguments);
    if (Diagnostics empty = checkNotEmpty(project, arguments, operation); empty.hasErrors()) {
        output.show(empty);
        return {};
    }
    const bool isPlan = operation == "OperationTypePlan";
    if (pending.hasErrors()) {
        if (isPlan && isBackendUsable(project))
            output.show(rootModuleWarnings(project));
        if (!isPlan && project.stateDiagnostics.hasErrors())
            pending = project.stateDiagnostics; // warnings are only shown later
        return refuse({});
    }
    if (Diagnostics problems = completePlanOptions(options, project, arguments); problems.hasErrors())
        return refuse(std::move(problems));
    if (isPlan || operation == "OperationTypeRefresh")
        output.show(rootModuleWarnings(project));
    // Validation does not need the state, so both run concurrently. If providers prompt for configuration, their
    // schemas are needed first.
    const bool asks = output.view() == View::Human && arguments.flag("input", true);
    const auto validate = [&] {
        return engine::validate(*project.config, *project.providers, output, interrupts.stop);
    };
    auto validated =
        asks ? system::BackgroundTask<diags::Result<engine::ConfigGraphPtr>>() : system::runInBackground(validate);
    diags::Result<states::File> state = openState(planning, arguments, operation, output, interrupts);
    output.show(state.diagnostics); // before warnings of the configuration
    if (!state.isOk()) {
        output.show(planning.state.unlock());
        return {};
    }
    if (Diagnostics problems = checkParallelism(arguments); problems.hasErrors())
        return refuse(std::move(problems));
    if (project.isSimulated)
        pending.append(estimateWarning());
    std::optional<engine::PlanRequest> request =
        workspace::planRequest(project, *std::move(state.value), std::move(options)).into(pending);
    if (pending.hasErrors())
        return refuse({});
    keptUntilExit(request->state);
    planning.read = *request->state;
    if (asks)
        if (Diagnostics problems = loadSchemas(project, nullptr, interrupts); problems.hasErrors())
            return refuse(std::move(problems));
    diags::Result<engine::ConfigGraphPtr> graph = validated.isValid() ? validated.get() : validate();
    pending.append(std::move(graph.diagnostics));
    if (pending.hasErrors())
        return refuse({});
    request->graph = graph.value.value_or(nullptr);
    if (arguments.has("result"))
        planning.filesRead = request->filesRead = std::make_shared<lang::FilesRead>();
    if (!isPlan)
        if (Diagnostics problems = loadSchemas(project, planning.read.state.get(), interrupts); problems.hasErrors())
            return refuse(std::move(problems));
    planning.outcome = planAndKeepSchemas(*request, project, directory, output, interrupts);
    pending.append(std::move(planning.outcome.diagnostics));
    if (!planning.outcome.plan)
        return refuse({});
    planning.outcome.diagnostics = std::move(pending);
    return planning;
}

namespace {

/// Writes the files that are requested, and prints the plan. Returns the exit status.
int saveAndShow(Planning& planning, ProgramForPlan& programForPlan, const Arguments& arguments,
                const fs::path& directory, Output& output, const Interrupts& interrupts) {
    const plans::Plan& plan = *planning.outcome.plan;
    Diagnostics diagnostics = std::move(planning.outcome.diagnostics);
    const std::optional<std::string> out = arguments.value("out");
    if (!savePlanFiles(planning, programForPlan, arguments, directory, diagnostics)) {
        output.show(diagnostics);
        return 1;
    }
    // As in OpenTofu, only showing the plan needs the schemas of providers that the previous state alone refers to.
    if (Diagnostics problems = loadSchemas(planning.project, planning.read.state.get(), interrupts);
        problems.hasErrors()) {
        diagnostics.append(std::move(problems));
        output.show(diagnostics);
        return 1;
    }
    const std::string generateOut = arguments.value("generate-config-out").value_or("");
    diags::Result<bool> generated = generateOut.empty() ? false : writeGeneratedConfig(plan, directory, generateOut);
    diagnostics.append(std::move(generated.diagnostics));
    if (!generated.value) {
        output.show(diagnostics);
        return 1;
    }
    output.printPlan(plan);
    output.show(diagnostics);
    if (output.view() == View::Human && !plan.errored && plan.canApply() && !output.text().runningInAutomation) {
        const std::string next =
            out ? fmt::format("\nSaved the plan to: {0}\n\nTo perform exactly these actions, run the following command "
                              "to apply:\n    planlens-cli apply \"{0}\"\n",
                              *out)
                : "\nNote: You didn't use the -out option to save this plan, so Planlens can't guarantee to take "
                  "exactly these actions if you run \"planlens-cli apply\" now.\n";
        const std::string written = *generated
                                        ? fmt::format("\nPlanlens has generated configuration and written it to {}. "
                                                      "Please review the configuration and edit it as necessary before "
                                                      "adding it to version control.\n",
                                                      generateOut)
                                        : std::string();
        output.print(report::horizontalRule(output.text()) + "\n" +
                     report::wordWrapped(written + next, output.text().width));
    }
    if (diagnostics.hasErrors())
        return 1;
    const bool isEstimateOfChanges = plan.quality == plans::Quality::Estimate && !plan.changes.isEmpty();
    if (arguments.flag("detailed-exitcode", false) && (plan.canApply() || isEstimateOfChanges))
        return 2;
    return 0;
}

} // namespace

int runPlan(const Arguments& given, const std::filesystem::path& directory, const Interrupts& interrupts) {
    Arguments arguments = given;
    if (given.value("out") == "") // the plan is not saved
        std::erase_if(arguments.options, [](const auto& option) { return option.first == "out"; });
    Diagnostics misuse = arguments.problems;
    if (!arguments.positional.empty())
        misuse.error("Too many command line arguments",
                     "To specify a working directory for the plan, use the global -chdir flag.");
    const std::optional<engine::PlanOptions> options = operationOptions(arguments, directory).into(misuse);
    Output output(arguments.flag("json", false) ? View::Json : View::Human, arguments);
    output.writeEventsTo(openJsonInto(arguments, misuse));
    if (misuse.hasErrors())
        return reportMisuse("plan", output, misuse);
    if (output.view() == View::Json)
        output.print(formats::events::version());
    output.show(providers::devOverrideWarning(cliConfig().value.value_or(providers::CliConfig())));
    if (isSimulating(arguments) && (arguments.has("out") || arguments.has("result"))) {
        output.show(Diagnostic::error(
            "Estimates cannot be saved",
            "The options -out and -result are not valid for an estimate: a plan without providers cannot be applied."));
        return 1;
    }
    ProgramForPlan programForPlan(arguments, directory);
    std::optional<Planning> planning =
        makePlan(*options, arguments, directory, output, "OperationTypePlan", interrupts);
    if (!planning)
        return 1;
    const int status = saveAndShow(*planning, programForPlan, arguments, directory, output, interrupts);
    const Diagnostics unlocking = planning->state.unlock();
    output.show(unlocking);
    return unlocking.hasErrors() ? 1 : status;
}

} // namespace planlens::cli
