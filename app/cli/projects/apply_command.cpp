// SPDX-License-Identifier: MPL-2.0
#include "app/cli/output.h"
#include "app/cli/project.h"
#include "app/cli/projects/commands.h"
#include "app/cli/projects/opened_results.h"
#include "app/cli/projects/options.h"
#include "app/cli/projects/work_queue.h"
#include "app/cli/projects/worker.h"
#include "core/projects/reports/summary.h"
#include "core/projects/results/approvals.h"
#include "core/projects/results/project_lock.h"
#include "core/report/text/terminal_text.h"
#include "core/system/environment.h"
#include "core/system/file.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

namespace planlens::cli {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;

namespace {

/// The approved plans, and everything that applying them requires.
struct Approved {
    std::unique_ptr<projects::ResultStore> store; // null: the results are in a directory
    projects::Repository repository;
    std::vector<const projects::Project*> projects; // in the order of their names
    std::map<std::string, projects::StoredResult> results;
    std::map<std::string, std::string> refused; // projects that cannot be applied, and why
    bool stops = false;                         // without -keep-going, because of a refused plan
    projects::ApplyLock lock = {};              // until all plans are applied
};

/// The state files of approved plans that have been applied.
std::set<std::string> appliedStates(const std::vector<projects::Approval>& approvals, const Approved& approved) {
    std::set<std::string> files;
    for (const projects::Approval& approval : approvals)
        if (const auto it = approved.results.find(approval.project);
            it != approved.results.end() && projects::isApplied(it->second.folder, approval.planHash))
            files.insert(it->second.result.stateFile);
    return files;
}

/// The projects whose plans destroy everything.
std::set<std::string> destroyedProjects(const Approved& approved) {
    std::set<std::string> names;
    for (const auto& [name, stored] : approved.results)
        if (stored.result.mode == "destroy")
            names.insert(name);
    return names;
}

/// Refuses the dependents of refused projects too.
void refuse(Approved& approved, const std::string& name, const std::string& why) {
    if (const projects::Project* const project = approved.repository.find(name)) {
        approved.refused.emplace(name, why);
        approved.projects.push_back(project);
    }
}

Diagnostic refusalDiagnostic(const projects::Approval& approval, const projects::Refusal& refusal) {
    if (refusal.isInterrupted)
        return Diagnostic::error(
            "Approved plan was applied in part",
            fmt::format("The plan of the project {} cannot be applied again: {}. Some of its objects may have been "
                        "changed already. Plan the project again, and approve the new plan, or remove the project from "
                        "the approvals if the new plan has no changes. Until then, the projects that depend on it are "
                        "not applied.",
                        approval.project, refusal.why));
    return Diagnostic::error("Approved plan cannot be applied",
                             fmt::format("The plan of the project {} is refused: {}. Plan it again and review it.",
                                         approval.project, refusal.why));
}

struct ProblemOfProject {
    std::string project;
    Diagnostic diagnostic; // with "the project NAME"
};

/// Collects problems, so that the same problem of many projects is reported once with all names.
Diagnostics grouped(const std::vector<ProblemOfProject>& problems) {
    struct Group {
        Diagnostic diagnostic; // with a mark for the name
        std::vector<std::string> projects;
    };
    constexpr std::string_view phrase = "the project ", mark = "the project \x01";
    const auto replaced = [](std::string text, std::string_view what, const std::string& by) {
        for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
            text.replace(at, what.size(), by);
        return text;
    };
    std::vector<Group> groups;
    for (const ProblemOfProject& problem : problems) {
        Diagnostic marked = problem.diagnostic;
        marked.detail = replaced(marked.detail, std::string(phrase) + problem.project, std::string(mark));
        const auto same = std::ranges::find(groups, marked, &Group::diagnostic);
        (same == groups.end() ? groups.emplace_back(Group{std::move(marked), {}}) : *same)
            .projects.push_back(problem.project);
    }
    Diagnostics all;
    for (Group& group : groups) {
        const std::string names = projects::joinedNames(group.projects);
        group.diagnostic.detail = replaced(group.diagnostic.detail, mark,
                                           (group.projects.size() == 1 ? "the project " : "the projects ") + names);
        all.append(std::move(group.diagnostic));
    }
    return all;
}

/// Locks RESULTS before they are read: another command changes what is checked here.
diags::Result<projects::ApplyLock> lockResults(const Arguments& arguments, const fs::path& results,
                                               const Interrupts& interrupts) {
    const diags::Result<std::chrono::nanoseconds> timeout = lockTimeout(arguments);
    if (!timeout.value)
        return timeout.diagnostics;
    return projects::ApplyLock::acquire(results, *timeout, interrupts.stop, [](const std::string& holder) {
        fmt::print(stderr, "Waiting for another command that applies plans of these results: {}\n",
                   report::withVisibleControls(holder));
    });
}

/// Reads the approvals and checks all of them, before anything is applied.
diags::Result<Approved> readApproved(const Arguments& arguments, const fs::path& directory,
                                     const Interrupts& interrupts) {
    if (arguments.positional.size() != 1)
        return Diagnostic::error("Wrong number of arguments",
                                 "Expected one argument: the results of \"projects plan\".");
    const std::optional<std::string> file = arguments.value("approvals");
    if (!file)
        return Diagnostic::error("Approvals required",
                                 "Use -approvals=FILE with the list of approved plans: JSON with the hash of the plan "
                                 "of each project.");
    const auto text = system::readFile(directory / *file);
    if (!text)
        return Diagnostic::error("Failed to read the approvals",
                                 fmt::format("The file {} cannot be read: {}.", *file, text.error().reason()));
    Diagnostics diagnostics;
    const auto approvals = projects::readApprovals(*text, *file).into(diagnostics);
    auto opened =
        openResults(arguments.positional.front(), directory, projects::ResultStore::Content::Identities, interrupts);
    diagnostics.append(std::move(opened.diagnostics));
    if (!approvals || !opened.value)
        return diagnostics;
    std::optional<projects::ApplyLock> lock = lockResults(arguments, opened->folder, interrupts).into(diagnostics);
    if (!lock)
        return diagnostics;
    auto results = projects::readResults({opened->folder});
    diagnostics.append(std::move(results.diagnostics));
    const fs::path root = directory / arguments.value("root").value_or(".");
    std::optional<projects::Repository> repository = projects::findProjects(root, interrupts.stop).into(diagnostics);
    if (!results.value || !repository)
        return diagnostics;
    Approved approved{std::move(opened->store), *std::move(repository), {}, {}, {}, false, *std::move(lock)};
    if (Diagnostics cycles = projects::cycleDiagnostics(approved.repository); !cycles.isEmpty()) {
        const bool isError = cycles.hasErrors();
        diagnostics.append(std::move(cycles));
        if (isError)
            return diagnostics;
    }
    for (projects::StoredResult& stored : *results.value)
        approved.results.emplace(stored.result.project, std::move(stored));
    projects::InputHashes hashes(root);
    const std::set<std::string> applied = appliedStates(*approvals, approved);
    std::vector<ProblemOfProject> found;
    for (const projects::Approval& approval : *approvals) {
        const auto it = approved.results.find(approval.project);
        const projects::StoredResult* const stored = it == approved.results.end() ? nullptr : &it->second;
        if (approved.store && stored && stored->result.status == projects::Result::Status::Planned)
            if (Diagnostics problems = approved.store->downloadPlan(*stored, interrupts.stop); problems.hasErrors()) {
                for (Diagnostic& problem : problems)
                    found.push_back({approval.project, std::move(problem)});
                approved.stops = true;
                refuse(approved, approval.project, "its plan cannot be downloaded");
                continue;
            }
        const projects::Refusal refusal = projects::refusalOf(approval, stored, approved.repository, hashes, applied);
        if (!refusal.why.empty()) {
            found.push_back({approval.project, refusalDiagnostic(approval, refusal)});
            // If a previous run was interrupted, the same command continues with the other projects.
            approved.stops = approved.stops || !refusal.isInterrupted;
            refuse(approved, approval.project, refusal.why);
            continue;
        }
        // The exact bytes are checked again just before they are applied.
        it->second.result.planHash = approval.planHash;
        approved.projects.push_back(approved.repository.find(approval.project));
    }
    diagnostics.append(grouped(found));
    return {std::move(approved), std::move(diagnostics)};
}

class ApplyRun {
public:
    ApplyRun(const Approved& approved, const Arguments& arguments, Output& output, const Interrupts& interrupts)
        : m_approved(approved)
        , m_output(output)
        , m_interrupts(interrupts)
        , m_keepsGoing(arguments.flag("keep-going", false)) {
        for (const char* option : {"lock", "lock-timeout", "parallelism", "tool"})
            if (const std::optional<std::string> value = arguments.value(option))
                m_arguments.push_back(fmt::format("-{}={}", option, *value));
    }

