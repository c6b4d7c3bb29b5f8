// SPDX-License-Identifier: MPL-2.0
#include "core/findings/json.h"

#include <algorithm>

namespace planlens::findings {

namespace {

/// Policies can add any metadata to a message; these names are common.
std::string firstText(const Json& metadata, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names)
        if (std::string found = text(metadata, name); !found.empty())
            return found;
    return {};
}

ScannerFinding findingOf(const Json& result, const std::string& space, risk::Severity severity) {
    const Json& metadata = member(result, "metadata");
    ScannerFinding finding;
    finding.tool = "conftest";
    finding.rule = firstText(metadata, {"id", "rule", "code", "policy", "query"});
    if (finding.rule.empty())
        finding.rule = space;
    const std::string word = text(metadata, "severity");
    finding.severity = word.empty() ? severity : severityNamed(word);
    setTexts(finding, text(metadata, "title"), text(result, "msg"));
    finding.link = link(member(metadata, "url"));
    finding.resource = firstText(metadata, {"address", "resource_address", "resource"});
    finding.file = firstText(metadata, {"file", "filename"});
    finding.line = line(member(metadata, "line"));
    return finding;
}

} // namespace

Found readConftest(const Json& document) {
    const std::vector<Json>& files = elements(document);
    const bool isConftest = !files.empty() && std::all_of(files.begin(), files.end(), [](const Json& file) {
        return isText(member(file, "filename")) &&
               (isText(member(file, "namespace")) || isNumber(member(file, "successes")));
    });
    if (!isConftest)
        return std::nullopt;
    std::vector<ScannerFinding> found;
    for (const Json& file : files)
        for (const auto& [list, severity] :
             {std::pair("failures", risk::Severity::High), std::pair("warnings", risk::Severity::Medium)})
            for (const Json& result : elements(member(file, list))) {
                found.push_back(findingOf(result, text(file, "namespace"), severity));
                if (found.size() > mostFindings)
                    return found;
            }
    return found;
}

} // namespace planlens::findings
