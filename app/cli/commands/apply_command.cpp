// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/operation_options.h"
#include "app/cli/planning.h"
#include "app/cli/state_reading.h"
#include "app/cli/through_tool.h"
#include "app/cli/usage.h"

#include "core/engine/save_plan.h"
#include "core/engine/state_keeper.h"
#include "core/formats/applied_inputs.h"
#include "core/formats/event_json.h"
#include "core/masking/state_secrets.h"
#include "core/plans/plan.h"
#include "core/projects/results/approvals.h"
#include "core/report/text/output_text.h"
#include "core/report/text/terminal_text.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/system/private_directory.h"

#include <fmt/core.h>

#include <csignal>
#include <iostream>

#include <unistd.h>

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;

namespace {

/// A plan to apply, and its locked state.
struct Work {
    Project project; // with the configuration and the variables of the plan
    plans::PlanPtr plan;
    workspace::OpenedState state;
    states::File read;               // from the state, if it is a local file
    std::filesystem::path savedPlan; // for the tool; empty: not saved yet
    Diagnostics pending;             // warnings of planning that have not been shown yet
};

/// A saved plan can only be applied by the tool version that it was created for.
Diagnostics checkVersion(const backends::Tool& tool, const plans::Program& program) {
    if (tool.program.version == program.version)
        return {};
    return Diagnostic::error("Saved plan is for another version",
                             fmt::format("The plan was saved for {}, but {} is {}. Use -tool=PATH to select a program "
                                         "of that version, or create a new plan.",
                                         program.toString(), tool.path.string(), tool.program.toString()));
}

/// Locks and reads the state for a saved plan, and checks that they match. The tool checks that itself.
Diagnostics openStateFor(const plans::Plan& plan, Work& work, const Arguments& arguments, Output& output,
                         const Interrupts& interrupts) {
    const bool isByTool = isThroughTool(work.project);
    if (isByTool)
        if (Diagnostics problems = workspace::checkPlansCanBeSaved(work.project.state); problems.hasErrors())
            return problems;
    Diagnostics diagnostics;
    std::optional<workspace::StateOptions> options =
        stateOptions(work.project, arguments, "OperationTypeApply", interrupts).into(diagnostics);
    if (!options || diagnostics.hasErrors())
        return diagnostics;
    options->whileLocking = [&output] { output.reportLocking(); };
    std::optional<workspace::OpenedState> opened = workspace::openState(work.project, *options).into(diagnostics);
    if (!opened)
        return openError(diagnostics, loadError);
    work.state = *std::move(opened);
    if (isByTool)
        return checkVersion(*work.state.tool, plan.program);
    if (std::optional<states::File> state = workspace::readState(work.state, *options).into(diagnostics)) {
        work.read = *std::move(state);
        diagnostics.append(workspace::checkFresh(plan, work.read));
    }
    return diagnostics;
}

std::optional<Work> openSaved(const Arguments& arguments, const std::filesystem::path& directory, Output& output,
                              const Interrupts& interrupts) {
    const auto refuse = [&](const Diagnostics& problems) {
        output.show(problems);
        return std::nullopt;
    };
    const std::filesystem::path given = arguments.positional.front();
    const std::filesystem::path path = given.is_absolute() ? given : directory / given;
    const auto bytes = system::readFile(path);
    if (!bytes)
        return refuse(
            Diagnostic::error(fmt::format("Failed to load \"{}\" as a plan file", given.string()),
                              fmt::format("Error: {} {}: {}. Specify the path of a plan that was saved with -out.",
                                          bytes.error().call, given.string(), bytes.error().reason())));
    for (const char* option :
         {"target", "target-file", "exclude", "exclude-file", "replace", "destroy", "refresh-only"})
        if (arguments.has(option))
            return refuse(Diagnostic::error("Can't set planning options for a saved plan",
                                            fmt::format("The option -{} is not valid for a saved plan, because "
                                                        "planning options are fixed when the plan is created.",
                                                        option)));
    diags::Result<OpenedPlan> opened = workspace::openPlan(
        *bytes, openOptions(directory, arguments, interrupts, Purpose::Planning), PlanUse::Apply, given.string());
    if (opened.value)
        output.setSources(opened->project.sources);
    if (!opened.isOk())
        return refuse(opened.diagnostics);
    Work work{opened->project, opened->plan, {}, {}, {}, {}};
    Diagnostics diagnostics = openStateFor(*opened->plan, work, arguments, output, interrupts);
    if (!diagnostics.hasErrors())
        diagnostics.append(checkParallelism(arguments));
    if (diagnostics.hasErrors())
        return refuse(diagnostics);
    output.show(diagnostics);
    if (work.state.tool) {
        work.savedPlan = system::absolutePath(path);
        return work;
    }
    diags::Result<workspace::PlanVariables> variables =
        workspace::variablesOfPlan(*opened.value, variableArguments(arguments));
    output.setSources(opened->project.sources);
    if (variables.hasErrors())
        return refuse(variables.diagnostics);
    if (output.writesEvents() && !opened->plan->errored)
        output.event(formats::events::plannedChanges(*opened->plan));
    work.pending = std::move(opened.diagnostics);
    work.pending.append(std::move(variables.diagnostics));
    if (variables->mismatches.hasErrors()) {
        work.pending.append(std::move(variables->mismatches));
        return refuse(work.pending);
    }
    work.project.variables = std::move(variables->values);
    return work;
}

/// Reports how much was done, and the state file if requested.
void tellDone(Output& output, const Arguments& arguments, ApplyCommand command,
              const engine::ApplyOutcome::Counts& counts, const plans::Plan& plan, const states::State& state) {
    if (output.writesEvents()) {
        output.event(formats::events::applySummary(
            {counts.imported, counts.added, counts.changed, counts.destroyed, counts.forgotten},
            command == ApplyCommand::Destroy ? formats::events::Operation::Destroy
                                             : formats::events::Operation::Apply));
        if (command == ApplyCommand::Apply)
            output.event(formats::events::outputs(state.outputs));
    }
    if (output.view() == View::Json)
        return;
    std::string text = fmt::format("{} complete! Resources: ", command == ApplyCommand::Destroy ? "Destroy" : "Apply");
    if (command == ApplyCommand::Destroy)
        text += fmt::format("{} destroyed", counts.destroyed);
    else
        text += fmt::format("{}{} added, {} changed, {} destroyed{}",
                            counts.imported > 0 ? fmt::format("{} imported, ", counts.imported) : "", counts.added,
                            counts.changed, counts.destroyed,
                            counts.forgotten > 0 ? fmt::format(", {} forgotten", counts.forgotten) : "");
    output.print(report::colored("[reset][bold][green]\n" + text + ".\n", output.text().color));
    if (const auto path = arguments.value("state-out"); path && !path->empty() && counts.added + counts.changed > 0)
        output.print(report::wordWrapped("\nThe state of your infrastructure has been saved to the path below. This "
                                         "state is required to modify and destroy your infrastructure, so keep it "
                                         "safe. To inspect the complete state use the `planlens-cli show` command.\n",
                                         output.text().width) +
                     fmt::format("\nState path: {}\n", *path));
    if (command == ApplyCommand::Apply && !state.outputs.empty())
        output.print(report::outputsText(state.outputs, masking::secretsInOutputTexts(state, plan), output.text()));
}

/// Prompts for approval; only "yes" approves.
bool isApproved(const plans::Plan& plan, Output& output) {
    const bool destroying = plan.options.mode == plans::Mode::Destroy,
               refreshing = plan.options.mode == plans::Mode::RefreshOnly;
    const std::string& name = plan.backend.workspace;
    const bool isNamed = !name.empty() && name != "default";
    const std::string inWorkspace = isNamed ? fmt::format(" in workspace \"{}\"", name) : std::string();
    const std::string query =
        destroying   ? fmt::format("Do you really want to destroy all resources{}?", inWorkspace)
        : refreshing ? fmt::format("Would you like to update the Planlens state{} to reflect these detected changes?",
                                   isNamed ? fmt::format(" for \"{}\"", name) : "")
                     : fmt::format("Do you want to perform these actions{}?", inWorkspace);
    const std::string_view what =
        destroying ? "Planlens will destroy all your managed infrastructure, as shown above.\n  There is no undo. Only "
                     "'yes' will be accepted to confirm."
        : refreshing ? "Planlens will write these changes to the state without modifying any real infrastructure.\n  "
                       "There is no undo. Only 'yes' will be accepted to confirm."
                     : "Planlens will perform the actions described above.\n  Only 'yes' will be accepted to approve.";
    output.print(report::colored("[reset][bold]\n" + query + "[reset]", output.text().color) +
                 fmt::format("\n  {}\n\n", what) +
                 report::colored("  [bold]Enter a value:[reset] ", output.text().color));
    std::string answer;
    std::getline(std::cin, answer);
    output.print("\n");
    if (answer == "yes")
        return true;
    const std::string cancelled = destroying ? "Destroy cancelled" : "Apply cancelled";
    output.printMessage(fmt::format("{}.\n", cancelled), formats::events::log(cancelled));
    return false;
}

/// Plans and prompts. A plan without changes is applied without a prompt: it may update the state. nullopt if planning
/// fails or approval is denied.
std::optional<Work> planAndAsk(engine::PlanOptions options, const Arguments& arguments,
                               const std::filesystem::path& directory, Output& output, const Interrupts& interrupts) {
    std::optional<Planning> planning =
        makePlan(std::move(options), arguments, directory, output, "OperationTypeApply", interrupts);
    if (!planning)
        return {};
    const plans::Plan& plan = *planning->outcome.plan;
    const bool hasErrors = planning->outcome.diagnostics.hasErrors();
    if (!hasErrors || !plan.changes.resources().empty() || !plan.changes.outputs().empty())
        output.printPlan(plan);
    const bool asks = plan.canApply() && !arguments.flag("auto-approve", false);
    if (hasErrors || asks)
        output.show(planning->outcome.diagnostics);
    if (hasErrors)
        return {};
    if (asks && !isApproved(plan, output))
        return {};
    Work work{std::move(planning->project), planning->outcome.plan, std::move(planning->state), planning->read, {}, {}};
    // Without a prompt, warnings are shown with those of the apply, which evaluates check blocks again.
    if (!asks)
        for (const Diagnostic& diagnostic : planning->outcome.diagnostics)
            if (!diagnostic.extra.neverConsolidate)
                work.pending.append(diagnostic);
    return work;
}

/// Records in the folder of -result that the saved plan has been applied, also if the calling process was killed.
Diagnostics noteResult(const Arguments& arguments, const std::filesystem::path& directory) {
    const std::optional<std::string> folder = arguments.value("result");
    if (!folder || arguments.positional.empty())
        return {};
    const auto plan = system::readFile(directory / arguments.positional.front());
    const std::string problem =
        plan ? projects::recordApplied(directory / *folder, projects::sha256Hex(*plan)) : plan.error().toString();
    if (problem.empty())
        return {};
    return Diagnostic::warning("The plan is not recorded as applied",
                               fmt::format("The plan is applied, but that cannot be recorded: {}.", problem));
}

/// Applies the plan with the tool, and reports its output like that of a normal apply.
int applyWithTool(const Work& work, const Arguments& arguments, ApplyCommand command, Output& output,
                  const Interrupts& interrupts) {
    const system::PrivateDirectory folder;
    const std::stop_callback removedInAnyCase(interrupts.forced, [&folder] { folder.remove(); });
    std::filesystem::path file = work.savedPlan;
    Diagnostics diagnostics = work.pending;
    if (file.empty()) {
        file = folder.path() / "plan";
        diagnostics.append(engine::savePlan(*work.plan, work.state.tool->program, *work.project.config, file,
                                            work.project.state.encryption.plan()));
    }
    if (diagnostics.hasErrors()) {
        output.show(diagnostics);
        return 1;
    }
    workspace::ToolOutcome outcome =
        applyThrough(*work.state.tool, work.project, arguments, file,
                     work.savedPlan.empty() ? Shown::Already : Shown::NotYet, output, interrupts);
    const bool failed = outcome.diagnostics.hasErrors();
    if (output.view() == View::Json) {
        // The tool's diagnostics have been shown already.
        return failed ? 1 : 0;
    }
    diagnostics.append(std::move(outcome.diagnostics));
    output.show(diagnostics);
    if (failed)
        return 1;
    std::shared_ptr<const states::State> after = std::make_shared<const states::State>();
    if (command == ApplyCommand::Apply) {
        const diags::Result<workspace::StateOptions> options = stateOptions(work.project, arguments, {}, interrupts);
        const diags::Result<states::File> state =
            options.isOk() ? workspace::readState(work.state, *options) : options.diagnostics;
        output.show(state.diagnostics);
        if (state.value && state->state) {
            after = state->state;
            formats::keepInputs(*work.plan, *state.value);
        }
    }
    tellDone(output, arguments, command, outcome.counts, *work.plan, *after);
    return 0;
}

} // namespace

