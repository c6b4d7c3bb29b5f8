// SPDX-License-Identifier: MPL-2.0
#include "core/projects/reports/summary.h"

#include "core/projects/results/approvals.h"
#include "core/projects/results/json_reading.h"
#include "core/projects/results/run_files.h"
#include "core/system/background_task.h"
#include "core/system/directories/listing.h"
#include "core/system/file.h"
#include "core/system/threads/thread.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <map>
#include <ranges>
#include <set>

namespace planlens::projects {

namespace {

using Status = ReportedProject::Status;

diags::Expected<Review, std::string> reviewIn(const std::filesystem::path& folder) {
    const auto text = system::readFile(folder / reviewFile);
    if (!text)
        return diags::Unexpected{text.error().toString() + "."};
    diags::Result<Review> review = readReview(*text, (folder / reviewFile).string());
    if (!review.value)
        return diags::Unexpected{review.diagnostics[0].detail};
    return *std::move(review.value);
}

/// The errors and warnings of a project without a review.
std::vector<report::ReportDiagnostic> diagnosticsIn(const std::filesystem::path& folder) {
    std::vector<report::ReportDiagnostic> found;
    const auto text = system::readFile(folder / diagnosticsFile);
    const auto parsed = text ? parseDocument(*text, "planlens-project-diagnostics", folder.string())
                             : diags::Result<Json>(diags::Diagnostics());
    if (parsed.value)
        for (const Json& item : elements(member(*parsed, "diagnostics")))
            found.push_back(diagnosticOf(item));
    return found;
}

/// The files of a result besides `result.json`.
struct Contents {
    std::optional<Review> review;
    std::string problem;                               // why there is no review
    std::vector<report::ReportDiagnostic> diagnostics; // without a review
    History history;
    std::map<std::string, DriftSince> driftSince;
    std::string planHash; // of the saved plan in the folder; empty: there is none
};

Contents contentsOf(const StoredResult& stored) {
    Contents contents;
    if (auto review = reviewIn(stored.folder))
        contents.review = *std::move(review);
    else
        contents.problem = std::move(review.error());
    if (!contents.review)
        contents.diagnostics = diagnosticsIn(stored.folder);
    contents.history = historyOf(stored, contents.review ? &*contents.review : nullptr);
    contents.driftSince = driftSince(contents.history);
    if (const auto plan = system::readFile(stored.folder / planFile))
        contents.planHash = sha256Hex(*plan);
    return contents;
}

/// The projects whose plans have these hashes.
std::map<std::string, std::string> projectsByPlan(const std::vector<StoredResult>& results) {
    std::map<std::string, std::string> projects;
    for (const StoredResult& stored : results)
        projects.emplace(stored.result.planHash, stored.result.project);
    return projects;
}

/// Marks a project whose folder has another plan than the reviewed one. Applying it would be refused.
void checkPlan(ReportedProject& project, const std::string& planHash,
               const std::map<std::string, std::string>& projectsOfPlans) {
    if (project.status != Status::Planned || project.isApplied || planHash.empty() ||
        planHash == project.result.planHash)
        return;
    const auto other = projectsOfPlans.find(planHash);
    project.status = Status::Failed;
    project.isLost = true;
    project.result.error =
        fmt::format("The saved plan is not the one that this report describes: {}/{} {}. Plan the project again.",
                    project.folder.filename().string(), planFile,
                    other == projectsOfPlans.end() ? "has been changed" : "is that of the project " + other->second);
}

/// Reads reviews and histories on several threads.
std::vector<Contents> contentsOf(const std::vector<StoredResult>& results) {
    std::vector<Contents> all(results.size());
    const std::size_t threads = std::max<std::size_t>(1, system::processorCount());
    std::vector<system::BackgroundTask<bool>> tasks;
    for (std::size_t thread = 0; thread < threads; ++thread)
        tasks.push_back(system::runInBackground([&, thread] {
            for (std::size_t i = thread; i < results.size(); i += threads)
                all[i] = contentsOf(results[i]);
            return true;
        }));
    for (system::BackgroundTask<bool>& task : tasks)
        task.get();
    return all;
}

/// Returns a project for each folder whose result cannot be read, named after the folder unless the project is expected
/// or was planned by the last run.
std::vector<ReportedProject> unreadableResults(const std::vector<std::filesystem::path>& folders,
                                               const std::vector<RecordedRun>& runs,
                                               const std::vector<ReportedProject>& known,
                                               const std::vector<std::string>& expected) {
    std::set<std::string> readable;
    for (const ReportedProject& project : known)
        readable.insert(folderName(project.name));
    std::map<std::string, std::string> names;
    for (const std::string& name : expected)
        names.emplace(folderName(name), name);
    for (const RecordedRun& run : runs)
        for (const std::string& name : run.marker.projects)
            names.emplace(folderName(name), name);
    std::vector<ReportedProject> found;
    for (const std::filesystem::path& results : folders) {
        const auto entries = system::listDirectory(results);
        for (const auto& [folder, isDirectory, isLink] : entries ? *entries : std::vector<system::DirectoryEntry>()) {
            if (!isFolderName(folder) || readable.contains(folder))
                continue;
            const auto text = system::readFile(results / folder / resultFile);
            if (!text && isNoResult(text.error()))
                continue;
            const auto name = names.find(folder);
            ReportedProject project;
            project.name = project.result.project = name == names.end() ? folder : name->second;
            project.status = Status::Missing;
            project.folder = results / folder;
            project.isLost = true;
            project.result.error =
                text ? fmt::format(
                           "The result cannot be read: {}/{} is damaged, or a newer version of Planlens wrote it.",
                           folder, resultFile)
                     : fmt::format("The result cannot be read: {}/{}: {}.", folder, resultFile, text.error().reason());
            readable.insert(folder);
            found.push_back(std::move(project));
        }
    }
    return found;
}

/// Adds projects without results: those of the last runs, and expected ones. A result that could not be saved replaces
/// that of an earlier run.
void addMissing(std::vector<ReportedProject>& projects, const std::vector<RecordedRun>& runs,
                const std::map<std::string, Shard>& missingShards, const std::vector<std::string>& expected) {
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < projects.size(); ++i)
        known.emplace(projects[i].name, i);
    const auto missing = [](const std::string& name, std::string why) {
        ReportedProject project;
        project.name = project.result.project = name;
        project.status = Status::Missing;
        project.result.error = std::move(why);
        return project;
    };
    const auto add = [&](const std::string& name, const std::string& why) {
        if (known.emplace(name, projects.size()).second)
            projects.push_back(missing(name, why));
    };
    for (const RecordedRun& run : runs) {
        for (const std::string& name : run.marker.projects)
            if (const auto it = known.find(name); it == known.end())
                add(name, run.isFinished ? "There is no result."
                                         : "There is no result: the run was interrupted, or is not finished.");
            else if (!run.isFinished)
                projects[it->second].isOfEarlierRun |= projects[it->second].result.run != run.marker.run;
        for (const auto& [name, why] : run.marker.leftOut)
            add(name, why);
        for (const auto& [name, why] : run.marker.unsaved)
            if (const auto it = known.find(name);
                it != known.end() && projects[it->second].result.run != run.marker.run) {
                projects[it->second] = missing(
                    name, fmt::format("The result could not be saved: {}{}", why, why.ends_with('.') ? "" : "."));
                projects[it->second].isLost = true;
            }
    }
    for (const auto& [name, shard] : missingShards)
        add(name, fmt::format("There is no result: shard {} of {} has not been run.", shard.index, shard.count));
    for (const std::string& name : expected)
        add(name, "There is no result.");
}

/// Removes results of projects that are neither in the list of the repository nor in the last runs: they were deleted
/// or renamed, or belong to another selection.
void leaveOutUnlisted(std::vector<ReportedProject>& projects, const std::vector<RecordedRun>& runs,
                      const std::vector<std::string>& expected, diags::Diagnostics& diagnostics) {
    if (expected.empty())
        return;
    std::set<std::string> named(expected.begin(), expected.end());
    for (const RecordedRun& run : runs) {
        named.insert(run.marker.projects.begin(), run.marker.projects.end());
        std::ranges::copy(std::views::keys(run.marker.leftOut), std::inserter(named, named.end()));
    }
    std::vector<std::string> left;
    std::erase_if(projects, [&](const ReportedProject& project) {
        // The name of a project whose result cannot be read may be another one.
        const bool isKnown = !project.isLost || project.status != Status::Missing;
        const bool isLeft = isKnown && !named.contains(project.name);
        if (isLeft)
            left.push_back(project.name);
        return isLeft;
    });
    constexpr std::size_t most = 20;
    if (!left.empty())
        diagnostics.warning(
            "Results are left out",
            fmt::format("These projects are neither in the list nor in the last run: {}.", joinedNames(left, most)));
}

/// The longest of some rows.
template <typename Rows>
std::optional<DriftSince> longest(const Rows& rows) {
    std::optional<DriftSince> found;
    for (const DriftSince& row : rows)
        if (!found || row.since < found->since)
            found = row;
    return found;
}

} // namespace

