// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/state_reading.h"

#include "core/formats/event_json.h"
#include "core/report/text/terminal_text.h"
#include "core/states/lock/lock_info.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <iostream>

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;

namespace {

Diagnostic failedToUnlock(const std::string& why) {
    return Diagnostic::error("Failed to unlock state: " + why, {});
}

/// The reason why the lock must stay, if any: a process holds it, or its id is different.
Diagnostics whyItStays(const std::optional<states::FoundLock>& found, const std::string& id, bool isForced) {
    constexpr auto locked = "State locked by another local process";
    const std::string ofAnother = "Local state cannot be unlocked by another process.";
    if (!found)
        return isForced ? failedToUnlock("LocalState not locked") : Diagnostic::error(locked, ofAnother);
    const std::string holder = found->info.id.empty() ? std::string() : "\n\n" + states::describe(found->info);
    if (found->holder == states::FoundLock::Holder::Alive)
        return Diagnostic::error(
            locked, ofAnother + " Wait for that process to exit, or stop it; this releases the lock." + holder);
    if (found->info.id != id)
        return Diagnostic::error("Failed to unlock state",
                                 fmt::format("invalid lock id: {}. current id: {}{}", values::quoted(id),
                                             values::quoted(found->info.id), holder));
    return {};
}

/// `isHolderGone`: it is known that no process holds the lock.
bool isConfirmed(Output& output, bool isHolderGone) {
    output.print(report::colored("[reset][bold]Do you really want to force-unlock?[reset]", output.text().color) +
                 "\n  Planlens will remove the lock on the state. " +
                 (isHolderGone ? "The process that held it has exited.\n  This will allow local commands to modify "
                                 "this state."
                               : "It may still be in use.\n  This will allow other commands to modify this state.") +
                 " Only 'yes' will be accepted to confirm.\n\n" +
                 report::colored("  [bold]Enter a value:[reset] ", output.text().color));
    std::string answer;
    std::getline(std::cin, answer);
    output.print("\n");
    return answer == "yes";
}

} // namespace

int runForceUnlock(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    const View view = arguments.flag("json", false) ? View::Json : View::Human;
    Output output(view, arguments, Output::Spacing::Apart);
    Diagnostics misuse;
    if (arguments.positional.size() != 1)
        misuse.error("Wrong number of arguments", "Expected a single argument: LOCK_ID");
    const auto opening = openFolderToRead("force-unlock", output, misuse, arguments, directory, interrupts);
    if (!opening)
        return 1;
    const Project& project = *opening->value;
    const auto refuse = [&](const Diagnostics& problems) {
        output.show(problems);
        return 1;
    };
    if (project.state.access == backends::Access::ThroughTool)
        return refuse(Diagnostic::error(
            "Lock not managed by Planlens",
            fmt::format("This state ({}) is locked by tofu. Run \"tofu force-unlock\".", project.state.whyNotLocal())));
    const std::string& id = arguments.positional.front();
    const bool isForced = arguments.flag("force", false);
    const diags::Result<workspace::OpenedState> opened = openToRead(project, arguments, interrupts);
    if (!opened.isOk())
        return refuse(opened.diagnostics);
    const bool isHolderKnown = opened->capabilities.findLock;
    if (isHolderKnown) {
        const diags::Result<std::optional<states::FoundLock>> found = opened->state->findLock();
        if (!found.isOk())
            return refuse(found.diagnostics);
        if (const Diagnostics problems = whyItStays(*found, id, isForced); problems.hasErrors())
            return refuse(problems);
    }
    const bool isAsked = !isForced && opened->state->hasLocks();
    if (isAsked && (view == View::Json || !isConfirmed(output, isHolderKnown))) {
        output.printMessage("force-unlock cancelled.\n", formats::events::log("force-unlock cancelled"));
        return 1;
    }
    if (const Diagnostics problems = opened->state->forceUnlock(id); problems.hasErrors())
        return refuse(problems);
    constexpr auto success = "[reset][bold][green]OpenTofu state has been successfully unlocked![reset][green]\n\nThe "
                             "state has been unlocked, and OpenTofu commands should now be able "
                             "to\nobtain a new lock on the remote state.";
    output.printMessage(
        report::colored(success, output.text().color) + "\n",
        formats::events::log("The state has been unlocked, and OpenTofu commands should now be able to obtain a "
                             "new lock on the remote state."));
    return 0;
}

} // namespace planlens::cli
