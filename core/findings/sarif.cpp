// SPDX-License-Identifier: MPL-2.0
#include "core/findings/json.h"

#include <charconv>
#include <map>

namespace planlens::findings {

namespace {

/// Parses a severity in GitHub's form: a number from 0 to 10 in a string.
std::optional<risk::Severity> securitySeverity(const Json& properties) {
    const std::string number = text(properties, "security-severity");
    double score = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), score);
    if (error != std::errc() || number.empty())
        return std::nullopt;
    return score >= 7 ? risk::Severity::High : score >= 4 ? risk::Severity::Medium : risk::Severity::Low;
}

/// The rule descriptions of a run, from the driver and its extensions.
class Rules {
public:
    explicit Rules(const Json& tool) {
        addComponent(member(tool, "driver"));
        for (const Json& extension : elements(member(tool, "extensions")))
            addComponent(extension);
    }

    const Json& of(const Json& result, const std::string& id) const {
        static const Json none;
        if (const auto found = m_byId.find(id); !id.empty() && found != m_byId.end())
            return *found->second;
        const Json& index =
            !isNumber(member(result, "ruleIndex")) ? member(result, {"rule", "index"}) : member(result, "ruleIndex");
        const std::uint32_t position = line(index);
        return isNumber(index) && position < m_driver.size() ? *m_driver[position] : none;
    }

private:
    void addComponent(const Json& component) {
        const bool isDriver = m_driver.empty() && m_byId.empty();
        for (const Json& rule : elements(member(component, "rules"))) {
            m_byId.emplace(text(rule, "id"), &rule);
            if (isDriver)
                m_driver.push_back(&rule);
        }
    }

    std::map<std::string, const Json*> m_byId;
    std::vector<const Json*> m_driver;
};

bool isReported(const Json& result) {
    const std::string kind = text(result, "kind");
    if (!kind.empty() && kind != "fail" && kind != "review" && kind != "open")
        return false;
    if (text(result, "baselineState") == "absent")
        return false;
    for (const Json& suppression : elements(member(result, "suppressions")))
        if (const std::string status = text(suppression, "status"); status.empty() || status == "accepted")
            return false;
    return true;
}

/// Returns the text of a message, with {0}, {1}, … replaced by its arguments.
std::string messageOf(const Json& message, const Json& rule) {
    std::string content = text(message, "text");
    if (content.empty() && isText(member(message, "id")))
        content = text(member(rule, {"messageStrings", text(message, "id")}), "text");
    const std::vector<Json>& arguments = elements(member(message, "arguments"));
    for (std::size_t i = 0; i < arguments.size() && i < 10; ++i) {
        const std::string place = "{" + std::to_string(i) + "}", argument = text(arguments[i]);
        for (std::size_t at = content.find(place); at != std::string::npos && content.size() < longestText;
             at = content.find(place, at + argument.size()))
            content.replace(at, place.size(), argument);
    }
    return content;
}

void setPlace(ScannerFinding& finding, const Json& result) {
    for (const Json& location : elements(member(result, "locations"))) {
        for (const Json& logical : elements(member(location, "logicalLocations"))) {
            if (!finding.resource.empty())
                break;
            finding.resource = text(logical, "fullyQualifiedName");
            if (finding.resource.empty())
                finding.resource = text(logical, "name");
        }
        const Json& physical = member(location, "physicalLocation");
        if (finding.file.empty()) {
            finding.file = text(member(physical, "artifactLocation"), "uri");
            finding.line = line(member(physical, {"region", "startLine"}));
        }
    }
}

} // namespace

Found readSarif(const Json& document) {
    const Json& runs = member(document, "runs");
    if (!isList(runs) || !text(document, "version").starts_with("2."))
        return std::nullopt;
    std::vector<ScannerFinding> found;
    for (const Json& run : elements(runs)) {
        const Json& tool = member(run, "tool");
        const std::string name = text(member(tool, "driver"), "name");
        const Rules rules(tool);
        for (const Json& result : elements(member(run, "results"))) {
            if (!isReported(result))
                continue;
            ScannerFinding finding;
            finding.tool = name.empty() ? "SARIF" : name;
            finding.rule = text(result, "ruleId");
            if (finding.rule.empty())
                finding.rule = text(member(result, "rule"), "id");
            const Json& rule = rules.of(result, finding.rule);
            if (finding.rule.empty())
                finding.rule = text(rule, "id");
            std::string level = text(result, "level");
            if (level.empty())
                level = text(member(rule, "defaultConfiguration"), "level");
            finding.severity = severityNamed(level);
            if (const auto severity = securitySeverity(member(result, "properties")))
                finding.severity = *severity;
            else if (const auto ofRule = securitySeverity(member(rule, "properties")))
                finding.severity = *ofRule;
            finding.link = link(member(rule, "helpUri"));
            setTexts(finding, text(member(rule, "shortDescription"), "text"),
                     messageOf(member(result, "message"), rule));
            setPlace(finding, result);
            found.push_back(std::move(finding));
            if (found.size() > mostFindings)
                return found;
        }
    }
    return found;
}

} // namespace planlens::findings
