// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/state/state_edit.h"

#include "core/diags/join_messages.h"
#include "core/formats/event_json.h"
#include "core/states/edit/move.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

namespace planlens::cli {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;
namespace events = formats::events;

namespace {

/// The error for backup options of states that are not local files.
Diagnostics checkBackupOptions(const Arguments& arguments, const Project& project) {
    std::string given;
    for (const char* option : {"backup", "backup-out"})
        if (arguments.value(option).value_or("-") != "-")
            given += (given.empty() ? "-" : ", -") + std::string(option);
    if (given.empty() || !pathOption(arguments, "state").empty() || project.stateDiagnostics.hasErrors() ||
        !project.state.isRemote())
        return {};
    return Diagnostic::error("Invalid command line options: " + given,
                             "Command line options -backup and -backup-out are legacy options that operate on a local "
                             "state file only. You must specify a local state file with the -state option or switch "
                             "to the local backend.");
}

diags::Result<states::MoveRequest> parseRequest(const std::vector<std::string>& addresses) {
    Diagnostics problems;
    const std::optional<addrs::Target> from = addrs::parseTargetText(addresses[0]).into(problems),
                                       to = addrs::parseTargetText(addresses[1]).into(problems);
    if (problems.hasErrors())
        return problems;
    return states::MoveRequest{from->subject, to->subject, addresses[1]};
}

/// The other state that objects are moved to.
struct Destination {
    workspace::OpenedState opened;
    states::File file;
};

/// Whether two names are those of one file.
bool isSameFile(const fs::path& a, const fs::path& b) {
    std::error_code error;
    return a == b || fs::equivalent(a, b, error);
}

diags::Result<Destination> openDestination(const fs::path& file, const Arguments& arguments, const Project& project,
                                           const Interrupts& interrupts) {
    const fs::path given = pathOption(arguments, "state");
    if (isSameFile(file, given.empty() && !project.state.isRemote() ? project.state.paths.state : given))
        return Diagnostic::error("Invalid destination state",
                                 fmt::format("The option -state-out names the state that objects are moved from, {}. "
                                             "Leave it out to move objects within one state.",
                                             file.string()));
    diags::Result<workspace::StateOptions> options = lockingOptions(project, arguments, "state-mv", interrupts);
    if (!options.isOk())
        return std::move(options.diagnostics);
    options->paths = stateFilePaths(file, pathOption(arguments, "backup-out"));
    diags::Result<workspace::OpenedState> opened = workspace::openStateFile(project, *options);
    if (!opened.isOk())
        return std::move(opened.diagnostics);
    Destination destination{*std::move(opened.value), {}};
    diags::Result<states::File> read = workspace::readState(destination.opened, *options);
    if (!read.isOk())
        return Diagnostic::error("Failed to refresh destination state", diags::joinMessages(read.diagnostics));
    destination.file = *std::move(read.value);
    return destination;
}

void tellMoves(Output& output, const std::vector<states::MovedObject>& moved, bool isDryRun) {
    for (const auto& [from, to] : moved) {
        const std::string text =
            fmt::format("{} {} to {}", isDryRun ? "Would move" : "Move", values::quoted(from), values::quoted(to));
        output.printMessage(text + "\n", events::info(text));
    }
}

} // namespace

int runStateMv(const Arguments& arguments, const fs::path& directory, const Interrupts& interrupts) {
    Diagnostics misuse = arguments.problems;
    if (arguments.positional.size() != 2)
        misuse.error("Invalid number of arguments", "Exactly two arguments expected");
    const std::unique_ptr<Output> output = stateOutput(arguments, misuse);
    if (misuse.hasErrors())
        return reportMisuseWithUsage(*output, "state mv", misuse);
    StateEdit edit(*output, arguments, directory, interrupts,
                   {"state mv", "state-mv", "Failed to refresh source state"});
    if (const std::optional<int> status = edit.openFolder())
        return *status;
    if (const Diagnostics problems = checkBackupOptions(arguments, edit.project()); problems.hasErrors())
        return edit.refuse(problems);
    if (const std::optional<int> status = edit.openState())
        return *status;
    std::optional<Destination> destination;
    if (const fs::path file = pathOption(arguments, "state-out"); !file.empty()) {
        Diagnostics problems;
        destination = openDestination(file, arguments, edit.project(), interrupts).into(problems);
        if (problems.hasErrors())
            return edit.refuse(problems);
    }
    const diags::Result<states::MoveRequest> request = parseRequest(arguments.positional);
    if (!request.isOk())
        return edit.refuse(request.diagnostics);
    diags::Result<states::MoveOutcome> outcome = states::move(
        edit.state(), destination ? std::optional(*destination->file.state) : std::nullopt, *request.value);
    const bool isDryRun = arguments.flag("dry-run", false);
    tellMoves(*output, outcome->moved, isDryRun);
    if (outcome.hasErrors())
        return edit.refuse(outcome.diagnostics);
    if (isDryRun)
        return edit.finish();
    if (const std::optional<int> status = edit.checkBackend())
        return *status;
    // Each object is always in one of the states: in both for a moment.
    if (destination)
        if (const auto written = destination->opened.state->write(
                std::make_shared<const states::State>(*std::move(outcome->destination)));
            written.hasErrors())
            return edit.failToSave(written.diagnostics);
    if (const std::optional<int> status = edit.save(std::move(outcome->source)))
        return *status;
    const std::string text = fmt::format("Successfully moved {} object(s)", outcome->moved.size());
    output->printMessage(text + ".\n", events::info(text));
    if (destination)
        output->show(destination->opened.unlock());
    return edit.finish();
}

} // namespace planlens::cli
