// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/state/state_edit.h"

#include "core/formats/event_json.h"
#include "core/states/edit/lookup.h"

#include <fmt/core.h>

namespace planlens::cli {

using addrs::AbsResourceInstance;
using diags::Diagnostic;
using diags::Diagnostics;
namespace events = formats::events;

namespace {

/// The instances at the given addresses, each address in order. Addresses that match nothing are ignored.
diags::Result<std::vector<AbsResourceInstance>> instancesToRemove(const states::State& state,
                                                                  const std::vector<std::string>& addresses) {
    std::vector<AbsResourceInstance> instances;
    Diagnostics problems;
    for (const std::string& text : addresses) {
        const std::optional<addrs::Target> target = addrs::parseTargetText(text).into(problems);
        if (!target)
            continue;
        const auto found = states::instancesAt(state, target->subject, states::Missing::IsIgnored);
        instances.insert(instances.end(), found->begin(), found->end());
    }
    return {std::move(instances), std::move(problems)};
}

} // namespace

int runStateRm(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    Diagnostics misuse = arguments.problems;
    if (arguments.positional.empty())
        misuse.error("Invalid number of arguments", "At least one address is required");
    const std::unique_ptr<Output> output = stateOutput(arguments, misuse);
    if (misuse.hasErrors())
        return reportMisuseWithUsage(*output, "state rm", misuse);
    StateEdit edit(*output, arguments, directory, interrupts, {"state rm", "state-rm", "Failed to refresh state"});
    if (const std::optional<int> status = edit.openFolder())
        return *status;
    if (const std::optional<int> status = edit.openState())
        return *status;
    const auto instances = instancesToRemove(edit.state(), arguments.positional);
    if (instances.hasErrors())
        return edit.refuse(instances.diagnostics);
    const bool isDryRun = arguments.flag("dry-run", false);
    states::State state = edit.state();
    for (const AbsResourceInstance& address : *instances) {
        const std::string text = fmt::format("{} {}", isDryRun ? "Would remove" : "Removed", address.toString());
        output->printMessage(text + "\n", events::info(text));
        state.forget(address);
    }
    const std::size_t count = instances->size();
    if (isDryRun) {
        if (count == 0)
            output->printMessage("Would have removed nothing.\n", events::info("Would have removed nothing"));
        return edit.finish();
    }
    if (const std::optional<int> status = edit.save(std::move(state)))
        return *status;
    if (count == 0)
        return edit.refuse(
            Diagnostic::error("Invalid target address",
                              "No matching objects found. To view the available instances, use \"tofu state list\". "
                              "Please modify the address to reference a specific instance."));
    const std::string text = fmt::format("Successfully removed {} resource instance(s)", count);
    output->printMessage(text + ".\n", events::info(text));
    return edit.finish();
}

} // namespace planlens::cli
