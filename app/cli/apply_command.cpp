// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/operation_options.h"
#include "app/cli/planning.h"
#include "app/cli/state_reading.h"
#include "app/cli/through_tool.h"
#include "app/cli/usage.h"

#include "core/engine/save_plan.h"
#include "core/engine/state_keeper.h"
#include "core/formats/event_json.h"
#include "core/report/output_text.h"
#include "core/report/terminal_text.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/system/private_directory.h"
#include "core/values/quoted.h"
#include "core/workspace/state_location.h"

#include <fmt/core.h>

#include <iostream>

#include <unistd.h>

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;

namespace {

/// What is to be applied, and the locked state it is applied to, or else the tool that does it.
struct Work {
    Project project;
    plans::PlanPtr plan;
    configs::ConfigPtr config;
    engine::ProviderPoolPtr providers;
    std::map<std::string, configs::RootVariable> variables;
    std::unique_ptr<states::LocalManager> manager;
    states::File state;
    std::optional<workspace::Tool> tool;
    std::filesystem::path savedPlan; // for the tool; empty: it has to be saved yet
    Diagnostics pending; // what planning warned of and has not been told yet
};

/// The tool that applies a saved plan: of the very version that the plan is for.
diags::Result<workspace::Tool> toolForPlan(const plans::Plan& plan, const Project& project, const Arguments& arguments, const Interrupts& interrupts) {
    if (Diagnostics problems = workspace::checkPlansCanBeSaved(project.state); problems.hasErrors())
        return problems;
    diags::Result<workspace::Tool> tool = toolOf(project, arguments, interrupts);
    if (tool.isOk() && tool->program.version != plan.program.version)
        return Diagnostic::error("Saved plan is for another version",
                                 fmt::format("The plan was saved for {}, but {} is {}. Use -tool=PATH to select a program of that version, or create a new plan.", plan.program.toString(),
                                             tool->path.string(), tool->program.toString()));
    return tool;
}

/// The plan's variables. Ephemeral ones are not in it and given again; what is given of others may only repeat what they were.
diags::Result<std::map<std::string, configs::RootVariable>> variablesOf(const OpenedPlan& plan, const std::filesystem::path& directory, const Arguments& arguments, diags::Sources& sources) {
    const configs::Module& root = plan.config->root->module;
    Diagnostics diagnostics;
    const configs::CollectedVariables collected = *configs::collectVariables(directory, system::ownEnvironment(), variableArguments(arguments)).into(diagnostics);
    addSources(sources, collected.sources);
    configs::GivenVariables variables;
    for (const auto& [name, value] : plan.saved.variables)
        variables.emplace(name, configs::GivenVariable{configs::GivenVariable::Source::Plan, value, {}});
    for (const auto& [name, again] : collected.variables) {
        const auto declared = root.variables.find(name);
        const auto saved = plan.saved.variables.find(name);
        if (saved == plan.saved.variables.end() && (declared == root.variables.end() || declared->second.ephemeral)) {
            variables.emplace(name, again);
        } else if (declared != root.variables.end()) {
            const std::optional<values::Value> value = configs::parseGiven(declared->second, again, diagnostics);
            if (value && saved != plan.saved.variables.end() && !(*value == saved->second))
                diagnostics.error("Mismatch between input and plan variable value",
                                  fmt::format("Value saved in the plan file for variable {} is different from the one given to the current command.", values::quoted(name)));
        }
    }
    for (const auto& [name, variable] : root.variables)
        if (variable.ephemeral && variable.isRequired() && !variables.contains(name))
            diagnostics.error("No value for required variable",
                              fmt::format("Variable {} is configured as ephemeral. This type of variables need to be given a value during `tofu plan` and also during "
                                          "`tofu apply`.", values::quoted(name)), variable.range);
    if (diagnostics.hasErrors())
        return diagnostics;
    diags::Result<std::map<std::string, configs::RootVariable>> values = configs::rootVariables(root, variables);
    if (values.value)
        for (const auto& [name, variable] : *values.value)
            values.diagnostics.append(variable.problems);
    diagnostics.append(std::move(values.diagnostics));
    values.diagnostics = std::move(diagnostics);
    return values;
}

std::optional<Work> openSaved(const Arguments& arguments, const std::filesystem::path& directory, Output& output, const Interrupts& interrupts) {
    const std::filesystem::path given = arguments.positional.front();
    const std::filesystem::path path = given.is_absolute() ? given : directory / given;
    const auto bytes = system::readFile(path);
    if (!bytes) {
        output.show(Diagnostic::error(fmt::format("Failed to load \"{}\" as a plan file", given.string()),
                                      fmt::format("Error: {} {}: {}. Specify the path of a plan that was saved with -out.", bytes.error().call, given.string(), bytes.error().reason())));
        return {};
    }
    for (const char* option : {"target", "exclude", "replace", "destroy", "refresh-only"}) {
        if (arguments.has(option)) {
            output.show(Diagnostic::error("Can't set planning options for a saved plan", fmt::format("The option -{} is not valid for a saved plan, because planning options are fixed when the plan is created.", option)));
            return {};
        }
    }
    diags::Result<Project> folder = openFolder(directory, interrupts);
    if (folder.hasErrors()) {
        output.show(folder.diagnostics);
        return {};
    }
    Project project = *std::move(folder.value);
    diags::Result<OpenedPlan> plan = openPlan(*bytes, project, PlanUse::Apply);
    if (!plan.isOk()) {
        output.show(plan.diagnostics);
        return {};
    }
    project.sources = plan->config->sources;
    output.setSources(project.sources);
    diags::Result<workspace::StateLocation> location = workspace::stateLocation(plan->plan->backend, directory, configs::encryptionOf(*plan->config, system::ownEnvironment()));
    if (location.hasErrors()) {
        output.show(location.diagnostics);
        return {};
    }
    project.state = *std::move(location.value);
    if (plan->plan->backend.workspace != project.workspace) {
        output.show(Diagnostic::error("Saved plan is for another workspace",
                                      fmt::format("The plan was created for the workspace \"{}\", but the selected workspace is \"{}\". Select the workspace of the plan, or create a new plan.",
                                                  plan->plan->backend.workspace, project.workspace)));
        return {};
    }
    Work work;
    project.config = plan->config;
    if (isThroughTool(project)) {
        diags::Result<workspace::Tool> tool = toolForPlan(*plan->plan, project, arguments, interrupts);
        if (!tool.isOk()) {
            output.show(tool.diagnostics);
            return {};
        }
        work.tool = *std::move(tool.value);
        work.savedPlan = system::absolutePath(path);
        work.plan = plan->plan;
        work.config = plan->config;
        work.project = std::move(project);
        return work;
    }
    work.manager = std::make_unique<states::LocalManager>(statePaths(project, arguments));
    Diagnostics diagnostics = lockState(*work.manager, arguments, "OperationTypeApply", interrupts.stop);
    if (!diagnostics.hasErrors()) {
        diags::Result<states::File> state = work.manager->read();
        diagnostics.append(std::move(state.diagnostics));
        if (state.value) {
            work.state = *state.value;
            diagnostics.append(checkFresh(*plan->plan, work.state));
        }
    }
    if (diagnostics.hasErrors()) {
        output.show(diagnostics);
        return {};
    }
    output.show(diagnostics);
    diags::Result<std::map<std::string, configs::RootVariable>> variables = variablesOf(*plan, directory, arguments, project.sources);
    output.setSources(project.sources);
    if (output.view() == View::Json && !plan->plan->errored)
        output.print(formats::events::plannedChanges(*plan->plan));
    if (variables.hasErrors()) {
        output.show(variables.diagnostics);
        return {};
    }
    work.pending = std::move(plan.diagnostics);
    work.pending.append(std::move(variables.diagnostics));
    work.plan = plan->plan;
    work.config = plan->config;
    work.providers = project.providers;
    work.variables = *std::move(variables.value);
    return work;
}

/// How much was done, and where the state is where that was asked for.
void tellDone(Output& output, const Arguments& arguments, ApplyCommand command, const engine::ApplyOutcome::Counts& counts, const std::map<std::string, states::OutputValue>& outputs) {
    if (output.view() == View::Json) {
        output.print(formats::events::applySummary({counts.imported, counts.added, counts.changed, counts.destroyed, counts.forgotten}, command == ApplyCommand::Destroy ? formats::events::Operation::Destroy : formats::events::Operation::Apply));
        if (command == ApplyCommand::Apply)
            output.print(formats::events::outputs(outputs));
        return;
    }
    std::string text = fmt::format("{} complete! Resources: ", command == ApplyCommand::Destroy ? "Destroy" : "Apply");
    if (command == ApplyCommand::Destroy)
        text += fmt::format("{} destroyed", counts.destroyed);
    else
        text += fmt::format("{}{} added, {} changed, {} destroyed{}", counts.imported > 0 ? fmt::format("{} imported, ", counts.imported) : "", counts.added, counts.changed, counts.destroyed,
                            counts.forgotten > 0 ? fmt::format(", {} forgotten", counts.forgotten) : "");
    output.print(report::colored("[reset][bold][green]\n" + text + ".\n", output.text().color));
    if (const auto path = arguments.value("state-out"); path && !path->empty() && counts.added + counts.changed > 0)
        output.print(report::wordWrapped("\nThe state of your infrastructure has been saved to the path below. This state is required to modify and destroy your infrastructure, so keep it "
                                         "safe. To inspect the complete state use the `planlens-cli show` command.\n", output.text().width) + fmt::format("\nState path: {}\n", *path));
    if (command == ApplyCommand::Apply)
        output.print(report::outputsText(outputs, output.text()));
}

/// Asks for a "yes". Whatever else is answered, or that nothing is, keeps things as they are.
bool isApproved(const plans::Plan& plan, Output& output) {
    const bool destroying = plan.mode == plans::Mode::Destroy, refreshing = plan.mode == plans::Mode::RefreshOnly;
    const std::string& name = plan.backend.workspace;
    const bool isNamed = !name.empty() && name != "default";
    const std::string inWorkspace = isNamed ? fmt::format(" in workspace \"{}\"", name) : std::string();
    const std::string query = destroying   ? fmt::format("Do you really want to destroy all resources{}?", inWorkspace)
                              : refreshing ? fmt::format("Would you like to update the Planlens state{} to reflect these detected changes?", isNamed ? fmt::format(" for \"{}\"", name) : "")
                                           : fmt::format("Do you want to perform these actions{}?", inWorkspace);
    const std::string_view what = destroying   ? "Planlens will destroy all your managed infrastructure, as shown above.\n  There is no undo. Only 'yes' will be accepted to confirm."
                                  : refreshing ? "Planlens will write these changes to the state without modifying any real infrastructure.\n  There is no undo. Only 'yes' will be accepted to confirm."
                                               : "Planlens will perform the actions described above.\n  Only 'yes' will be accepted to approve.";
    output.print(report::colored("[reset][bold]\n" + query + "[reset]", output.text().color) + fmt::format("\n  {}\n\n", what) + report::colored("  [bold]Enter a value:[reset] ", output.text().color));
    std::string answer;
    std::getline(std::cin, answer);
    output.print(answer == "yes" ? "\n" : destroying ? "\nDestroy cancelled.\n" : "\nApply cancelled.\n");
    return answer == "yes";
}

/// Plans and asks. Nothing where there is nothing to do or it was not approved; then exitStatus says how to end.
std::optional<Work> planAndAsk(engine::PlanOptions options, const Arguments& arguments, ApplyCommand command, const std::filesystem::path& directory, Output& output, const Interrupts& interrupts, int& exitStatus) {
    exitStatus = 1;
    std::optional<Planning> planning = makePlan(std::move(options), arguments, directory, output, "OperationTypeApply", interrupts);
    if (!planning)
        return {};
    const plans::Plan& plan = *planning->outcome.plan;
    output.printPlan(plan);
    const bool asks = plan.canApply() && !arguments.flag("auto-approve", false);
    if (planning->outcome.diagnostics.hasErrors() || asks || !plan.canApply()) {
        output.show(planning->outcome.diagnostics);
        if (planning->outcome.diagnostics.hasErrors())
            return {};
    }
    if (!plan.canApply()) {
        exitStatus = 0;
        tellDone(output, arguments, command, {}, plan.priorState->outputs);
        return {};
    }
    if (asks && !isApproved(plan, output))
        return {};
    Work work;
    work.plan = planning->outcome.plan;
    work.config = planning->project.config;
    work.providers = planning->project.providers;
    work.variables = planning->project.variables;
    work.manager = std::move(planning->manager);
    work.tool = planning->tool;
    work.state = planning->state;
    work.project = std::move(planning->project);
    // Nobody was asked, so warnings come with those of the apply, which checks again what check blocks say.
    if (!asks)
        for (const Diagnostic& diagnostic : planning->outcome.diagnostics)
            if (!diagnostic.extra.neverConsolidate)
                work.pending.append(diagnostic);
    return work;
}

/// Hands the plan to the tool; what it says of it is told as our own applying is.
int applyWithTool(const Work& work, const Arguments& arguments, ApplyCommand command, Output& output, const Interrupts& interrupts) {
    const system::PrivateDirectory folder;
    const std::stop_callback removedInAnyCase(interrupts.forced, [&folder] { folder.remove(); });
    std::filesystem::path file = work.savedPlan;
    Diagnostics diagnostics = work.pending;
    if (file.empty()) {
        file = folder.path() / "plan";
        diagnostics.append(engine::savePlan(*work.plan, work.tool->program, *work.config, file));
    }
    if (diagnostics.hasErrors()) {
        output.show(diagnostics);
        return 1;
    }
    workspace::ToolOutcome outcome = applyThrough(*work.tool, work.project, arguments, file, work.savedPlan.empty() ? Shown::Already : Shown::NotYet, output, interrupts);
    const bool failed = outcome.diagnostics.hasErrors();
    if (output.view() == View::Json) {
        // What the tool said was passed on.
        return failed ? 1 : 0;
    }
    diagnostics.append(std::move(outcome.diagnostics));
    output.show(diagnostics);
    if (failed)
        return 1;
    std::map<std::string, states::OutputValue> outputs;
    if (command == ApplyCommand::Apply) {
        const diags::Result<states::File> state = pullState(*work.tool, work.project, arguments, interrupts);
        output.show(state.diagnostics);
        if (state.value && state->state)
            outputs = state->state->outputs;
    }
    tellDone(output, arguments, command, outcome.counts, outputs);
    return 0;
}

} // namespace

