// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/operation_options.h"
#include "app/cli/planning.h"
#include "app/cli/state_reading.h"
#include "app/cli/through_tool.h"
#include "app/cli/usage.h"

#include "core/diags/join_messages.h"
#include "core/formats/event_json.h"
#include "core/masking/state_secrets.h"
#include "core/plans/plan.h"
#include "core/report/text/output_text.h"
#include "core/states/file/stored_file.h"

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;

namespace {

/// The options of the plan whose prior state is the refreshed one. As in the reference, other options have no effect.
engine::PlanOptions refreshOptions(const engine::PlanOptions& given) {
    engine::PlanOptions options;
    options.targets = given.targets;
    options.excludes = given.excludes;
    options.parallelism = given.parallelism;
    return options;
}

Diagnostics write(const Planning& planning) {
    Diagnostics problems;
    if (states::exists(planning.read) && !planning.state.state->needsReencryption() &&
        *planning.read.state == *planning.outcome.plan->priorState)
        return problems;
    problems.append(planning.state.state->write(planning.outcome.plan->priorState).diagnostics);
    if (problems.hasErrors())
        return Diagnostic::error("failed to write state: " + diags::joinMessages(problems), {});
    return problems;
}

void showOutputs(Output& output, const plans::Plan& plan) {
    const states::State& state = *plan.priorState;
    if (output.writesEvents())
        output.event(formats::events::outputs(state.outputs));
    if (output.view() == View::Human && !state.outputs.empty())
        output.print(report::outputsText(state.outputs, masking::secretsInOutputTexts(state, plan), output.text()));
}

} // namespace

int runRefresh(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    Diagnostics misuse = arguments.problems;
    if (!arguments.positional.empty())
        misuse.error("Too many command line arguments", "Expected at most one positional argument.");
    const std::optional<engine::PlanOptions> given = operationOptions(arguments, directory).into(misuse);
    Output output(arguments.flag("json", false) ? View::Json : View::Human, arguments);
    output.writeEventsTo(openJsonInto(arguments, misuse));
    if (misuse.hasErrors())
        return reportMisuse("refresh", output, misuse);
    if (const diags::Result<Project> project = openProject(directory, arguments, interrupts, Purpose::Reading);
        project.isOk() && !project->stateDiagnostics.hasErrors() && isThroughTool(*project.value))
        return runWithTool("refresh", *project.value, arguments, output, interrupts);
    if (output.view() == View::Json)
        output.print(formats::events::version());
    output.show(providers::devOverrideWarning(cliConfig().value.value_or(providers::CliConfig())));
    std::optional<Planning> planning =
        makePlan(refreshOptions(*given), arguments, directory, output, "OperationTypeRefresh", interrupts);
    if (!planning)
        return 1;
    Diagnostics diagnostics;
    if (!planning->read.state || !planning->read.state->hasManagedResources())
        diagnostics.warning("Empty or non-existent state", "There are currently no remote objects tracked in the "
                                                           "state, so there is nothing to refresh.");
    diagnostics.append(planning->outcome.diagnostics);
    if (!diagnostics.hasErrors())
        diagnostics.append(write(*planning));
    if (!diagnostics.hasErrors())
        diagnostics.append(planning->state.unlock());
    output.show(diagnostics);
    if (diagnostics.hasErrors())
        return 1;
    showOutputs(output, *planning->outcome.plan);
    return 0;
}

} // namespace planlens::cli
