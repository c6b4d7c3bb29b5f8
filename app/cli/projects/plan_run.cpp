// SPDX-License-Identifier: MPL-2.0
#include "app/cli/projects/plan_run.h"

#include "app/cli/projects/work_queue.h"
#include "app/cli/projects/worker.h"
#include "core/formats/json_writer.h"
#include "core/projects/results/history.h"
#include "core/projects/results/inputs.h"
#include "core/projects/results/project_lock.h"
#include "core/projects/results/review.h"
#include "core/report/exchange/json.h"
#include "core/system/environment.h"
#include "core/system/file.h"

#include <fmt/core.h>

#include <algorithm>
#include <ctime>

namespace planlens::cli {

namespace fs = std::filesystem;
using projects::Project;
using projects::Result;

namespace {

std::string diagnosticsJson(const std::vector<report::ReportDiagnostic>& diagnostics) {
    std::string text;
    formats::JsonWriter out(text, formats::JsonWriter::Escapes::None);
    out.beginObject();
    out.key("format").string("planlens-project-diagnostics");
    out.key("format_version").string("1.0");
    out.key("diagnostics");
    report::writeDiagnostics(out, diagnostics);
    out.endObject();
    return text + "\n";
}

/// The options that can change a plan.
std::vector<std::string> withoutLockOptions(std::vector<std::string> options) {
    std::erase_if(options, [](const std::string& option) { return option.starts_with("-lock"); });
    return options;
}

/// "Error in main.tf:3: Invalid reference: …", for the first error.
std::string errorOf(const WorkerOutcome& outcome, const std::vector<report::ReportDiagnostic>& diagnostics) {
    if (outcome.isTimedOut) // the errors follow from that
        return outcome.error;
    for (const report::ReportDiagnostic& diagnostic : diagnostics)
        if (diagnostic.severity == diags::Severity::Error) {
            std::string text = diagnostic.summary;
            if (!diagnostic.detail.empty())
                text += ": " + diagnostic.detail;
            if (!diagnostic.file.empty())
                text += fmt::format(" ({}:{})", diagnostic.file, diagnostic.line);
            return text;
        }
    return outcome.error;
}

class Run {
public:
    Run(const projects::Repository& repository, const PlanRunOptions& options,
        const std::function<void(const PlanRunEvent&)>& onEvent, std::size_t count, const Interrupts& interrupts)
        : m_repository(repository)
        , m_options(options)
        , m_onEvent(onEvent)
        , m_count(count)
        , m_interrupts(interrupts)
        , m_root(system::absolutePath(repository.root).lexically_normal())
        , m_environment(system::ownEnvironment())
        , m_hashes(repository.root)
        , m_commit(projects::currentCommit(repository.root, interrupts.stop)) {
        m_hashedOptions = withoutLockOptions(options.arguments);
        m_hashedOptions.push_back(options.mode);
    }

    void plan(const Project& project) {
        std::vector<std::string> options = m_hashedOptions;
        options.insert(options.end(), project.variableOptions.begin(), project.variableOptions.end());
        options.insert(options.end(), project.environment.begin(), project.environment.end());
        const std::string hash = m_hashes.hashOf(m_repository, project, options);
        const projects::ProjectLock lock(m_options.results, project.name, m_interrupts.stop);
        const Earlier others = lock.hasWaited() ? Earlier::OfRunsMeanwhile : Earlier::BeforeThisRun;
        if (std::optional<projects::StoredResult> known = kept(project, hash, others)) {
            report(PlanRunEvent::Kind::Reused, project, std::move(known->result));
            return;
        }
        Result result;
        result.project = project.name;
        result.directory = project.directory;
        result.workspace = project.workspace;
        for (const projects::Dependency& dependency : project.dependencies)
            if (result.dependsOn.empty() || result.dependsOn.back() != dependency.project)
                result.dependsOn.push_back(dependency.project);
        result.owners = project.owners;
        result.mode = m_options.mode;
        result.run = m_options.run;
        result.commit = m_commit;
        result.inputHash = hash;
        result.environmentHash = environmentOf(project);
        result.options = withoutLockOptions(m_options.arguments);
        planNow(project, std::move(result));
    }

private:
    std::string environmentOf(const Project& project) const {
        return projects::environmentHash(m_environment,
                                         projects::configuredBackend(m_repository.root, project) +
                                             projects::namedVariableFiles(m_root / project.directory, m_environment));
    }

