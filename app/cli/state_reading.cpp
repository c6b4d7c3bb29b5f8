// SPDX-License-Identifier: MPL-2.0
#include "app/cli/state_reading.h"

#include "app/cli/usage.h"
#include "core/configs/config.h"
#include "core/diags/join_messages.h"
#include "core/formats/event_json.h"

#include <algorithm>

namespace planlens::cli {

std::optional<diags::Result<Project>> openFolderToRead(const std::string& command, Output& output,
                                                       const diags::Diagnostics& misuse, const Arguments& arguments,
                                                       const std::filesystem::path& directory,
                                                       const Interrupts& interrupts) {
    diags::Diagnostics problems;
    output.writeEventsTo(openJsonInto(arguments, problems));
    problems.append(misuse);
    if (problems.hasErrors()) {
        reportMisuse(command, output, problems);
        return {};
    }
    if (output.view() == View::Json)
        output.print(formats::events::version());
    diags::Result<Project> project = openProject(directory, arguments, interrupts, Purpose::Reading);
    if (project.value)
        output.setSources(project->sources);
    if (problems = stateAccessProblems(project); problems.hasErrors()) {
        output.show(problems);
        return {};
    }
    return project;
}

using diags::Diagnostics;

Diagnostics rootModuleWarnings(const Project& project) {
    if (!project.config || project.config->rootWarnings.hasErrors())
        return {};
    Diagnostics warnings = project.config->rootWarnings;
    warnings.append(project.state.encryption.warnings);
    return warnings;
}

Diagnostics rootModuleWarnings(const diags::Result<Project>& project) {
    return project.value ? rootModuleWarnings(*project) : Diagnostics();
}

Diagnostics stateAccessProblems(const diags::Result<Project>& project) {
    if (!project.value || !project->config || !project->config->isBackendKnown)
        return project.diagnostics;
    return stateAccessProblems(*project.value);
}

Diagnostics stateAccessProblems(const Project& project) {
    Diagnostics problems = project.stateDiagnostics;
    if (!problems.hasErrors())
        problems.append(project.registry->packages().lockProblems(providers::InstalledPackages::Form::Whole));
    return problems;
}

diags::Diagnostic noStateFile() {
    return diags::Diagnostic::error(
        "No state file was found",
        "State management commands require a state file. Run this command in a directory where OpenTofu has been run "
        "or use the -state flag to point the command to a specific state location.");
}

namespace {

diags::Result<workspace::StateOptions> optionsToRead(const Project& project, const Arguments& arguments,
                                                     const Interrupts& interrupts) {
    diags::Result<workspace::StateOptions> options = stateOptions(project, arguments, {}, interrupts);
    if (options.value)
        options->locking = workspace::StateOptions::Locking::Never;
    return options;
}

} // namespace

diags::Result<workspace::OpenedState> openToRead(const Project& project, const Arguments& arguments,
                                                 const Interrupts& interrupts) {
    diags::Result<workspace::StateOptions> options = optionsToRead(project, arguments, interrupts);
    return options.isOk() ? workspace::openState(project, *options) : std::move(options.diagnostics);
}

diags::Diagnostics loadError(const diags::Diagnostics& causes) {
    return diags::Diagnostic::error("error loading state: " + diags::joinMessages(causes), {});
}

diags::Diagnostics openError(const diags::Diagnostics& causes, const ReadError& readError) {
    const bool isInaccessible = std::ranges::any_of(
        causes, [](const diags::Diagnostic& cause) { return cause.code == diags::ErrorCode::StateInaccessible; });
    return isInaccessible ? readError(causes) : causes;
}

diags::Result<states::File> readState(const Project& project, const Arguments& arguments, const Interrupts& interrupts,
                                      const ReadError& readError) {
    diags::Result<workspace::StateOptions> options = optionsToRead(project, arguments, interrupts);
    if (!options.isOk())
        return std::move(options.diagnostics);
    diags::Result<workspace::OpenedState> opened = workspace::openState(project, *options);
    if (!opened.isOk())
        return std::move(opened.diagnostics);
    diags::Result<states::File> state = workspace::readState(*opened, *options);
    if (state.isOk() || !readError)
        return state;
    return readError(state.diagnostics);
}

} // namespace planlens::cli
