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

/// The record of one result in a history. Addresses are masked.
struct PastResult {
    std::int64_t started = 0; // seconds since 1970
    double seconds = 0;       // duration
    Result::Status status = Result::Status::Planned;
    std::string mode, run, commit;
    /// The addresses of the drifted objects, sorted; nullopt if the drift is unknown, because planning failed or did
    /// not refresh.
    std::optional<std::vector<std::string>> drift;
};
using History = std::vector<PastResult>; // oldest first

/// `review` may be null.
PastResult pastResultOf(const Result& result, const Review* review);
/// Adds a result. The oldest results are removed from a long history.
void append(History& history, PastResult result);
std::string historyJson(const History& history);
diags::Result<History> readHistory(std::string_view text, const std::string& file);
/// The history of a project up to the stored result, merged with those of its earlier results in other folders. A
/// history that cannot be read is ignored.
History historyOf(const StoredResult& stored, const Review* review);

/// The latest consecutive results in which an object drifts. Results with unknown drift are ignored.
struct DriftSince {
    std::int64_t since = 0;  // start of the first of them, in seconds since 1970
    std::size_t results = 0; // their number
    bool mayBeOlder = false; // earlier results are unknown
};
/// Returns them by the addresses of the objects that drift in the last result.
std::map<std::string, DriftSince> driftSince(const History& history);

/// A summary of all projects at the end of a run, from the last result of each.
struct TrendPoint {
    std::int64_t time = 0;    // start of planning the last project of the run, in seconds since 1970
    std::size_t projects = 0; // whose drift was known
    std::size_t drifted = 0;  // projects with drift
    double seconds = 0;       // the durations of all projects
    double longest = 0;       // the longest of these
    std::size_t longestProject = 0;
};
/// The development of all projects, with a point for each run. `histories` are those of the projects.
std::vector<TrendPoint> trendOf(const std::vector<const History*>& histories);

} // namespace planlens::projects
