// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/reports/summary.h"
#include "tests/support/projects/published_results.h"

#include <QTemporaryDir>

/// Results of invented projects, and their summary.
namespace planlens::testing {

using projects::Result;
using projects::Review;
using projects::Summary;

inline Result resultOf(const std::string& project, std::size_t updates) {
    Result result;
    result.project = project;
    result.directory = project;
    result.status = Result::Status::Planned;
    result.started = 1000;
    result.seconds = 1.5;
    result.counts.changes[std::size_t(report::Kind::Update)] = updates;
    result.planHash = "0123";
    return result;
}

inline Review reviewOf(std::size_t updates) {
    Review review;
    for (std::size_t i = 0; i < updates; ++i) {
        report::ReportChange change;
        change.address = "module.m.a.b[" + std::to_string(i) + "]";
        change.kind = report::Kind::Update;
        change.actionWord = "update";
        change.lines.push_back({"size", "1", "2"});
        review.document.changes.push_back(change);
        projects::ChangeOrigin origin;
        origin.resource = "a.b" + std::to_string(i);
        review.origins.push_back(origin);
    }
    review.document.counts[std::size_t(report::Kind::Update)] = updates;
    return review;
}

inline void publish(const QTemporaryDir& results, const Result& result, const Review* review) {
    publishResult(results.path().toStdString(), result, review);
}

inline Summary summaryOf(const QTemporaryDir& results, const std::vector<std::string>& expected = {}) {
    auto summary = projects::summaryOf({results.path().toStdString()}, expected, 4600);
    if (!summary.isOk())
        qFatal("%s", summary.diagnostics.toString().c_str());
    return *std::move(summary.value);
}

} // namespace planlens::testing