std::size_t Summary::count(Status status) const {
    return std::size_t(std::count_if(projects.begin(), projects.end(),
                                     [&](const ReportedProject& project) { return project.status == status; }));
}
std::size_t Summary::changed() const {
    return std::size_t(std::count_if(projects.begin(), projects.end(), [](const ReportedProject& project) {
        return project.status == Status::Planned && !project.isApplied && project.result.hasChanges();
    }));
}
std::size_t Summary::drifted() const {
    return std::size_t(std::count_if(projects.begin(), projects.end(), [](const ReportedProject& project) {
        return project.status == Status::Planned && !project.isApplied && project.result.counts.drift > 0;
    }));
}
std::optional<DriftSince> Summary::driftOf(const ReportedProject& project) {
    return longest(std::views::values(project.driftSince));
}
std::optional<DriftSince> Summary::driftOf(const ChangeGroup& group) const {
    std::vector<DriftSince> rows;
    for (const GroupMember& member : group.members) {
        const std::map<std::string, DriftSince>& known = projects[indexes[member.project]].driftSince;
        if (const auto row = known.find(changeOf(group, member, reviewed).address);
            group.list == ChangeList::Drift && row != known.end())
            rows.push_back(row->second);
    }
    return longest(rows);
}

diags::Result<Summary> summaryOf(const std::vector<std::filesystem::path>& folders,
                                 const std::vector<std::string>& expected, std::int64_t now,
                                 const explain::Translation& translation) {
    diags::Result<std::vector<StoredResult>> results = readResults(folders);
    if (!results.value)
        return std::move(results.diagnostics);
    diags::Result<Summary> made{Summary(), std::move(results.diagnostics)};
    Summary& summary = *made.value;
    summary.now = now;
    std::vector<Contents> contents = contentsOf(*results.value);
    const std::map<std::string, std::string> projectsOfPlans = projectsByPlan(*results.value);
    for (std::size_t i = 0; i < contents.size(); ++i) {
        Result& result = (*results.value)[i].result;
        ReportedProject project{result.project,
                                result.status == Result::Status::Planned ? Status::Planned : Status::Failed,
                                std::move(result), (*results.value)[i].folder, nullptr};
        project.isApplied = isApplied(project.folder, project.result.planHash);
        project.history = std::move(contents[i].history);
        project.driftSince = std::move(contents[i].driftSince);
        project.diagnostics = std::move(contents[i].diagnostics);
        if (contents[i].review) {
            summary.reviews.push_back(*std::move(contents[i].review));
            project.review = &summary.reviews.back();
        } else if (project.status == Status::Planned) {
            project.status = Status::Failed;
            project.isLost = true;
            project.result.error = "The review of the plan is missing or cannot be read: " + contents[i].problem;
        }
        checkPlan(project, contents[i].planHash, projectsOfPlans);
        summary.projects.push_back(std::move(project));
    }
    std::vector<RecordedRun> runs;
    std::map<std::string, Shard> missingShards;
    for (const std::filesystem::path& folder : folders)
        std::ranges::move(recordedRuns(folder), std::back_inserter(runs));
    for (const std::filesystem::path& folder : folders) // runs of a machine of its own have another folder
        missingShards.merge(projectsOfMissingShards(folder, runs));
    for (ReportedProject& unreadable : unreadableResults(folders, runs, summary.projects, expected))
        summary.projects.push_back(std::move(unreadable));
    addMissing(summary.projects, runs, missingShards, expected);
    leaveOutUnlisted(summary.projects, runs, expected, made.diagnostics);
    std::ranges::sort(summary.projects, {}, &ReportedProject::name);
    // The changes of a plan that failed are incomplete, and those of an applied one are made, so they are not groups.
    std::vector<const History*> histories;
    for (std::size_t i = 0; i < summary.projects.size(); ++i) {
        const ReportedProject& project = summary.projects[i];
        histories.push_back(&project.history);
        if (!project.review || project.status != Status::Planned || project.isApplied)
            continue;
        summary.reviewed.push_back({project.name, project.result.directory, project.result.workspace, project.review});
        summary.indexes.push_back(i);
    }
    summary.groups = groupsOf(summary.reviewed, translation);
    summary.trend = trendOf(histories);
    return made;
}

