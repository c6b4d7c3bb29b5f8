// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/groups/groups.h"
#include "core/projects/results/history.h"
#include "core/projects/results/result.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Reports about the results of many projects.
namespace planlens::projects {

/// A project of a report.
struct ReportedProject {
    enum class Status { Planned, Failed, Missing };
    std::string name;
    Status status = Status::Planned;
    Result result;                     // empty if it is missing
    std::filesystem::path folder = {}; // of the result; empty if it is missing
    const Review* review = nullptr;    // null: there is no plan
    bool isLost = false;               // its result cannot be read, could not be saved, or has another plan
    bool isApplied = false;            // the plan was applied completely
    bool isOfEarlierRun = false;       // the last run was interrupted before it, or is not finished
    History history = {};              // ends with the result
    std::map<std::string, DriftSince> driftSince = {};      // by the addresses of drifted objects
    std::vector<report::ReportDiagnostic> diagnostics = {}; // of a project without a review
};

/// The results of many projects, merged. All texts are masked.
struct Summary {
    std::vector<ReportedProject> projects; // by name
    std::deque<Review> reviews;
    std::vector<ReviewedProject> reviewed; // what the groups refer to
    std::vector<std::size_t> indexes;      // of the reviewed projects in `projects`
    std::vector<ChangeGroup> groups;
    std::vector<TrendPoint> trend; // `longestProject` is an index in `projects`
    std::int64_t now = 0;          // seconds since 1970

    std::size_t count(ReportedProject::Status status) const;
    std::size_t changed() const;
    std::size_t drifted() const;
    /// Since when a project, or the objects of a group, have drifted; nullopt if unknown.
    static std::optional<DriftSince> driftOf(const ReportedProject& project);
    std::optional<DriftSince> driftOf(const ChangeGroup& group) const;
};

/// Reads results from folders. Expected projects without a result are reported as missing, as are those of the last
/// runs whose results could not be saved. The translation is used for groups.
diags::Result<Summary> summaryOf(const std::vector<std::filesystem::path>& folders,
                                 const std::vector<std::string>& expected, std::int64_t now,
                                 const explain::Translation& translation = {});
/// The names of the projects in the output of `projects list -json`, which is in the file.
diags::Result<std::vector<std::string>> listedProjects(const std::string& text, const std::string& file);

enum class SummaryFormat { Html, Markdown, Json, Sarif, Junit, Prometheus };
std::optional<SummaryFormat> summaryFormatNamed(std::string_view name);

/// The limit applies to Markdown and is the number of characters.
std::string reportText(const Summary& summary, SummaryFormat format, std::size_t limit);

std::string html(const Summary& summary);
std::string markdown(const Summary& summary, std::size_t limit);
std::string json(const Summary& summary);
std::string sarif(const Summary& summary);
std::string junit(const Summary& summary);
std::string prometheus(const Summary& summary);

/// The most important fact about a project: "failed", "missing", "applied", "destroy", …
std::string_view verdictOf(const ReportedProject& project);
/// "since 2026-11-20 (8 results)", or "since 2026-11-20 or earlier (14 results)". Dates are those of UTC.
std::string sinceText(const DriftSince& drift);
/// Projects without a plan for the same reason, or with the same failed check.
struct ProblemGroup {
    std::vector<std::string> projects;
    std::string_view verdict; // empty for checks
    std::string error;
};
/// Adds a project to the group of its verdict and error.
void addProblem(std::vector<ProblemGroup>& groups, const std::string& project, std::string_view verdict,
                const std::string& error);
/// In the order of their first projects.
std::vector<ProblemGroup> problemsOf(const Summary& summary);
/// The projects whose result is that of an earlier run.
std::vector<ProblemGroup> earlierResultsOf(const Summary& summary);
/// The failed checks of planned projects.
std::vector<ProblemGroup> failedChecksOf(const Summary& summary);
/// "a, b, c and 12 more".
std::string joinedNames(const std::vector<std::string>& names, std::size_t most = std::string::npos);
/// "2 destroy, 3 update"; empty without changes.
std::string countsText(const Result& result);
/// "500 projects: 120 with changes, 3 with drift, 2 failed, 1 not planned, 5 of an earlier run".
std::string headline(const Summary& summary);

} // namespace planlens::projects
