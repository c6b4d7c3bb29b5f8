// SPDX-License-Identifier: MPL-2.0
#include "core/formats/json_writer.h"
#include "core/projects/reports/summary.h"
#include "core/report/exchange/junit.h"
#include "core/report/exchange/sarif.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>

namespace planlens::projects {

using formats::JsonWriter;
using report::TestCase;

namespace {

using Status = ReportedProject::Status;

std::string fileIn(const Result& result, const std::string& file) {
    return result.directory == "." || file.empty() || file.starts_with('/') ? file : result.directory + "/" + file;
}

std::string_view statusName(Status status) {
    switch (status) {
    case Status::Planned:
        return "planned";
    case Status::Failed:
        return "failed";
    case Status::Missing:
        return "missing";
    }
    return {};
}

void writeProject(JsonWriter& out, const Summary& summary, const ReportedProject& project) {
    const Result& result = project.result;
    out.beginObject();
    out.key("name").string(project.name);
    out.optional("dir", result.directory);
    out.optional("workspace", result.workspace);
    if (!result.owners.empty()) {
        out.key("owners");
        out.strings(result.owners);
    }
    out.key("status").string(statusName(project.status));
    if (project.isOfEarlierRun)
        out.key("earlier_run").boolean(true);
    out.key("verdict").string(verdictOf(project));
    out.optional("error", result.error);
    if (project.review && !project.review->document.failedChecks.empty()) {
        out.key("failed_checks");
        out.strings(project.review->document.failedChecks);
    }
    writeCounts(out, result.counts);
    if (const std::optional<DriftSince> row = Summary::driftOf(project)) {
        out.key("drift_since").number(row->since);
        out.key("drift_results").number(std::int64_t(row->results));
        out.optional("drift_may_be_older", row->mayBeOlder);
    }
    if (project.status != Status::Missing) {
        out.key("started").number(result.started);
        out.key("age_seconds").number(std::max<std::int64_t>(0, summary.now - result.started));
        out.key("seconds").raw(fmt::format("{:.3f}", result.seconds));
    }
    out.optional("plan_hash", result.planHash);
    out.optional("commit", result.commit.id);
    out.endObject();
}

/// Writes the members of a changed attribute.
void writeSides(JsonWriter& out, const std::string& path, const std::optional<std::string>& before,
                const std::optional<std::string>& after) {
    out.key("path").string(path);
    if (before)
        out.key("before").string(*before);
    if (after)
        out.key("after").string(*after);
}

void writeGroup(JsonWriter& out, const Summary& summary, const ChangeGroup& group) {
    out.beginObject();
    out.key("title").string(titleOf(group, summary.reviewed));
    out.key("action").string(group.actionWord);
    out.optional("drift", group.list == ChangeList::Drift);
    out.optional("module", group.module);
    out.key("resource").string(group.resource);
    out.key("attributes").beginArray();
    for (const GroupLine& line : group.lines) {
        out.beginObject();
        writeSides(out, line.path, line.before, line.after);
        out.optional("note", line.note);
        out.optional("forces_replacement", line.forcesReplacement);
        out.optional("differs_by_project", line.isFolded);
        out.endObject();
    }
    out.endArray();
    if (!group.variations.empty()) {
        out.key("differs_in");
        out.strings(group.variations);
        out.key("differs_from_projects").number(std::int64_t(group.others));
    }
    if (!group.exceptions.empty()) {
        out.key("exceptions").beginArray();
        for (const GroupException& exception : group.exceptions) {
            out.beginObject();
            out.key("project").string(summary.reviewed[exception.project].name);
            out.key("text").string(exception.text);
            out.endObject();
        }
        out.endArray();
    }
    out.optional("other_changes", group.otherChanges);
    out.key("objects").beginArray();
    for (const GroupMember& member : group.members) {
        const report::ReportChange& change = changeOf(group, member, summary.reviewed);
        out.beginObject();
        out.key("project").string(summary.reviewed[member.project].name);
        out.key("address").string(change.address);
        if (const std::vector<report::ReportLine> lines = ownLines(group, change); !lines.empty()) {
            out.key("values").beginArray();
            for (const report::ReportLine& line : lines) {
                out.beginObject();
                writeSides(out, line.path, line.before, line.after);
                out.optional("unchanged", line.kind == report::ReportLine::Kind::Unchanged);
                out.endObject();
            }
            out.endArray();
        }
        out.endObject();
    }
    out.endArray();
    out.endObject();
}

/// Returns test cases: the planning of a project, and its findings, checks and diagnostics.
std::vector<TestCase> casesOf(const ReportedProject& project, const std::string& seconds) {
    std::vector<TestCase> cases;
    const auto add = [&](std::string name, std::string_view kind, std::string type, std::string message,
                         std::string detail = {}) {
        cases.push_back({project.name, std::move(name), kind, std::move(type), std::move(message), std::move(detail)});
    };
    if (project.status == Status::Planned)
        add("plan", {}, {}, {});
    else
        add("plan", "error", std::string(statusName(project.status)), project.result.error);
    cases.back().seconds = seconds;
    const auto placeOf = [&](const report::ReportDiagnostic& diagnostic) {
        return diagnostic.file.empty() ? std::string()
                                       : fmt::format("{}:{}", fileIn(project.result, diagnostic.file), diagnostic.line);
    };
    std::string errors;
    const auto addErrors = [&](const std::vector<report::ReportDiagnostic>& diagnostics) {
        for (const report::ReportDiagnostic& diagnostic : diagnostics)
            if (diagnostic.severity == diags::Severity::Error)
                errors += fmt::format("{}: {} ({})\n", diagnostic.summary, diagnostic.detail, placeOf(diagnostic));
    };
    addErrors(project.diagnostics);
    if (project.review)
        addErrors(project.review->document.diagnostics);
    cases.back().detail = std::move(errors);
    if (!project.review)
        return cases;
    const report::Document& document = project.review->document;
    for (const report::ReportFinding& finding : document.findings)
        add(finding.title + ": " + report::subjectOf(finding), "failure", std::string(risk::name(finding.severity)),
            finding.title, finding.detail);
    for (const std::string& check : report::checksWithoutDiagnostic(document))
        add(check.substr(0, check.find(": ")), "failure", "check", check);
    for (const report::ReportDiagnostic& diagnostic : document.diagnostics) {
        if (diagnostic.severity == diags::Severity::Error)
            continue; // in the case of the plan
        if (diagnostic.check.empty())
            add(diagnostic.summary, "failure", "warning", diagnostic.summary, diagnostic.detail);
        else
            add(diagnostic.check, "failure", "check", diagnostic.check + ": " + diagnostic.checkMessage(),
                placeOf(diagnostic));
    }
    for (const report::ReportChange& change : document.drift)
        add("drift: " + change.address, "failure", "drift",
            fmt::format("{} {} outside of the configuration", change.address, change.actionWord));
    return cases;
}

} // namespace

std::string json(const Summary& summary) {
    std::string text;
    JsonWriter out(text, JsonWriter::Escapes::None);
    out.beginObject();
    out.key("format").string("planlens-projects-report");
    out.key("format_version").string("1.0");
    out.key("headline").string(headline(summary));
    out.key("projects").beginArray();
    for (const ReportedProject& project : summary.projects)
        writeProject(out, summary, project);
    out.endArray();
    out.key("groups").beginArray();
    for (const ChangeGroup& group : summary.groups)
        writeGroup(out, summary, group);
    out.endArray();
    out.key("trend").beginArray();
    for (const TrendPoint& point : summary.trend) {
        out.beginObject();
        out.key("time").number(point.time);
        out.key("projects").number(std::int64_t(point.projects));
        out.key("drifted").number(std::int64_t(point.drifted));
        out.key("seconds").raw(fmt::format("{:.3f}", point.seconds));
        out.endObject();
    }
    out.endArray();
    out.endObject();
    return text + "\n";
}

std::string sarif(const Summary& summary) {
    // One document with the findings of all projects.
    report::Document merged;
    for (const ReportedProject& project : summary.projects) {
        const auto named = [&](const std::string& address) {
            return address.empty() ? project.name : project.name + ": " + address;
        };
        const auto addDiagnostic = [&](report::ReportDiagnostic diagnostic) {
            diagnostic.address = named(diagnostic.address);
            if (!diagnostic.check.empty())
                diagnostic.check = named(diagnostic.check);
            diagnostic.file = fileIn(project.result, diagnostic.file);
            merged.diagnostics.push_back(std::move(diagnostic));
        };
        for (const report::ReportDiagnostic& diagnostic : project.diagnostics)
            addDiagnostic(diagnostic);
        if (project.status != Status::Planned && project.diagnostics.empty() &&
            (!project.review || project.review->document.diagnostics.empty()))
            merged.diagnostics.push_back({diags::Severity::Error, "The project has no plan", project.result.error,
                                          project.name, fileIn(project.result, ""), 0});
        if (!project.review)
            continue;
        const report::Document& document = project.review->document;
        for (report::ReportFinding finding : document.findings) {
            finding.address = named(finding.address);
            finding.file = fileIn(project.result, finding.file);
            merged.findings.push_back(std::move(finding));
        }
        for (const std::string& check : document.failedChecks)
            merged.failedChecks.push_back(named(check));
        for (const report::ReportDiagnostic& diagnostic : document.diagnostics)
            addDiagnostic(diagnostic);
    }
    return report::sarif(merged);
}

std::string junit(const Summary& summary) {
    std::vector<report::TestSuite> suites;
    for (const ReportedProject& project : summary.projects) {
        const std::string seconds = fmt::format("{:.3f}", project.result.seconds);
        suites.push_back({project.name,
                          fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::gmtime(std::time_t(project.result.started))),
                          casesOf(project, seconds), seconds});
    }
    return report::junitText(suites);
}

} // namespace planlens::projects