diags::Result<std::vector<std::string>> listedProjects(const std::string& text, const std::string& file) {
    diags::Result<Json> parsed = parseDocument(text, "planlens-projects", file);
    if (!parsed.value)
        return std::move(parsed.diagnostics);
    std::vector<std::string> names;
    for (const Json& project : elements(member(*parsed, "projects")))
        if (std::string name = textOf(project, "name"); !name.empty())
            names.push_back(std::move(name));
    return names;
}

std::optional<SummaryFormat> summaryFormatNamed(std::string_view name) {
    static const std::map<std::string_view, SummaryFormat> formats{
        {"html", SummaryFormat::Html},   {"markdown", SummaryFormat::Markdown},
        {"json", SummaryFormat::Json},   {"sarif", SummaryFormat::Sarif},
        {"junit", SummaryFormat::Junit}, {"prometheus", SummaryFormat::Prometheus}};
    const auto it = formats.find(name);
    return it == formats.end() ? std::nullopt : std::optional(it->second);
}

std::string reportText(const Summary& summary, SummaryFormat format, std::size_t limit) {
    switch (format) {
    case SummaryFormat::Html:
        return html(summary);
    case SummaryFormat::Markdown:
        return markdown(summary, limit);
    case SummaryFormat::Json:
        return json(summary);
    case SummaryFormat::Sarif:
        return sarif(summary);
    case SummaryFormat::Junit:
        return junit(summary);
    case SummaryFormat::Prometheus:
        return prometheus(summary);
    }
    return {};
}