    enum class Earlier { BeforeThisRun, OfRunsMeanwhile };
    /// The result of another command, if it is still valid.
    std::optional<projects::StoredResult> kept(const Project& project, const std::string& hash, Earlier earlier) const {
        std::optional<projects::StoredResult> known = projects::findResult(m_options.results, project.name);
        if (!known || known->result.status != Result::Status::Planned || known->result.inputHash != hash ||
            known->result.environmentHash != environmentOf(project))
            return {};
        const Result& result = known->result;
        const bool isOfThisRun = (!m_options.interruptedRun.empty() && result.run == m_options.interruptedRun) ||
                                 (earlier == Earlier::OfRunsMeanwhile && result.started >= m_started);
        // Objects may have drifted since an earlier run, and states on servers and what data sources read may have
        // changed.
        if (!isOfThisRun && (m_options.earlier == PlanRunOptions::Earlier::Ignore || m_options.mode == "refresh-only" ||
                             result.stateFile.empty() || result.reads.hasOthers))
            return {};
        if (!projects::changedRead(result.reads, m_root).empty())
            return {};
        if (!result.stateFile.empty() && projects::stateIdentity(result.stateFile) != result.state)
            return {};
        if (result.stateFile.empty() && !isStateUnchanged(project, result))
            return {};
        if (m_options.store) {
            const bool hasPlan = result.files.contains(std::string(projects::planFile));
            const bool needsPlan = m_options.plans == projects::ResultStore::Plans::Whole;
            return result.files.contains(std::string(projects::reviewFile)) && hasPlan == needsPlan ? known
                                                                                                    : std::nullopt;
        }
        const auto plan = system::readFile(known->folder / projects::planFile);
        const bool isWhole = plan && projects::sha256Hex(*plan) == result.planHash && reviewIn(known->folder);
        return isWhole ? known : std::nullopt;
    }

    /// Whether a state on a server is still the planned one. A state that does not exist has no lasting lineage.
    bool isStateUnchanged(const Project& project, const Result& result) const {
        const std::optional<projects::StateIdentity> now = currentState(project, m_repository.root, m_interrupts);
        return now && (*now == result.state || (now->lineage.empty() && result.state.serial == 0));
    }

    WorkerRequest requestFor(const Project& project, const fs::path& folder) const {
        WorkerRequest request;
        request.project = &project;
        request.root = m_repository.root;
        request.command = "plan";
        request.timeout = m_options.timeout;
        request.arguments = {"-out=" + (folder / projects::planFile).string(), "-result=" + folder.string()};
        if (m_options.mode != "normal")
            request.arguments.push_back("-" + m_options.mode);
        request.arguments.insert(request.arguments.end(), m_options.arguments.begin(), m_options.arguments.end());
        return request;
    }

    void planNow(const Project& project, Result result) {
        projects::NewResultFolder folder(m_options.results, project.name);
        if (folder.path().empty()) {
            result.error = folder.error();
            report(PlanRunEvent::Kind::NotSaved, project, std::move(result));
            return;
        }
        result.started = std::time(nullptr);
        const auto start = std::chrono::steady_clock::now();
        const WorkerOutcome outcome = runWorker(requestFor(project, folder.path()), m_interrupts);
        if (outcome.isInterrupted && outcome.exitCode != 0)
            return; // the next command plans it
        result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        std::vector<report::ReportDiagnostic> diagnostics = outcome.diagnostics;
        const std::optional<projects::Review> review = reviewIn(folder.path());
        if (review)
            addReview(result, *review, diagnostics);
        if (const auto plan = system::readFile(folder.path() / projects::planFile))
            result.planHash = projects::sha256Hex(*plan);
        const bool isPlanned = outcome.exitCode == 0 && review && !result.planHash.empty();
        result.status = isPlanned ? Result::Status::Planned : Result::Status::Failed;
        if (!isPlanned)
            result.error = errorOf(outcome, diagnostics);
        if (!isPlanned && result.error.empty())
            result.error = "The process wrote no plan.";
        const auto write = [&](std::string_view name, const std::string& text) {
            const auto written = system::writeNewSynced(folder.path() / name, text, 0600);
            return written ? std::string() : written.error();
        };
        std::string problem = write(projects::diagnosticsFile, diagnosticsJson(diagnostics));
        if (problem.empty())
            problem = write(projects::historyFile, historyWith(result, review ? &*review : nullptr));
        if (problem.empty() && m_options.store) {
            problem = m_options.store->upload(folder.path(), result, m_options.plans, m_interrupts.stop);
            if (!problem.empty() && m_interrupts.stop.stop_requested())
                return; // the next command plans it
        } else if (problem.empty()) {
            problem = write(projects::resultFile, projects::resultJson(result));
            if (problem.empty())
                problem = folder.publish();
        }
        if (!problem.empty()) {
            result.error = problem;
            report(PlanRunEvent::Kind::NotSaved, project, std::move(result));
            return;
        }
        report(isPlanned ? PlanRunEvent::Kind::Planned : PlanRunEvent::Kind::Failed, project, std::move(result));
    }

