// SPDX-License-Identifier: MPL-2.0
#include "app/cli/state_reading.h"

#include "app/cli/through_tool.h"

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;

Diagnostics whyNoState(const diags::Result<Project>& project) {
    if (!project.value || !project->config || !project->config->isBackendKnown)
        return project.diagnostics;
    return project->stateDiagnostics;
}

diags::Result<states::File> readState(const Project& project, const Arguments& arguments, const Interrupts& interrupts) {
    if (!isThroughTool(project))
        return states::LocalManager(statePaths(project, arguments)).read();
    const diags::Result<workspace::Tool> tool = toolOf(project, arguments, interrupts);
    return tool.isOk() ? pullState(*tool, project, arguments, interrupts) : tool.diagnostics;
}

Diagnostics checkFresh(const plans::Plan& plan, const states::File& state) {
    const bool planHasState = !plan.stateLineage.empty();
    if (planHasState && !state.lineage.empty() && plan.stateLineage != state.lineage)
        return Diagnostic::error("Saved plan does not match the given state", "The given plan file can not be applied because it was created from a different state lineage.");
    if ((planHasState || !state.lineage.empty()) && plan.stateSerial != state.serial)
        return Diagnostic::error("Saved plan is stale",
                                 "The given plan file can no longer be applied because the state was changed by another operation after the plan was created.");
    return {};
}

bool isThere(const states::File& file) { return !file.lineage.empty(); }

} // namespace planlens::cli
