// SPDX-License-Identifier: MPL-2.0
#include "app/cli/state_reading.h"

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;

Diagnostics whyNoState(const diags::Result<Project>& project) {
    if (!project.value || !project->config || !project->config->isBackendKnown)
        return project.diagnostics;
    return project->stateDiagnostics;
}

diags::Result<states::File> readState(const Project& project, const Arguments& arguments, const Interrupts& interrupts) {
    diags::Result<workspace::StateOptions> options = stateOptions(project, arguments, {}, interrupts);
    if (!options.isOk())
        return std::move(options.diagnostics);
    options->locking = workspace::StateOptions::Locking::No;
    diags::Result<workspace::OpenedState> opened = workspace::openState(project, *options);
    return opened.isOk() ? workspace::readState(*opened, *options) : std::move(opened.diagnostics);
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
