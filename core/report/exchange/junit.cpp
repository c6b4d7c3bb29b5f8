// SPDX-License-Identifier: MPL-2.0
#include "core/report/exchange/junit.h"

#include "core/report/escape.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::report {

namespace {

std::vector<TestCase> findings(const Document& document) {
    std::vector<TestCase> cases;
    for (const ReportFinding& finding : document.findings)
        if (finding.tool.empty())
            cases.push_back({subjectOf(finding), finding.title, "failure", std::string(risk::name(finding.severity)),
                             finding.title, finding.detail});
    if (cases.empty())
        cases.push_back({"plan", "No findings"});
    return cases;
}

std::string placeOf(const ReportDiagnostic& diagnostic) {
    return diagnostic.file.empty() ? std::string() : fmt::format("{}:{}", diagnostic.file, diagnostic.line);
}

std::vector<TestCase> checks(const Document& document) {
    std::vector<TestCase> cases;
    for (const std::string& check : checksWithoutDiagnostic(document)) {
        const std::size_t end = std::min(check.find(": "), check.size());
        cases.push_back({check.substr(0, end),
                         "Conditions",
                         "failure",
                         "check",
                         end < check.size() ? check.substr(end + 2) : check,
                         {}});
    }
    for (const ReportDiagnostic& diagnostic : document.diagnostics)
        if (!diagnostic.check.empty())
            cases.push_back(
                {diagnostic.check, "Conditions", "failure", "check", diagnostic.checkMessage(), placeOf(diagnostic)});
    for (const std::string& check : document.passedChecks)
        cases.push_back({check, "Conditions"});
    return cases;
}

std::vector<TestCase> diagnostics(const Document& document) {
    std::vector<TestCase> cases;
    for (const ReportDiagnostic& diagnostic : document.diagnostics) {
        if (!diagnostic.check.empty())
            continue;
        const bool isError = diagnostic.severity == diags::Severity::Error;
        std::string scope = diagnostic.address.empty() ? diagnostic.file : diagnostic.address;
        if (scope.empty())
            scope = "plan";
        cases.push_back({std::move(scope), diagnostic.summary, isError ? "error" : "failure",
                         isError ? "error" : "warning", diagnostic.summary, diagnostic.detail});
    }
    return cases;
}

/// Returns the time of a plan without a time zone, as required by the schema.
std::string timeOf(const Document& document) {
    constexpr std::string_view form = "0000-00-00T00:00:00";
    const std::string_view text = document.timestamp;
    const bool isTime = text.size() >= form.size() &&
                        std::equal(form.begin(), form.end(), text.begin(),
                                   [](char want, char c) { return want == '0' ? c >= '0' && c <= '9' : c == want; });
    return std::string(isTime ? text.substr(0, form.size()) : "1970-01-01T00:00:00");
}

std::string suiteText(std::size_t id, const TestSuite& suite) {
    const auto count = [&](std::string_view kind) {
        return std::count_if(suite.cases.begin(), suite.cases.end(),
                             [&](const TestCase& one) { return one.kind == kind; });
    };
    std::string out = fmt::format("  <testsuite package=\"planlens\" id=\"{}\" name=\"{}\" timestamp=\"{}\" "
                                  "hostname=\"localhost\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{}\">\n"
                                  "    <properties/>\n",
                                  id, inHtml(suite.name), suite.time, suite.cases.size(), count("failure"),
                                  count("error"), suite.seconds);
    for (const TestCase& one : suite.cases) {
        out += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{}\"", inHtml(one.scope),
                           inHtml(one.name), one.seconds);
        if (one.kind.empty())
            out += "/>\n";
        else
            out += fmt::format(">\n      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n    </testcase>\n", one.kind,
                               inHtml(one.type), inHtml(one.message), inHtml(one.detail));
    }
    return out + "    <system-out/>\n    <system-err/>\n  </testsuite>\n";
}

} // namespace

std::string junitText(const std::vector<TestSuite>& suites) {
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
    for (std::size_t i = 0; i < suites.size(); ++i)
        out += suiteText(i, suites[i]);
    return out + "</testsuites>\n";
}

std::string junit(const Document& document) {
    const std::string time = timeOf(document);
    std::vector<TestSuite> suites{{"Findings", time, findings(document)}};
    for (auto& [name, cases] : {std::pair("Checks", checks(document)), {"Diagnostics", diagnostics(document)}})
        if (!cases.empty())
            suites.push_back({name, time, cases});
    return junitText(suites);
}

} // namespace planlens::report
