// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/state/state_edit.h"

#include "core/addrs/provider.h"
#include "core/configs/config.h"
#include "core/diags/join_messages.h"
#include "core/formats/event_json.h"
#include "core/report/text/terminal_text.h"
#include "core/states/edit/replace_provider.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;
namespace events = formats::events;

namespace {

struct Providers {
    addrs::Provider from, to;
};

diags::Result<Providers> parseProviders(const std::vector<std::string>& sources, std::string_view registry) {
    Diagnostics problems;
    const auto parse = [&](const std::string& source, std::string_view role) {
        diags::Result<addrs::Provider> provider = addrs::parseProviderSource(source, registry);
        if (provider.hasErrors())
            problems.error(fmt::format("Invalid \"{}\" provider {}", role, values::quoted(source)),
                           diags::joinMessages(provider.diagnostics));
        return provider.value.value_or(addrs::Provider());
    };
    Providers providers{parse(sources[0], "from"), parse(sources[1], "to")};
    return {std::move(providers), std::move(problems)};
}

std::string overview(const Providers& providers, const std::vector<addrs::AbsResource>& resources,
                     const report::TextOptions& options) {
    std::string text = "OpenTofu will perform the following actions:\n\n" +
                       report::colored("  [yellow]~[reset] Updating provider:", options.color) + "\n" +
                       report::colored("    [red]-[reset] ", options.color) + providers.from.toString() + "\n" +
                       report::colored("    [green]+[reset] ", options.color) + providers.to.toString() + "\n\n" +
                       report::colored("[bold]Changing[reset]", options.color) +
                       fmt::format(" {} resources:\n\n", resources.size());
    for (const addrs::AbsResource& resource : resources)
        text += "  " + resource.toString() + "\n";
    return text;
}

} // namespace

int runStateReplaceProvider(const Arguments& arguments, const std::filesystem::path& directory,
                            const Interrupts& interrupts) {
    Diagnostics misuse = arguments.problems;
    if (arguments.positional.size() != 2)
        misuse.error("Invalid number of arguments", "Exactly two arguments expected");
    const std::unique_ptr<Output> output = stateOutput(arguments, misuse);
    const bool isApproved = arguments.flag("auto-approve", false);
    if (output->view() == View::Json && !isApproved)
        misuse.error("Invalid usage", "OpenTofu cannot ask user input when `-json` flag is used. Therefore, "
                                      "`-auto-approve` is required too");
    if (misuse.hasErrors())
        return reportMisuseWithUsage(*output, "state replace-provider", misuse);
    StateEdit edit(*output, arguments, directory, interrupts,
                   {"state replace-provider", "state-replace-provider", "Failed to refresh source state"});
    if (const std::optional<int> status = edit.openFolder())
        return *status;
    const auto providers = parseProviders(arguments.positional, edit.project().config->registry);
    if (providers.hasErrors())
        return edit.refuse(providers.diagnostics);
    if (const std::optional<int> status = edit.openState())
        return *status;
    const std::vector<addrs::AbsResource> resources = states::resourcesOf(edit.state(), providers->from);
    if (resources.empty()) {
        output->printMessage("No matching resources found.\n", events::info("No matching resources found"));
        return edit.finish();
    }
    output->printMessage(overview(*providers.value, resources, output->text()),
                         events::replacedProvider(providers->from, providers->to, resources));
    const std::optional<bool> isConfirmed = isApproved
                                                ? true
                                                : cli::isConfirmed(*output, "\nDo you want to make these changes?",
                                                                   "Only 'yes' will be accepted to continue.");
    if (!isConfirmed)
        return edit.refuse(Diagnostic::error("Error asking for approval", "EOF"));
    if (!*isConfirmed) {
        output->printMessage("Cancelled replacing providers.\n", events::info("Cancelled replacing providers"));
        return edit.finish();
    }
    if (const std::optional<int> status = edit.save(states::withProvider(edit.state(), resources, providers->to)))
        return *status;
    const std::string text = fmt::format("Successfully replaced provider for {} resources", resources.size());
    output->printMessage(text + ".\n", events::info(text));
    return edit.finish();
}

} // namespace planlens::cli
