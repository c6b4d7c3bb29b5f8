// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/state_reading.h"

#include "core/addrs/target.h"
#include "core/configs/config.h"
#include "core/diags/join_messages.h"
#include "core/engine/provider_schemas.h"
#include "core/formats/event_json.h"
#include "core/formats/state_json.h"
#include "core/masking/state_secrets.h"
#include "core/providers/packages/folder_registry.h"
#include "core/report/text/state_text.h"
#include "core/states/edit/lookup.h"
#include "core/states/file/stored_file.h"
#include "core/values/json/json.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

namespace planlens::cli {

using addrs::AbsResourceInstance;
using diags::Diagnostic;
using diags::Diagnostics;

namespace {

/// The id of a resource, or a placeholder if it has none.
std::string idOf(const states::StoredObjectPtr& object) {
    if (!object)
        return "<not created>";
    if (const auto flat = object->attributesFlat.find("id");
        object->attributesJson.empty() && flat != object->attributesFlat.end())
        return flat->second;
    const values::Outcome<values::Value> attributes = values::fromSimpleJson(object->attributesJson);
    if (!attributes || !attributes->type().isObject())
        return "<none>";
    if (!attributes->type().hasAttribute("id"))
        return {};
    const values::Value id = attributes->attribute("id");
    return id.isNull() ? std::string() : id.type().isString() ? id.asString() : "<none>";
}

/// A state that contains only the current object of one instance.
states::State onlyCurrent(const states::State& state, const AbsResourceInstance& address) {
    states::State only;
    only.setCurrent(address, state.current(address), {state.resource(address.containing())->provider, {}});
    return only;
}

} // namespace

int runStateList(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    Output output(arguments.flag("json", false) ? View::Json : View::Human, arguments);
    const auto opened = openFolderToRead("state list", output, {}, arguments, directory, interrupts);
    if (!opened)
        return 1;
    const auto refuse = [&](const Diagnostics& problems) {
        output.show(problems);
        return 1;
    };
    const auto readError = [](const Diagnostics& causes) {
        return Diagnostic::error("Error refreshing the state", "Failed to load state: " + diags::joinMessages(causes));
    };
    const diags::Result<states::File> file = readState(*opened->value, arguments, interrupts, readError);
    if (!file.isOk())
        return refuse(file.diagnostics);
    if (!states::exists(*file))
        return refuse(noStateFile());
    std::vector<AbsResourceInstance> listed;
    Diagnostics problems;
    for (const std::string& text : arguments.positional) {
        const std::optional<addrs::Target> target = addrs::parseTargetText(text).into(problems);
        if (!target)
            continue;
        const auto found = states::instancesAt(*file->state, target->subject, states::Missing::IsError).into(problems);
        listed.insert(listed.end(), found->begin(), found->end());
    }
    if (arguments.positional.empty())
        listed = states::allInstances(*file->state);
    if (problems.hasErrors())
        return refuse(problems);
    const std::string id = arguments.value("id").value_or("");
    std::string text, events;
    for (const AbsResourceInstance& address : listed) {
        if (!id.empty() && idOf(file->state->current(address)) != id)
            continue;
        text += address.toString() + "\n";
        if (output.writesEvents())
            events += formats::events::resourceAddress(address);
    }
    output.printMessage(text, events);
    return 0;
}

int runStateShow(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    Output output(arguments.flag("json", false) ? View::Json : View::Human, arguments, Output::Spacing::Apart);
    Diagnostics misuse;
    if (arguments.positional.size() != 1)
        misuse.error("Invalid number of arguments", "Exactly one argument expected");
    const auto opened = openFolderToRead("state show", output, misuse, arguments, directory, interrupts);
    if (!opened)
        return 1;
    const Project& project = *opened->value;
    const auto refuse = [&](const Diagnostics& problems) {
        output.show(problems);
        return 1;
    };
    constexpr auto oneInstance = "This command requires that the address references one specific instance. To view the "
                                 "available instances, use \"tofu state list\". Please modify the address "
                                 "to reference a specific instance.";
    const std::string& given = arguments.positional.front();
    const diags::Result<AbsResourceInstance> address = addrs::parseAbsResourceInstance(given);
    if (!address.isOk())
        return refuse(Diagnostic::error("Error parsing instance address " + values::quoted(given), oneInstance));
    if (opened->hasErrors())
        return refuse(opened->diagnostics);
    if (const Diagnostics problems = workspace::checkProviders(project); problems.hasErrors())
        return refuse(problems);
    const diags::Result<states::File> file = readState(project, arguments, interrupts, loadError);
    if (!file.isOk())
        return refuse(file.diagnostics);
    std::shared_ptr<const states::State> state = file->state;
    if (const Diagnostics problems =
            providers::fitStateToFolder(state, project.config->registry, project.config->providerRequirements());
        problems.hasErrors())
        return refuse(problems);
    const diags::Result<plans::Schemas> schemas =
        engine::schemasFor(*project.config, state.get(), *project.providers, interrupts.stop);
    if (schemas.hasErrors())
        return refuse(engine::schemasNotLoaded(schemas.diagnostics));
    if (!states::exists(*file))
        return refuse(noStateFile());
    if (!state->current(*address))
        return refuse(Diagnostic::error("No instance found for the given address", oneInstance));
    const states::State only = onlyCurrent(*state, *address);
    const auto failToMarshal = [&](const Diagnostics& problems) {
        return refuse(Diagnostic::error("Failed to marshal state to json",
                                        "Error while marshalling state to json: " + diags::joinMessages(problems)));
    };
    if (output.view() == View::Human) {
        const diags::Result<std::string> text =
            report::stateText(only, *schemas.value, masking::secretsInTexts(*state, *schemas.value), output.text());
        if (!text.isOk())
            return failToMarshal(text.diagnostics);
        output.print(*text.value);
    }
    if (!output.writesEvents())
        return 0;
    const diags::Result<std::string> json =
        formats::stateJson({referenceVersion, 0, {}, std::make_shared<const states::State>(only)}, *schemas.value);
    if (!json.isOk())
        return failToMarshal(json.diagnostics);
    output.event(*json.value + "\n");
    return 0;
}

} // namespace planlens::cli