    static std::optional<projects::Review> reviewIn(const fs::path& folder) {
        const auto text = system::readFile(folder / projects::reviewFile);
        if (!text)
            return {};
        return projects::readReview(*text, std::string(projects::reviewFile)).value;
    }

    /// Takes counts and masked diagnostics from the review.
    void addReview(Result& result, const projects::Review& review,
                   std::vector<report::ReportDiagnostic>& diagnostics) const {
        const report::Document& document = review.document;
        result.state = review.state;
        result.stateFile = review.stateFile;
        result.reads = projects::relativeTo(review.reads, m_root);
        result.counts.changes = document.counts;
        result.counts.outputs = document.changedOutputs;
        result.counts.drift = document.drift.size();
        result.counts.resources = review.resources;
        for (const report::ReportFinding& finding : document.findings)
            ++(finding.severity == risk::Severity::High     ? result.counts.high
               : finding.severity == risk::Severity::Medium ? result.counts.medium
                                                            : result.counts.low);
        diagnostics = document.diagnostics;
    }

    /// The history of the project as JSON, including the new result.
    std::string historyWith(const Result& result, const projects::Review* review) const {
        projects::History history;
        if (const auto previous = projects::findResult(m_options.results, result.project))
            history = projects::historyOf(*previous, nullptr);
        projects::append(history, projects::pastResultOf(result, review));
        return projects::historyJson(history);
    }

    void report(PlanRunEvent::Kind kind, const Project& project, Result result) {
        const std::lock_guard lock(m_mutex);
        m_onEvent({kind, &project, std::move(result), ++m_done, m_count});
    }

    const projects::Repository& m_repository;
    const PlanRunOptions& m_options;
    const std::function<void(const PlanRunEvent&)>& m_onEvent;
    std::size_t m_count;
    const Interrupts& m_interrupts;
    fs::path m_root; // absolute
    std::int64_t m_started = std::time(nullptr);
    std::vector<std::string> m_environment;
    projects::InputHashes m_hashes;
    projects::Commit m_commit;
    std::vector<std::string> m_hashedOptions;
    std::mutex m_mutex;
    std::size_t m_done = 0;
};

/// The order in which projects are started.
std::vector<const Project*> ordered(const std::vector<const Project*>& projects, const PlanRunOptions& options) {
    std::vector<const Project*> order = projects;
    std::map<const Project*, double> weights;
    for (const Project* project : projects) {
        const std::optional<projects::StoredResult> last = projects::findResult(options.results, project->name);
        weights[project] = last ? last->result.seconds : 0.0;
    }
    std::stable_sort(order.begin(), order.end(), [&](const Project* a, const Project* b) {
        return std::pair(weights[a], a->resources) > std::pair(weights[b], b->resources);
    });
    return order;
}

} // namespace

bool planProjects(const projects::Repository& repository, const std::vector<const Project*>& projects,
                  const PlanRunOptions& options, const std::function<void(const PlanRunEvent&)>& onEvent,
                  const Interrupts& interrupts) {
    Run run(repository, options, onEvent, projects.size(), interrupts);
    WorkQueue queue(repository, ordered(projects, options),
                    options.order == PlanRunOptions::Order::Dependencies ? WorkQueue::Dependencies::First
                                                                         : WorkQueue::Dependencies::Ignored);
    queue.run(options.jobs, interrupts.stop, [&](const Project& project) {
        run.plan(project);
        return WorkQueue::Outcome::Done;
    });
    return !interrupts.stop.stop_requested();
}

} // namespace planlens::cli
