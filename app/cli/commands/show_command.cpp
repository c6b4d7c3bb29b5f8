// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/project.h"
#include "app/cli/state_reading.h"
#include "app/cli/usage.h"

#include "core/diags/join_messages.h"
#include "core/engine/provider_schemas.h"
#include "core/formats/plan_json.h"
#include "core/formats/reading/plan_reader.h"
#include "core/formats/state_json.h"
#include "core/report/text/plan_text.h"
#include "core/report/text/state_text.h"
#include "core/report/text/terraform_text.h"
#include "core/states/file/state_text.h"
#include "core/system/file.h"

#include <fmt/core.h>

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;

namespace {

/// The error for a file that is neither a state nor a plan. It is only called a state if it is clearly meant to be one.
Diagnostic unreadableFile(const std::string& stateError, const std::string& planError,
                          const std::string& remotePlanError) {
    return Diagnostic::error("Failed to read the given file as a state or plan file",
                             fmt::format("State read error: {}\n\nPlan read error: couldn't load the provided path as "
                                         "either a local plan file ({}) or a saved cloud plan ({})",
                                         stateError, planError, remotePlanError));
}
Diagnostic unreadableState(const std::string& path, const std::string& bytes, const Diagnostics& problems) {
    constexpr std::string_view notZip = "zip: not a valid zip file";
    if (bytes.empty())
        return unreadableFile(fmt::format("Error reading {} as a statefile: no state", path), std::string(notZip),
                              "unexpected end of JSON input");
    if (problems[0].code != diags::ErrorCode::UnsupportedState)
        return Diagnostic::error("Couldn't show state file", "Plan read error: " + diags::joinMessages(problems));
    constexpr std::string_view stateType = "encryption.basedata";
    std::string remote = "invalid remote plan format, must be 1";
    for (const Diagnostic& problem : problems) {
        if (problem.code != diags::ErrorCode::EncryptionNotChecked)
            continue;
        remote = problem.codeSubject;
        if (const auto type = remote.find(stateType); type != std::string::npos)
            remote.replace(type, stateType.size(), "cloudplan.SavedPlanBookmark");
    }
    return unreadableFile(fmt::format("Error reading {} as a statefile: {}", path, diags::joinMessages(problems)),
                          std::string(notZip), remote);
}

int showState(const states::File& file, const Project& project, bool json, Output& output, std::stop_token stop) {
    const states::State& state = *file.state;
    if (file.lineage.empty()) {
        const diags::Result<std::string> nothing = formats::stateJson(file, {});
        output.print(json ? nothing.value.value_or("{}") + "\n" : "No state.\n");
        return 0;
    }
    diags::Result<plans::Schemas> schemas = engine::schemasFor(*project.config, &state, *project.providers, stop);
    if (!schemas.isOk()) {
        output.show(engine::schemasNotLoaded(schemas.diagnostics));
        return 1;
    }
    if (!json) {
        output.print(report::stateText(state, *schemas.value, output.text()));
        return 0;
    }
    diags::Result<std::string> text = formats::stateJson(file, *schemas.value);
    if (!text.isOk()) {
        output.show(text.diagnostics);
        return 1;
    }
    output.printLine(*text.value);
    return 0;
}

/// Query results are not a plan.
std::string textOf(const plans::Plan& plan, const plans::TerraformParts* terraform,
                   const report::TextOptions& options) {
    const bool isQuery = terraform && !terraform->queryResults.empty();
    return (isQuery ? std::string() : report::planText(plan, options)) +
           (terraform ? report::terraformText(*terraform, options) : std::string());
}

} // namespace

