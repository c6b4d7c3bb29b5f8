// SPDX-License-Identifier: MPL-2.0
#include "core/findings/json.h"

namespace planlens::findings {

Found readTrivy(const Json& document) {
    const Json& results = member(document, "Results");
    const bool isTrivy =
        document.kind == Json::Kind::Object &&
        (isList(results) || (isNumber(member(document, "SchemaVersion")) && isText(member(document, "ArtifactType"))));
    if (!isTrivy)
        return std::nullopt;
    std::vector<ScannerFinding> found;
    for (const Json& result : elements(results))
        for (const Json& problem : elements(member(result, "Misconfigurations"))) {
            if (const std::string status = text(problem, "Status"); !status.empty() && status != "FAIL")
                continue;
            const Json& cause = member(problem, "CauseMetadata");
            ScannerFinding finding;
            finding.tool = "trivy";
            finding.rule = text(problem, "ID");
            if (finding.rule.empty())
                finding.rule = text(problem, "AVDID");
            finding.severity = severityNamed(text(problem, "Severity"));
            setTexts(finding, text(problem, "Title"), text(problem, "Message"));
            if (const std::string resolution = text(problem, "Resolution"); !resolution.empty())
                finding.detail += (finding.detail.empty() ? "" : " ") + resolution;
            finding.link = link(member(problem, "PrimaryURL"));
            finding.resource = text(cause, "Resource");
            finding.file = text(result, "Target");
            finding.line = line(member(cause, "StartLine"));
            found.push_back(std::move(finding));
            if (found.size() > mostFindings)
                return found;
        }
    return found;
}

} // namespace planlens::findings
