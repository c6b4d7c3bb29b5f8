// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/project.h"

#include "core/engine/schemas_for.h"
#include "core/formats/plan_json.h"
#include "core/formats/state_json.h"
#include "core/providers/registry.h"
#include "core/report/plan_text.h"
#include "core/report/state_text.h"

#include <fmt/core.h>

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;

namespace {

int showState(const states::File& file, const Project& project, bool json, Output& output, std::stop_token stop) {
    const states::State& state = *file.state;
    if (!json && file.lineage.empty()) {
        output.print("No state.\n");
        return 0;
    }
    diags::Result<plans::Schemas> schemas = engine::schemasFor(*project.config, &state, *project.providers, stop);
    if (!schemas.isOk()) {
        output.show(schemas.diagnostics);
        return 1;
    }
    if (!json) {
        output.print(report::stateText(state, *schemas.value, output.text()));
        return 0;
    }
    diags::Result<std::string> text = formats::stateJson(state, *schemas.value);
    if (!text.isOk()) {
        output.show(text.diagnostics);
        return 1;
    }
    output.print(*text.value + "\n");
    return 0;
}

} // namespace

int runShow(const Arguments& arguments, const std::filesystem::path& directory, std::stop_token stop) {
    const bool json = arguments.flag("json", false);
    Output output(View::Human, arguments);
    if (arguments.positional.size() > 1) {
        output.show(Diagnostic::error("Too many command line arguments", "Expected at most one positional argument: the path of a saved plan or of a state."));
        return 1;
    }
    std::optional<std::string> path = arguments.value("plan");
    if (!arguments.positional.empty())
        path = arguments.positional.front();
    const auto shownState = [&](const auto& read) {
        diags::Result<Project> project = openProject(directory, arguments, Variables::NotNeeded);
        if (!project.value || !project->config) {
            output.show(project.diagnostics);
            return 1;
        }
        output.setSources(project->sources);
        diags::Result<states::File> state = read(*project.value);
        if (!state.isOk()) {
            output.show(state.diagnostics);
            return 1;
        }
        return showState(*state.value, *project.value, json, output, stop);
    };
    if (!path)
        return shownState([&](const Project& project) -> diags::Result<states::File> {
            if (project.stateDiagnostics.hasErrors())
                return project.stateDiagnostics;
            return states::LocalManager(statePaths(project, arguments)).read();
        });
    const std::filesystem::path file = std::filesystem::path(*path).is_absolute() ? std::filesystem::path(*path) : directory / *path;
    const std::optional<std::string> bytes = readWholeFile(file);
    if (!bytes) {
        output.show(Diagnostic::error("Failed to read the given file as a state or plan file", fmt::format("The file {} cannot be read.", *path)));
        return 1;
    }
    if (!plans::file::looksLikePlanFile(*bytes))
        return shownState([&](const Project&) { return states::readFile(*bytes, *path); });
    const engine::ProviderPoolPtr providers = engine::makeProviderPool(std::make_shared<providers::DefaultRegistry>(directory));
    const diags::Result<OpenedPlan>& opened = keptToTheEnd(openPlan(*bytes, directory, *providers));
    if (!opened.isOk()) {
        output.show(opened.diagnostics);
        return 1;
    }
    if (!json) {
        output.print(report::planText(*opened->plan, output.text()));
        return 0;
    }
    diags::Result<std::string> text = formats::planJson(*opened->plan, *opened->config);
    if (!text.isOk()) {
        output.show(text.diagnostics);
        return 1;
    }
    output.print(*text.value + "\n");
    return 0;
}

} // namespace planlens::cli