std::string_view verdictOf(const ReportedProject& project) {
    if (project.status != Status::Planned)
        return project.status == Status::Failed ? "failed" : "missing";
    if (project.isApplied)
        return "applied";
    if (const std::vector<report::Kind> kinds = project.result.counts.appliedKinds(); !kinds.empty())
        return report::word(kinds.front());
    return project.result.counts.outputs > 0 ? "outputs" : project.result.counts.drift > 0 ? "drift" : "unchanged";
}

std::string sinceText(const DriftSince& drift) {
    return fmt::format("since {:%Y-%m-%d}{} ({} {})", fmt::gmtime(std::time_t(drift.since)),
                       drift.mayBeOlder ? " or earlier" : "", drift.results, drift.results == 1 ? "result" : "results");
}

std::string countsText(const Result& result) {
    std::string text;
    const auto add = [&](std::size_t count, std::string_view what) {
        if (count > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
    };
    for (const report::Kind kind : result.counts.appliedKinds())
        add(result.counts.changes[std::size_t(kind)], report::word(kind));
    add(result.counts.outputs, result.counts.outputs == 1 ? "output" : "outputs");
    return text;
}

void addProblem(std::vector<ProblemGroup>& groups, const std::string& project, std::string_view verdict,
                const std::string& error) {
    const auto same = std::ranges::find_if(
        groups, [&](const ProblemGroup& group) { return group.verdict == verdict && group.error == error; });
    (same == groups.end() ? groups.emplace_back(ProblemGroup{{}, verdict, error}) : *same).projects.push_back(project);
}

std::vector<ProblemGroup> problemsOf(const Summary& summary) {
    std::vector<ProblemGroup> groups;
    for (const ReportedProject& project : summary.projects)
        if (project.status != Status::Planned)
            addProblem(groups, project.name, verdictOf(project), project.result.error);
    return groups;
}

std::vector<ProblemGroup> earlierResultsOf(const Summary& summary) {
    std::vector<ProblemGroup> groups;
    for (const ReportedProject& project : summary.projects)
        if (project.isOfEarlierRun)
            addProblem(groups, project.name, {},
                       "The last run was interrupted before it planned these projects, or is not finished.");
    return groups;
}

std::vector<ProblemGroup> failedChecksOf(const Summary& summary) {
    std::vector<ProblemGroup> groups;
    for (const ReportedProject& project : summary.projects)
        if (project.status == Status::Planned && !project.isApplied)
            for (const std::string& check : project.review->document.failedChecks)
                addProblem(groups, project.name, {}, check);
    return groups;
}

std::string joinedNames(const std::vector<std::string>& names, std::size_t most) {
    std::string text;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
        text += (i ? ", " : "") + names[i];
    return names.size() > most ? text + fmt::format(" and {} more", names.size() - most) : text;
}

std::string headline(const Summary& summary) {
    std::string text = fmt::format("{} {}: {} with changes", summary.projects.size(),
                                   summary.projects.size() == 1 ? "project" : "projects", summary.changed());
    const auto add = [&](std::size_t count, std::string_view what) {
        if (count > 0)
            text += fmt::format(", {} {}", count, what);
    };
    add(summary.drifted(), "with drift");
    add(std::size_t(std::ranges::count_if(summary.projects, &ReportedProject::isApplied)), "applied");
    add(summary.count(Status::Failed), "failed");
    add(summary.count(Status::Missing), "not planned");
    add(std::size_t(std::ranges::count_if(summary.projects, &ReportedProject::isOfEarlierRun)), "of an earlier run");
    return text;
}

} // namespace planlens::projects