int runApply(const Arguments& given, ApplyCommand command, const std::filesystem::path& directory, const Interrupts& interrupts) {
    Arguments arguments = given;
    Diagnostics misuse = arguments.problems;
    if (arguments.positional.size() > 1)
        misuse.error("Too many command line arguments", "Expected at most one positional argument.");
    if (arguments.flag("json", false) && arguments.positional.empty() && !arguments.flag("auto-approve", false))
        misuse.error("Plan file or auto-approve required",
                     "Planlens cannot ask for interactive approval when -json is set. You can either apply a saved plan file, or enable the -auto-approve option.");
    std::optional<engine::PlanOptions> options = operationOptions(arguments, directory).into(misuse);
    if (command == ApplyCommand::Destroy && arguments.flag("destroy", false))
        misuse.error("Invalid mode option", "The -destroy option is not valid for \"planlens-cli destroy\", because this command always runs in destroy mode.");
    else if (command == ApplyCommand::Destroy && arguments.flag("refresh-only", false))
        misuse.error("Invalid mode option", "The -refresh-only option is not valid for \"planlens-cli destroy\".");
    if (misuse.hasErrors())
        return refuse(command == ApplyCommand::Destroy ? "destroy" : "apply", arguments, misuse);
    if (command == ApplyCommand::Destroy) {
        arguments.options.emplace_back("destroy", "true");
        options->mode = plans::Mode::Destroy;
    }
    Output output(arguments.flag("json", false) ? View::Json : View::Human, arguments);
    if (output.view() == View::Json)
        output.print(formats::events::version());
    const unsigned parallelism = options->parallelism;
    int exitStatus = 1;
    output.show(providers::devOverrideWarning(cliConfig().value.value_or(providers::CliConfig())));
    std::optional<Work> work = arguments.positional.empty() ? planAndAsk(*std::move(options), arguments, command, directory, output, interrupts, exitStatus) : openSaved(arguments, directory, output, interrupts);
    if (!work)
        return exitStatus;
    if (work->tool)
        return applyWithTool(*work, arguments, command, output, interrupts);
    engine::ApplyRequest request;
    request.plan = keptToTheEnd(work->plan);
    request.config = keptToTheEnd(work->config);
    request.providers = work->providers;
    request.variables = work->variables;
    request.parallelism = parallelism;
    request.suppressForgetErrors = arguments.flag("suppress-forget-errors", false);
    request.forced = interrupts.forced;
    engine::StateKeeper keeper(*work->manager, work->state);
    const engine::ApplyOutcome outcome = engine::apply(request, output, keeper, interrupts.stop);
    keptToTheEnd(outcome.state);
    Diagnostics diagnostics = std::move(work->pending);
    diagnostics.append(outcome.diagnostics);
    engine::StateKeeper::Finish finish = keeper.finish(directory);
    if (finish.unsaved)
        output.dumpState(*finish.unsaved);
    diagnostics.append(std::move(finish.diagnostics));
    diagnostics.append(work->manager->unlock());
    output.show(diagnostics);
    if (!diagnostics.hasErrors())
        tellDone(output, arguments, command, outcome.counts, outcome.state->outputs);
    return diagnostics.hasErrors() ? 1 : 0;
}

} // namespace planlens::cli
