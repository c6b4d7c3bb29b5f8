// SPDX-License-Identifier: MPL-2.0
#include "core/findings/json.h"

#include <algorithm>
#include <span>

namespace planlens::findings {

namespace {

bool isReport(const Json& one) {
    const Json& results = member(one, "results");
    return isList(member(results, "failed_checks")) || isList(member(results, "passed_checks"));
}

/// Whether it is the output of checkov for a run without checks.
bool isEmptyReport(const Json& one) {
    return isNumber(member(one, "failed")) && isNumber(member(one, "passed")) && isText(member(one, "checkov_version"));
}

} // namespace

Found readCheckov(const Json& document) {
    const std::span<const Json> reports =
        isList(document) ? std::span<const Json>(document.elements) : std::span<const Json>(&document, 1);
    const bool isCheckov = !reports.empty() && std::all_of(reports.begin(), reports.end(), [](const Json& one) {
        return isReport(one) || isEmptyReport(one);
    });
    if (!isCheckov)
        return std::nullopt;
    std::vector<ScannerFinding> found;
    for (const Json& report : reports)
        for (const Json& check : elements(member(report, {"results", "failed_checks"}))) {
            ScannerFinding finding;
            finding.tool = "checkov";
            finding.rule = text(check, "check_id");
            finding.severity = severityNamed(text(check, "severity"));
            setTexts(finding, text(check, "check_name"), text(check, "description"));
            finding.link = link(member(check, "guideline"));
            finding.resource = text(check, "resource_address");
            if (finding.resource.empty())
                finding.resource = text(check, "resource");
            finding.file = text(check, "file_path");
            const std::vector<Json>& lines = elements(member(check, "file_line_range"));
            finding.line = lines.empty() ? 0 : line(lines.front());
            found.push_back(std::move(finding));
            if (found.size() > mostFindings)
                return found;
        }
    return found;
}

} // namespace planlens::findings
