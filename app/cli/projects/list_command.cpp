// SPDX-License-Identifier: MPL-2.0
#include "app/cli/output.h"
#include "app/cli/projects/commands.h"
#include "app/cli/projects/options.h"
#include "app/cli/projects/selection.h"
#include "app/cli/projects/share.h"
#include "core/report/text/terminal_text.h"

#include <fmt/core.h>

#include <map>

namespace planlens::cli {

namespace {

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts)
        all += (all.empty() ? "" : ", ") + text;
    return all;
}

std::string textOf(const projects::Project& project, const std::vector<projects::ChangeReason>* reasons) {
    std::string text = inOneLine(project.name) + "\n";
    const auto add = [&](std::string_view name, const std::string& value) {
        if (!value.empty())
            text += fmt::format("  {:<11}{}\n", name, inOneLine(value));
    };
    if (project.directory != project.name)
        add("Directory", project.directory);
    add("Workspace", project.workspace);
    add("Backend", project.backend ? projects::describe(*project.backend) : "local");
    std::vector<std::string> providers;
    for (const auto& [name, provider] : project.providers)
        providers.push_back((provider.source.empty() ? name : provider.source) +
                            (provider.version.empty() ? "" : " " + provider.version));
    add("Providers", joined(providers));
    add("Modules", joined(project.modules));
    add("Files", joined(project.readFiles));
    if (!project.unresolvedReads.empty())
        add("Reads", "unknown files: " + joined(project.unresolvedReads));
    std::map<std::string, std::string> sources;
    for (const projects::Dependency& dependency : project.dependencies)
        sources[dependency.project] += (sources[dependency.project].empty() ? "" : ", ") + dependency.source;
    std::vector<std::string> dependencies;
    for (const auto& [name, source] : sources)
        dependencies.push_back(fmt::format("{} ({})", name, source));
    add("Depends on", joined(dependencies));
    if (!project.unresolvedStates.empty())
        add("Reads", "states of unknown projects: " + joined(project.unresolvedStates));
    if (reasons)
        for (const projects::ChangeReason& reason : *reasons)
            add("Changed", projects::describe(reason));
    return text;
}

/// Returns the selected projects; with -shard, those that "projects plan" with the same options plans.
diags::Result<std::vector<const projects::Project*>> listedProjects(const Arguments& arguments,
                                                                    const Selection& selection,
                                                                    const std::filesystem::path& directory,
                                                                    const Interrupts& interrupts) {
    const diags::Result<projects::Shard> shard = shardOf(arguments);
    if (!shard.isOk())
        return shard.diagnostics;
    if (!arguments.has("shard"))
        return selection.projects;
    if (!arguments.has("out"))
        return diags::Diagnostic::error("Option requires another one",
                                        "The option -shard requires -out=RESULTS, the results of \"projects plan\", "
                                        "in which the shares are recorded.");
    const diags::Result<OpenedResults> results = openOutput(arguments, directory, interrupts);
    return results.isOk() ? chooseProjects(*results, *shard, selection, interrupts) : results.diagnostics;
}

} // namespace

int runProjectsList(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    Output output(View::Human, arguments);
    const diags::Result<Selection> selection = selectProjects(arguments, directory, interrupts);
    output.showAside(selection.diagnostics);
    if (!selection.isOk())
        return 1;
    const diags::Diagnostics cycles = projects::cycleDiagnostics(selection->repository);
    output.showAside(cycles);
    if (cycles.hasErrors())
        return 1;
    const diags::Result<std::vector<const projects::Project*>> listed =
        listedProjects(arguments, *selection, directory, interrupts);
    output.showAside(listed.diagnostics);
    if (!listed.isOk())
        return 1;
    if (arguments.flag("json", false)) {
        output.print(projects::listJson(*listed, selection->reasons ? &*selection->reasons : nullptr));
        return 0;
    }
    std::string text;
    for (const projects::Project* project : *listed) {
        const auto* reasons = selection->reasons ? &selection->reasons->at(project->name) : nullptr;
        text += textOf(*project, reasons) + "\n";
    }
    const std::size_t count = listed->size();
    text += fmt::format("{} {}", count, count == 1 ? "project" : "projects");
    if (arguments.has("changed-since"))
        text += fmt::format(" of {} changed", selection->repository.projects.size());
    output.print(report::safeText(text, output.text()) + "\n");
    return 0;
}

} // namespace planlens::cli
