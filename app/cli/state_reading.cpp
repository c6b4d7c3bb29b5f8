// SPDX-License-Identifier: MPL-2.0
#include "app/cli/state_reading.h"

#include "app/cli/through_tool.h"

namespace planlens::cli {

using diags::Diagnostics;

Diagnostics whyNoState(const diags::Result<Project>& project) {
    if (!project.value || !project->config || !project->config->isBackendKnown)
        return project.diagnostics;
    return project->stateDiagnostics;
}

diags::Result<states::File> readState(const Project& project, const Arguments& arguments, const Interrupts& interrupts) {
    if (!isThroughTool(project))
        return states::LocalManager(statePaths(project, arguments)).read();
    const diags::Result<engine::Tool> tool = toolOf(project, arguments, interrupts);
    return tool.isOk() ? pullState(*tool, project, arguments, interrupts) : tool.diagnostics;
}

bool isThere(const states::File& file) { return !file.lineage.empty(); }

} // namespace planlens::cli