    WorkQueue::Outcome apply(const projects::Project& project) {
        if (m_approved.refused.contains(project.name))
            return WorkQueue::Outcome::StopHere;
        const projects::StoredResult& stored = m_approved.results.at(project.name);
        const std::string& hash = stored.result.planHash;
        if (projects::isApplied(stored.folder, hash)) {
            printMessage(fmt::format("{}: already applied\n", inOneLine(project.name)));
            return WorkQueue::Outcome::Done;
        }
        const auto plan = system::readFile(stored.folder / projects::planFile);
        if (!plan || projects::sha256Hex(*plan) != hash)
            return failed(project, "The plan has been replaced since it was checked.");
        if (const std::string problem = projects::recordStarted(stored.folder, hash); !problem.empty())
            return failed(project, "It is not applied, because that cannot be recorded in the results: " + problem);
        WorkerRequest request;
        request.project = &project;
        request.root = m_approved.repository.root;
        request.command = "apply";
        request.kill = WorkerRequest::Kill::Never;
        request.arguments = m_arguments;
        request.arguments.push_back("-result=" + stored.folder.string());
        request.arguments.push_back((stored.folder / projects::planFile).string());
        const WorkerOutcome outcome = runWorker(request, m_interrupts);
        if (outcome.exitCode != 0) {
            std::string error = outcome.error;
            for (const report::ReportDiagnostic& diagnostic : outcome.diagnostics)
                if (diagnostic.severity == diags::Severity::Error)
                    error += (error.empty() ? "" : "\n  ") + diagnostic.summary +
                             (diagnostic.detail.empty() ? "" : ": " + diagnostic.detail);
            return failed(project, error);
        }
        std::string problem = projects::recordApplied(stored.folder, hash);
        if (m_approved.store && problem.empty())
            problem = m_approved.store->uploadApplied(stored, {});
        printMessage(fmt::format("{}: applied\n", inOneLine(project.name)));
        if (!problem.empty())
            printMessage(fmt::format("  It cannot be recorded as applied: {}\n", problem));
        const std::lock_guard lock(m_mutex);
        ++m_applied;
        return WorkQueue::Outcome::Done;
    }