int runShow(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    const bool json = arguments.flag("json", false);
    Diagnostics misuse = arguments.problems;
    if (arguments.positional.size() > 1)
        misuse.error("Too many command line arguments",
                     "Expected at most one positional argument for the legacy positional argument mode.");
    if (misuse.hasErrors())
        return refuse("show", arguments, misuse);
    Output output(View::Human, arguments);
    std::optional<std::string> path = arguments.value("plan");
    if (!arguments.positional.empty())
        path = arguments.positional.front();
    const auto refuseWith = [&](const Diagnostics& problems) {
        output.show(problems);
        return 1;
    };
    const auto shownState = [&](const auto& read) {
        const diags::Result<Project> project = openProject(directory, arguments, interrupts, Purpose::Reading);
        output.setSources(project->sources);
        if (const Diagnostics problems = path && project->config ? Diagnostics() : whyNoState(project);
            problems.hasErrors())
            return refuseWith(problems);
        using Form = providers::InstalledPackages::Form;
        if (const Diagnostics problems = project->registry->packages().problems(path ? Form::Short : Form::Whole);
            problems.hasErrors())
            return refuseWith(problems);
        const diags::Result<states::File> state = read(*project.value);
        if (!state.isOk())
            return refuseWith(state.diagnostics);
        if (project.hasErrors())
            return refuseWith(project.diagnostics);
        return showState(*state.value, *project.value, json, output, interrupts.stop);
    };
    if (!path)
        return shownState([&](const Project& project) -> diags::Result<states::File> {
            diags::Result<states::File> state = readState(project, arguments, interrupts);
            return state.isOk() ? state
                                : diags::Result<states::File>(Diagnostic::error(
                                      "failed to load state: " + diags::joinMessages(state.diagnostics), {}));
        });
    const auto bytes = system::readFile(directory / *path);
    if (!bytes) {
        const std::string why = fmt::format("{} {}: {}", bytes.error().call, *path, bytes.error().reason());
        output.show(unreadableFile(bytes.error().call == "read"
                                       ? fmt::format("Error reading {} as a statefile: Failed to read state file: The "
                                                     "state file could not be read: {}",
                                                     *path, why)
                                       : "Error loading statefile: " + why,
                                   why, why));
        return 1;
    }
    if (!plans::file::looksLikePlanFile(*bytes) && !states::looksLikeState(*bytes))
        if (const diags::Result<formats::FinishedPlan>& read =
                keptToTheEnd(formats::readPlanJson(*bytes, interrupts.stop));
            read.value) {
            output.showAside(read.diagnostics);
            output.print(json ? *bytes : textOf(*read->plan, read->terraform.get(), output.text()));
            return 0;
        }
    if (!plans::file::looksLikePlanFile(*bytes))
        return shownState([&](const Project&) {
            diags::Result<states::File> state = states::readFile(*bytes, *path);
            return state.isOk() ? state
                                : diags::Result<states::File>(unreadableState(*path, *bytes, state.diagnostics));
        });
    const diags::Result<OpenedPlan>& opened = keptToTheEnd(
        workspace::openPlan(*bytes, openOptions(directory, arguments, interrupts, Purpose::Reading), PlanUse::Show));
    if (opened.value)
        output.setSources(opened->project.sources);
    if (!opened.isOk())
        return refuseWith(opened.diagnostics);
    output.showAside(opened.diagnostics);
    if (!json) {
        output.print(textOf(*opened->plan, opened->terraform.get(), output.text()));
        return 0;
    }
    if (!opened->config || !opened->withoutSchema.empty())
        return refuseWith(Diagnostic::error("The plan cannot be written as JSON",
                                            "Something is missing that the JSON says. Use \"terraform show -json "
                                            "FILE\", whose output Planlens opens too."));
    if (opened->terraform)
        output.showAside(plans::terraformNotes(*opened->terraform)); // not part of the JSON
    const Diagnostics problems = formats::writePlanJson(*opened->plan, *opened->config,
                                                        [&output](std::string_view piece) { output.print(piece); });
    if (problems.hasErrors())
        return refuseWith(problems);
    output.print("\n");
    return 0;
}

} // namespace planlens::cli
