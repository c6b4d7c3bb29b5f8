// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/support/projects/published_results.h"

#include <QByteArray>
#include <QTemporaryDir>

#include <optional>

namespace planlens::testing {

inline constexpr std::int64_t day = 24 * 60 * 60, firstNight = 1'763'596'800; // 2025-11-20

/// Returns a history with a result for each letter: d: a.b drifts, -: nothing drifts, o: another object drifts, x:
/// planning failed, n: nothing was refreshed.
inline projects::History nightlyHistory(const QByteArray& nights, double seconds = 2) {
    projects::History history;
    for (const char night : nights) {
        projects::PastResult past;
        past.started = firstNight + std::int64_t(history.size()) * day;
        past.seconds = seconds;
        past.mode = "refresh-only";
        past.run = "run " + std::to_string(history.size());
        past.status = night == 'x' ? projects::Result::Status::Failed : projects::Result::Status::Planned;
        if (night == 'd')
            past.drift = std::vector<std::string>{"a.b"};
        else if (night == 'o')
            past.drift = std::vector<std::string>{"a.other"};
        else if (night == '-')
            past.drift.emplace();
        history.push_back(past);
    }
    return history;
}

inline projects::Result lastResult(const std::string& project, const projects::PastResult& last) {
    projects::Result result;
    result.project = result.directory = project;
    result.status = last.status;
    result.started = last.started;
    result.seconds = last.seconds;
    result.mode = last.mode;
    result.run = last.run;
    result.counts.drift = last.drift ? last.drift->size() : 0;
    result.planHash = "0123";
    return result;
}

/// Publishes the last result of a history, with the history or this text in its place.
inline void publishHistory(const QTemporaryDir& results, const std::string& project, const projects::History& history,
                           const std::optional<std::string>& text = {}) {
    projects::Review review;
    for (const std::string& address : history.back().drift.value_or(std::vector<std::string>())) {
        report::ReportChange change;
        change.address = address;
        change.kind = report::Kind::Update;
        change.actionWord = "changed";
        change.lines.push_back({"size", "1", "2"});
        review.document.drift.push_back(change);
        projects::ChangeOrigin origin;
        origin.resource = address;
        review.drift.push_back(origin);
    }
    publishResult(results.path().toStdString(), lastResult(project, history.back()), &review,
                  text.value_or(projects::historyJson(history)));
}

} // namespace planlens::testing