    std::size_t applied() const { return m_applied; }
    std::size_t failures() const { return m_failures; }

private:
    WorkQueue::Outcome failed(const projects::Project& project, const std::string& why) {
        printMessage(fmt::format("{}: failed\n  {}\n", inOneLine(project.name), why));
        const std::lock_guard lock(m_mutex);
        ++m_failures;
        return m_keepsGoing ? WorkQueue::Outcome::StopHere : WorkQueue::Outcome::StopAll;
    }
    void printMessage(const std::string& text) { m_output.print(report::safeText(text, m_output.text())); }

    const Approved& m_approved;
    Output& m_output;
    const Interrupts& m_interrupts;
    bool m_keepsGoing;
    std::vector<std::string> m_arguments;
    std::mutex m_mutex;
    std::size_t m_applied = 0, m_failures = 0;
};

} // namespace

int runProjectsApply(const Arguments& arguments, const fs::path& directory, const Interrupts& interrupts) {
    Output output(View::Human, arguments);
    const diags::Result<unsigned> jobs = jobsOf(arguments, 1);
    if (!jobs.value) {
        output.show(jobs.diagnostics);
        return 1;
    }
    const diags::Result<Approved> approved = readApproved(arguments, directory, interrupts);
    output.showAside(approved.diagnostics);
    // With -keep-going, the other approved plans are applied nevertheless.
    if (!approved.value || (approved->stops && !arguments.flag("keep-going", false)))
        return 1;
    ApplyRun run(*approved, arguments, output, interrupts);
    WorkQueue queue(approved->repository, approved->projects, WorkQueue::Dependencies::First,
                    destroyedProjects(*approved));
    queue.run(*jobs.value, interrupts.stop, [&](const projects::Project& project) { return run.apply(project); });
    const std::vector<const projects::Project*> skipped = queue.skipped();
    for (const projects::Project* project : skipped)
        output.print(report::safeText(inOneLine(project->name), output.text()) + ": not applied\n");
    const std::string refused =
        approved->refused.empty() ? std::string() : fmt::format("{} refused, ", approved->refused.size());
    output.print(fmt::format("\n{} applied, {} failed, {}{} not applied\n", run.applied(), run.failures(), refused,
                             skipped.size()));
    return approved.hasErrors() || run.failures() > 0 || !skipped.empty() ? 1 : 0;
}

} // namespace planlens::cli
