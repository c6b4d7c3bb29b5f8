// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/projects/results/result.h"
#include "core/projects/results/review.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The results of a project over time: since when objects drift, and how long planning took.
namespace planlens::projects {

/// What a history records about a result. Addresses are masked.
struct PastResult {
    std::int64_t started = 0; // seconds since 1970
    double seconds = 0;       // duration
    Result::Status status = Result::Status::Planned;
    std::string mode, run, commit;
    /// The addresses of the drifted objects, sorted; nullopt if the result does not show the drift, because planning
    /// failed or did not refresh.
    std::optional<std::vector<std::string>> drift;
};
using History = std::vector<PastResult>; // oldest first

/// `review` may be null.
PastResult pastResultOf(const Result& result, const Review* review);
/// Adds a result. The oldest results are removed from a long history.
void append(History& history, PastResult result);
std::string historyJson(const History& history);
diags::Result<History> readHistory(std::string_view text, const std::string& file);
/// The history of a project, which ends with the stored result, together with those of its earlier results in other
/// folders. A history that cannot be read is ignored.
History historyOf(const StoredResult& stored, const Review* review);

/// The unbroken row of results that show the drift of an object. Results that show no drift of any object because
/// planning failed or did not refresh are not in the row, and do not break it.
struct DriftSince {
    std::int64_t since = 0;  // when the first result of the row was started
    std::size_t results = 0; // the length of the row
    bool isWhole = false;    // nothing earlier is known, so the drift may be older
};
/// The rows that end with the last result, by the addresses of the objects; empty if it shows no drift.
std::map<std::string, DriftSince> driftSince(const History& history);

/// All projects at the end of a run, by the last result of each.
struct TrendPoint {
    std::int64_t time = 0;    // when planning the last project of the run was started, in seconds since 1970
    std::size_t projects = 0; // whose drift was known
    std::size_t drifted = 0;  // projects with drift
    double seconds = 0;       // the durations of all projects
    double longest = 0;       // the longest of these
    std::size_t longestProject = 0;
};
/// The development of all projects, a point for each run. `histories` are those of the projects.
std::vector<TrendPoint> trendOf(const std::vector<const History*>& histories);

} // namespace planlens::projects
