// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/state/state_edit.h"
#include "app/cli/state_reading.h"
#include "app/cli/through_tool.h"

#include "core/addrs/target.h"
#include "core/diags/join_messages.h"
#include "core/formats/event_json.h"
#include "core/states/edit/taint.h"

#include <fmt/core.h>

namespace planlens::cli {

using addrs::AbsResourceInstance;
using diags::Diagnostic;
using diags::Diagnostics;
namespace events = formats::events;

namespace {

constexpr auto noSuchInstance = "No such resource instance";

diags::Result<AbsResourceInstance> addressToTaint(const Arguments& arguments, std::string_view command) {
    if (arguments.positional.size() != 1)
        return Diagnostic::error("Invalid arguments",
                                 fmt::format("The {} command expects exactly one argument.", command));
    diags::Result<AbsResourceInstance> address = addrs::parseAbsResourceInstance(arguments.positional.front());
    if (address.isOk() && address->resource.mode != addrs::ResourceMode::Managed && command == "taint")
        return Diagnostic::error("Invalid resource address",
                                 fmt::format("Resource instance {} cannot be tainted", address->toString()));
    return address;
}

/// The reason why the state does not have the instance; nullopt if it has it.
std::optional<Diagnostic> whyMissing(const states::State& state, const AbsResourceInstance& address) {
    if (state.isEmpty())
        return Diagnostic::error(noSuchInstance,
                                 "The state currently contains no resource instances whatsoever. This may occur if the "
                                 "configuration has never been applied or if it has recently been destroyed.");
    if (!state.instance(address))
        return Diagnostic::error(
            noSuchInstance,
            fmt::format("There is no resource instance in the state with the address {}. If the resource configuration "
                        "has just been added, you must run \"tofu apply\" once to create the corresponding instance(s) "
                        "before they can be tainted.",
                        address.toString()));
    return {};
}

Diagnostic allowedToMiss(const AbsResourceInstance& address) {
    return Diagnostic::warning(noSuchInstance,
                               fmt::format("Resource instance {} was not found, but this is not an error because "
                                           "-allow-missing was set.",
                                           address.toString()));
}

/// The folder of the command. Problems are shown; then there is a status.
std::optional<int> openFolder(const std::string& command, const Arguments& arguments,
                              const std::filesystem::path& directory, const Interrupts& interrupts, Output& output,
                              Project& project) {
    diags::Result<Project> opened = openProject(directory, arguments, interrupts, Purpose::Reading);
    const bool needsConfig = command == "taint"; // untaint only needs the backend, but shows the warnings
    const Diagnostics problems = needsConfig && opened.hasErrors() ? opened.diagnostics : stateAccessProblems(opened);
    if (!problems.hasErrors() && isThroughTool(*opened.value))
        return runWithTool(command, *opened.value, arguments, output, interrupts);
    beginEvents(output);
    if (opened.value)
        output.setSources(opened->sources);
    if (problems.hasErrors()) {
        output.show(problems);
        return 1;
    }
    if (!needsConfig)
        output.show(rootModuleWarnings(opened));
    project = *std::move(opened.value);
    return {};
}

int runTaintOrUntaint(const std::string& command, states::Taint taint, const Arguments& arguments,
                      const std::filesystem::path& directory, const Interrupts& interrupts) {
    Diagnostics misuse = arguments.problems;
    const std::unique_ptr<Output> output = stateOutput(arguments, misuse);
    std::optional<AbsResourceInstance> address;
    if (!misuse.hasErrors())
        address = addressToTaint(arguments, command).into(misuse);
    if (misuse.hasErrors())
        return reportMisuseWithUsage(*output, command, misuse);
    Project project;
    if (const std::optional<int> status = openFolder(command, arguments, directory, interrupts, *output, project))
        return *status;
    const auto refuse = [&](const Diagnostics& problems) {
        output->show(problems);
        return 1;
    };
    const diags::Result<workspace::StateOptions> options = stateOptions(project, arguments, command, interrupts);
    if (!options.isOk())
        return refuse(options.diagnostics);
    diags::Result<workspace::OpenedState> opened = workspace::openState(project, *options);
    if (!opened.isOk())
        return refuse(openError(opened.diagnostics, [](const Diagnostics& causes) {
            return Diagnostic::error("Error loading the state",
                                     "Failed to load the state: " + diags::joinMessages(causes));
        }));
    const diags::Result<states::File> file = workspace::readState(*opened.value, *options);
    if (!file.isOk())
        return refuse(
            Diagnostic::error("Error refreshing the state",
                              fmt::format("Failed to {} state: {}", command == "taint" ? "refresh the" : "load",
                                          diags::joinMessages(file.diagnostics))));
    output->show(file.diagnostics); // an interrupted apply
    if (const std::optional<Diagnostic> missing = whyMissing(*file->state, *address)) {
        const bool isAllowed = arguments.flag("allow-missing", false);
        output->show(isAllowed ? allowedToMiss(*address) : *missing);
        return isAllowed ? 0 : 1;
    }
    diags::Result<states::State> state = states::withTaint(*file->state, *address, taint);
    if (!state.isOk())
        return refuse(state.diagnostics);
    Diagnostics problems;
    const bool isChanged = !(*state.value == *file->state);
    if (isChanged)
        problems.append(
            opened->state->write(std::make_shared<const states::State>(*std::move(state.value))).diagnostics);
    if (problems.hasErrors())
        return refuse(Diagnostic::error("Error writing state file",
                                        "Failed to persist the new state: " + diags::joinMessages(problems)));
    const std::string text = fmt::format("Resource instance {} has been {}.", address->toString(),
                                         taint == states::Taint::Add ? "marked as tainted" : "successfully untainted");
    output->printMessage(text + "\n", events::info(text));
    output->show(opened->unlock());
    return 0;
}

} // namespace

int runTaint(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    return runTaintOrUntaint("taint", states::Taint::Add, arguments, directory, interrupts);
}

int runUntaint(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    return runTaintOrUntaint("untaint", states::Taint::Remove, arguments, directory, interrupts);
}

} // namespace planlens::cli
