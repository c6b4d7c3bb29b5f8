// SPDX-License-Identifier: MPL-2.0
#include "core/report/plain_text.h"

#include "core/report/escape.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::report {

namespace {

/// Puts an untrusted text on one line.
std::string oneLine(std::string_view text) {
    std::string line = withoutControls(text);
    std::replace(line.begin(), line.end(), '\n', ' ');
    return line;
}

std::string findings(std::span<const ReportFinding> all) {
    std::string text;
    for (const std::vector<const ReportFinding*>& same : groupedFindings(all)) {
        const ReportFinding& first = *same.front();
        text += fmt::format("  ⚠ {} ({})\n", oneLine(first.title), oneLine(originOf(first)));
        if (!first.detail.empty())
            text += "    " + oneLine(first.detail) + "\n";
        for (const ReportFinding* finding : same)
            text += "    - " + oneLine(subjectOf(*finding)) + "\n";
    }
    return text;
}

std::string costs(const ReportCosts& costs) {
    std::string text = "\nCost\n  " + costChangeText(costs.total, costs.currency) + "\n";
    for (const auto& [module, ofModule] : costs.modules)
        text += "  " + oneLine(module) + ": " + costChangeText(ofModule, costs.currency) + "\n";
    const std::string remark = costRemark(costs);
    return text + (remark.empty() ? "" : "  " + remark + "\n");
}

} // namespace

std::string plainText(const Document& document) {
    const std::string_view currency = document.currency();
    std::string text = "Plan: " + countsText(document) + "\n";
    text += oneLine(originOf(document)) + "\n";
    for (const std::string& note : notesOf(document))
        text += fmt::format("{}\n", note);
    if (!document.findings.empty())
        text += fmt::format("\nFindings ({})\n", document.findings.size()) + findings(document.findings);
    if (!document.failedChecks.empty()) {
        text += fmt::format("\nFailed checks ({})\n", document.failedChecks.size());
        for (const std::string& check : document.failedChecks)
            text += "  " + oneLine(check) + "\n";
    }
    if (document.costs)
        text += costs(*document.costs);
    for (const auto& [title, changes] : {std::pair("Changes", &document.changes), {"Drift", &document.drift}}) {
        if (changes->empty())
            continue;
        text += fmt::format("\n{} ({})\n", title, changes->size());
        for (const ReportChange& change : *changes)
            text += fmt::format("  {}\n", titleOf(change, currency, oneLine, oneLine));
    }
    return text;
}

} // namespace planlens::report