int runApply(const Arguments& given, ApplyCommand command, const std::filesystem::path& directory,
             const Interrupts& interrupts) {
    Arguments arguments = given;
    // An apply ends its work even if nothing reads its output any more, such as a log collector or `head`.
    std::signal(SIGPIPE, SIG_IGN);
    Diagnostics misuse = arguments.problems;
    if (arguments.positional.size() > 1)
        misuse.error("Too many command line arguments", "Expected at most one positional argument.");
    if (arguments.flag("json", false) && arguments.positional.empty() && !arguments.flag("auto-approve", false))
        misuse.error("Plan file or auto-approve required",
                     "Planlens cannot ask for interactive approval when -json is set. You can either apply a saved "
                     "plan file, or enable the -auto-approve option.");
    std::optional<engine::PlanOptions> options = operationOptions(arguments, directory).into(misuse);
    if (command == ApplyCommand::Destroy && arguments.flag("destroy", false))
        misuse.error("Invalid mode option", "The -destroy option is not valid for \"planlens-cli destroy\", because "
                                            "this command always runs in destroy mode.");
    else if (command == ApplyCommand::Destroy && arguments.flag("refresh-only", false))
        misuse.error("Invalid mode option", "The -refresh-only option is not valid for \"planlens-cli destroy\".");
    Output output(arguments.flag("json", false) ? View::Json : View::Human, arguments);
    output.writeEventsTo(openJsonInto(arguments, misuse));
    if (misuse.hasErrors())
        return reportMisuse(command == ApplyCommand::Destroy ? "destroy" : "apply", output, misuse);
    if (command == ApplyCommand::Destroy) {
        arguments.options.emplace_back("destroy", "true");
        options->mode = plans::Mode::Destroy;
    }
    if (output.view() == View::Json)
        output.print(formats::events::version());
    const unsigned parallelism = options->parallelism;
    output.show(providers::devOverrideWarning(cliConfig().value.value_or(providers::CliConfig())));
    std::optional<Work> work = arguments.positional.empty()
                                   ? planAndAsk(*std::move(options), arguments, directory, output, interrupts)
                                   : openSaved(arguments, directory, output, interrupts);
    if (!work)
        return 1;
    if (work->state.tool)
        return applyWithTool(*work, arguments, command, output, interrupts);
    engine::ApplyRequest request;
    request.plan = keptUntilExit(work->plan);
    request.config = keptUntilExit(work->project.config);
    request.providers = work->project.providers;
    request.variables = work->project.variables;
    request.parallelism = parallelism;
    request.suppressForgetErrors = arguments.flag("suppress-forget-errors", false);
    request.forced = interrupts.forced;
    engine::StateKeeper keeper(*work->state.state, work->read,
                               [&output](const Diagnostics& loss) { output.show(loss); });
    engine::ApplyOutcome outcome = engine::apply(request, output, keeper, interrupts.stop);
    outcome.counts.destroyed -= output.overlapped();
    keptUntilExit(outcome.state);
    Diagnostics diagnostics = std::move(work->pending);
    diagnostics.append(outcome.diagnostics);
    engine::StateKeeper::Finish finish = keeper.finish(directory);
    if (finish.unsaved)
        output.dumpState(*finish.unsaved);
    diagnostics.append(std::move(finish.diagnostics));
    diagnostics.append(work->state.unlock());
    output.show(diagnostics);
    if (!diagnostics.hasErrors())
        tellDone(output, arguments, command, outcome.counts, *request.plan, *outcome.state);
    if (!diagnostics.hasErrors())
        output.show(noteResult(arguments, directory));
    if (!diagnostics.hasErrors() && !outcome.stopped)
        formats::keepInputs(*request.plan, keeper.saved());
    return diagnostics.hasErrors() ? 1 : 0;
}

} // namespace planlens::cli
