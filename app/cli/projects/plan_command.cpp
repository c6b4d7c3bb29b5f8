// SPDX-License-Identifier: MPL-2.0
#include "app/cli/output.h"
#include "app/cli/project.h"
#include "app/cli/projects/commands.h"
#include "app/cli/projects/options.h"
#include "app/cli/projects/plan_run.h"
#include "app/cli/projects/share.h"
#include "core/lang/functions/time/timestamp.h"
#include "core/projects/reports/summary.h"
#include "core/projects/repository/workflows.h"
#include "core/projects/results/inputs.h"
#include "core/projects/results/run_files.h"
#include "core/report/text/terminal_text.h"
#include "core/system/environment.h"
#include "core/system/threads/thread.h"

#include <fmt/core.h>

#include <map>

#include <unistd.h>

namespace planlens::cli {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;

namespace {

/// The options of `plan` that are the same for all projects.
std::vector<std::string> passedOn(const Arguments& arguments) {
    std::vector<std::string> words;
    for (const char* option : {"lock", "lock-timeout", "parallelism", "refresh", "tool"})
        if (const std::optional<std::string> value = arguments.value(option))
            words.push_back(fmt::format("-{}={}", option, *value));
    return words;
}

/// Rejects arguments in TF_CLI_ARGS that limit each plan: results do not record them, so that a partial plan would be
/// reported as a complete one.
void checkEnvironment(Diagnostics& problems) {
    for (const std::string& argument : projects::planArguments(system::ownEnvironment()))
        if (projects::selectsOtherPlan(argument))
            problems.error("Unsupported plan options",
                           fmt::format("TF_CLI_ARGS or TF_CLI_ARGS_plan contains \"{}\", but projects are planned as a "
                                       "whole. Remove it there. For the mode and for -refresh, use options of "
                                       "\"projects plan\"; for a part of a project, use \"plan\".",
                                       argument));
}

diags::Result<PlanRunOptions> runOptions(const Arguments& arguments) {
    Diagnostics problems;
    PlanRunOptions options;
    const std::string out = arguments.value("out").value_or("");
    if (out.empty())
        problems.error("Results directory required",
                       "Use -out=RESULTS to name the directory or the object store of the results.");
    if (arguments.flag("with-plans", false)) {
        options.plans = projects::ResultStore::Plans::Whole;
        if (!cloud::storage::isAddress(out))
            problems.error("Invalid option",
                           "-with-plans is for object stores. A directory always contains the plans.");
    }
    options.mode = arguments.value("mode").value_or("normal");
    for (const char* mode : {"destroy", "refresh-only"}) // as options of `plan`
        if (arguments.flag(mode, false)) {
            if (options.mode != "normal" && options.mode != mode)
                problems.error(
                    "Incompatible plan options",
                    fmt::format("-{} and the mode {} were both given. Use one of them.", mode, options.mode));
            options.mode = mode;
        }
    if (options.mode != "normal" && options.mode != "refresh-only" && options.mode != "destroy")
        problems.append(invalidOption("mode", options.mode, "normal, refresh-only or destroy"));
    options.arguments = passedOn(arguments);
    checkEnvironment(problems);
    const unsigned usualJobs = system::processorCount();
    options.jobs = jobsOf(arguments, usualJobs).into(problems).value_or(usualJobs);
    if (const std::optional<std::string> text = arguments.value("timeout")) {
        const auto duration = lang::parseDuration(*text);
        if (!duration || *duration <= 0)
            problems.append(invalidOption("timeout", *text, "a duration such as 10m"));
        else
            options.timeout = std::chrono::nanoseconds(*duration);
    }
    if (arguments.flag("fresh", false))
        options.earlier = PlanRunOptions::Earlier::Ignore;
    if (const std::optional<std::string> order = arguments.value("order")) {
        if (*order == "dependencies")
            options.order = PlanRunOptions::Order::Dependencies;
        else if (*order != "duration")
            problems.append(invalidOption("order", *order, "duration or dependencies"));
    }
    return {std::move(options), std::move(problems)};
}

std::string changesText(const projects::Result& result) {
    return result.hasChanges() ? projects::countsText(result) : "no changes";
}

std::string lineOf(const PlanRunEvent& event) {
    const projects::Result& result = event.result;
    const std::string start = fmt::format("[{}/{}] {}: ", event.done, event.all, inOneLine(event.project->name));
    const std::string drift =
        result.counts.drift > 0 ? fmt::format(", {} drifted", result.counts.drift) : std::string();
    switch (event.kind) {
    case PlanRunEvent::Kind::Reused:
        return fmt::format("{}{}{} (unchanged since the last run)\n", start, changesText(result), drift);
    case PlanRunEvent::Kind::Planned:
        return fmt::format("{}{}{} ({:.1f}s)\n", start, changesText(result), drift, result.seconds);
    case PlanRunEvent::Kind::Failed:
        return fmt::format("{}failed ({:.1f}s)\n", start, result.seconds);
    case PlanRunEvent::Kind::NotSaved:
        return fmt::format("{}the result cannot be saved\n", start);
    }
    return start;
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// The totals of a run, and its failures.
class Totals {
public:
    void add(const PlanRunEvent& event) {
        const bool isGood = event.kind == PlanRunEvent::Kind::Reused || event.kind == PlanRunEvent::Kind::Planned;
        m_reused += event.kind == PlanRunEvent::Kind::Reused;
        m_planned += event.kind == PlanRunEvent::Kind::Planned;
        m_changed += isGood && event.result.hasChanges();
        m_drifted += isGood && event.result.counts.drift > 0;
        if (!isGood)
            m_failures.emplace(event.project->name, event.result.error);
    }
    bool hasFailures() const { return !m_failures.empty(); }
    std::size_t done() const { return m_reused + m_planned + m_failures.size(); }

    std::string text(std::size_t all) const {
        std::string text = fmt::format("\n{}: {} planned", counted(all, "project", "projects"), m_planned);
        if (m_reused > 0)
            text += fmt::format(", {} kept", m_reused);
        if (hasFailures())
            text += fmt::format(", {} failed", m_failures.size());
        if (done() < all)
            text += fmt::format(", {} not planned", all - done());
        text += fmt::format(". {} with changes, {} with drift.\n", m_changed, m_drifted);
        return text;
    }
    /// Returns the failures as text. The same error of many projects is printed once.
    std::string failures() const {
        std::vector<projects::ProblemGroup> groups;
        for (const auto& [project, error] : m_failures)
            projects::addProblem(groups, inOneLine(project), "failed", error);
        std::string text;
        for (const projects::ProblemGroup& group : groups)
            text += fmt::format("\nFailed: {}\n  {}\n", projects::joinedNames(group.projects), group.error);
        return text;
    }

private:
    std::size_t m_reused = 0, m_planned = 0, m_changed = 0, m_drifted = 0;
    std::map<std::string, std::string> m_failures; // errors by project
};

} // namespace

/// Records the start of the run.
diags::Result<projects::RunMarker> startRun(const OpenedResults& results, const projects::Shard& shard,
                                            const Selection& selection,
                                            const std::vector<const projects::Project*>& chosen,
                                            const Interrupts& interrupts) {
    std::vector<std::string> names;
    for (const projects::Project* project : chosen)
        names.push_back(project->name);
    auto marker = projects::startRun(results.folder, shard, selection.repository.root, std::move(names));
    if (!results.store || !marker.isOk())
        return marker;
    if (const std::string problem = results.store->uploadRuns(interrupts.stop); !problem.empty())
        return Diagnostic::error("Failed to write results", problem);
    results.store->removeAbandonedObjects(interrupts.stop);
    return marker;
}

int runProjectsPlan(const Arguments& arguments, const fs::path& directory, const Interrupts& interrupts) {
    Output output(View::Human, arguments);
    Diagnostics problems;
    std::optional<PlanRunOptions> options = runOptions(arguments).into(problems);
    const projects::Shard shard = shardOf(arguments).into(problems).value_or(projects::Shard());
    if (problems.hasErrors()) {
        output.show(problems);
        return 1;
    }
    diags::Result<Selection> selection = selectProjects(arguments, directory, interrupts);
    output.showAside(selection.diagnostics);
    if (!selection.isOk())
        return 1;
    if (options->order == PlanRunOptions::Order::Dependencies) {
        const Diagnostics cycles = projects::cycleDiagnostics(selection->repository);
        output.showAside(cycles);
        if (cycles.hasErrors())
            return 1;
    }
    const diags::Result<OpenedResults> results = openOutput(arguments, directory, interrupts);
    output.showAside(results.diagnostics);
    if (!results.isOk())
        return 1;
    options->results = results->folder;
    options->store = results->store.get();
    const auto chosen = chooseProjects(*results, shard, *selection, interrupts).into(problems);
    auto marker = chosen ? startRun(*results, shard, *selection, *chosen, interrupts).into(problems) : std::nullopt;
    if (!chosen || !marker) {
        output.show(problems);
        return 1;
    }
    if (!arguments.value("project") && !arguments.value("changed-since")) // otherwise they may not be selected
        marker->leftOut = selection->repository.leftOut;
    projects::removeAbandonedFolders(options->results);
    options->run = marker->run;
    options->interruptedRun = marker->isContinued ? marker->run : "";
    Totals totals;
    const bool isComplete = planProjects(
        selection->repository, *chosen, *options,
        [&](const PlanRunEvent& event) {
            totals.add(event);
            if (event.kind == PlanRunEvent::Kind::NotSaved)
                marker->unsaved.emplace(event.project->name, event.result.error);
            output.print(report::safeText(lineOf(event), output.text()));
        },
        interrupts);
    output.print(totals.text(chosen->size()));
    const std::string failures = totals.failures();
    std::fputs((isatty(STDERR_FILENO) ? report::withVisibleControls(failures) : failures).c_str(), stderr);
    if (!isComplete) {
        output.print("Interrupted. The same command continues with the projects that are left.\n");
        return 1;
    }
    std::string problem = projects::finishRun(options->results, shard, *marker);
    if (problem.empty() && options->store)
        problem = options->store->uploadRuns(interrupts.stop);
    if (!problem.empty())
        output.show(Diagnostic::error(
            "Failed to record the end of the run",
            fmt::format("The results are saved, but a later command would continue this run and keep them, whatever "
                        "has changed since. Repeat the command now.\n\nCause: {}",
                        problem)));
    return totals.hasFailures() || !problem.empty() ? 1 : 0;
}

} // namespace planlens::cli
