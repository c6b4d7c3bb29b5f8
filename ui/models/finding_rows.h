// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/risk/findings.h"
#include "ui/models/rows_model.h"
#include "ui/models/search/found_at.h"

#include <vector>

namespace planlens::models {

/// Returns rows with the columns severity, finding, resource instance, detail.
QVector<Row> findingRows(const std::vector<risk::Finding>& findings);
/// Returns one line per finding: "⚠ high risk: A bucket is lost – aws_s3_bucket.logs".
QStringList findingLines(const std::vector<risk::Finding>& findings);
/// Returns "high risk", "medium risk" or "low risk" in the language of the window.
QString severityWord(risk::Severity severity);
/// Returns the same without "risk", for where space is short.
QString shortSeverityWord(risk::Severity severity);
/// Returns what a finding means, in the language of the window.
QString findingMeaning(const risk::Finding& finding);
/// Returns the severity in its color, as HTML: "⚠ high risk".
QString severityHtml(risk::Severity severity);
/// Returns the severity in its color and the title, as HTML: "⚠ high risk A bucket is lost".
QString findingHtml(const risk::Finding& finding);
SeverityCounts severityCounts(const std::vector<risk::Finding>& findings);
/// Returns the findings about objects by the address of the resource instance, and those about the whole plan.
FoundByAddress foundByAddress(const std::vector<risk::Finding>& findings);

} // namespace planlens::models
