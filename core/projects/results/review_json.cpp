// SPDX-License-Identifier: MPL-2.0
#include "core/formats/json_writer.h"
#include "core/projects/results/json_reading.h"
#include "core/projects/results/review.h"
#include "core/report/exchange/json.h"

#include <algorithm>

namespace planlens::projects {

using formats::JsonWriter;

namespace {

constexpr std::string_view formatName = "planlens-project-review";

void writeOrigins(JsonWriter& out, std::string_view name, const std::vector<ChangeOrigin>& origins) {
    out.key(name).beginArray();
    for (const ChangeOrigin& origin : origins) {
        out.beginObject();
        out.optional("module", origin.module);
        out.optional("local", origin.isLocal);
        out.key("resource").string(origin.resource);
        out.optional("provider", origin.provider);
        out.optional("reason", origin.reason);
        out.optional("rest", origin.rest);
        if (!origin.generated.empty())
            out.key("generated").strings(origin.generated);
        out.endObject();
    }
    out.endArray();
}

std::vector<ChangeOrigin> readOrigins(const Json& list) {
    std::vector<ChangeOrigin> origins;
    for (const Json& item : elements(list))
        origins.push_back({textOf(item, "module"), flagOf(item, "local"), textOf(item, "resource"),
                           textOf(item, "provider"), textOf(item, "reason"), textOf(item, "rest"),
                           textsOf(item, "generated")});
    return origins;
}

void writeTexts(JsonWriter& out, std::string_view name, const std::map<std::string, std::string>& texts) {
    out.key(name).beginObject();
    for (const auto& [key, text] : texts)
        out.key(key).string(text);
    out.endObject();
}

std::map<std::string, std::string> readTexts(const Json& from) {
    std::map<std::string, std::string> texts;
    for (const std::string& key : from.keys)
        texts.emplace(key, textOf(from, key));
    return texts;
}

using Counts = std::map<std::string, std::size_t, std::less<>>;

void writeCounted(JsonWriter& out, std::string_view name, const Counts& counts) {
    out.key(name).beginObject();
    for (const auto& [text, count] : counts)
        out.key(text).number(std::int64_t(count));
    out.endObject();
}

Counts readCounted(const Json& from) {
    Counts counts;
    for (const std::string& text : from.keys)
        counts.emplace(text, countOf(from, text));
    return counts;
}

report::Kind kindNamed(std::string_view name) {
    for (std::size_t i = 0; i < report::kinds; ++i)
        if (report::word(report::Kind(i)) == name)
            return report::Kind(i);
    return report::Kind::Update; // drift
}

std::vector<report::ReportLine> readLines(const Json& list) {
    std::vector<report::ReportLine> lines;
    for (const Json& item : elements(list)) {
        lines.push_back({textOf(item, "path"), optionalText(item, "before"), optionalText(item, "after"),
                         flagOf(item, "forces_replacement"), textOf(item, "note"),
                         report::lineKindNamed(textOf(item, "kind"))});
    }
    return lines;
}

report::ReportChange readChange(const Json& item) {
    report::ReportChange change;
    change.address = textOf(item, "address");
    const std::string action = textOf(item, "action");
    change.kind = action == "gone" ? report::Kind::Destroy : kindNamed(action);
    change.actionWord = action == "gone" ? "gone" : action == "changed" ? "changed" : report::word(change.kind);
    change.previousAddress = textOf(item, "previous_address");
    change.deposed = textOf(item, "deposed");
    change.id = textOf(item, "id");
    change.isImported = flagOf(item, "imported");
    change.sentence = textOf(item, "reason");
    change.rootCause = textsOf(item, "root_cause");
    change.findings = textsOf(item, "findings");
    change.lines = readLines(member(item, "attributes"));
    change.computed = textsOf(item, "computed");
    change.withoutEffect = readLines(member(item, "without_effect"));
    return change;
}

risk::Severity severityOf(std::string_view name) {
    return name == "high" ? risk::Severity::High : name == "low" ? risk::Severity::Low : risk::Severity::Medium;
}

void readFindings(report::Document& document, const Json& list) {
    for (const Json& item : elements(list)) {
        report::ReportFinding finding;
        finding.severity = severityOf(textOf(item, "severity"));
        finding.tool = textOf(item, "tool");
        finding.rule = textOf(item, "rule");
        finding.title = textOf(item, "title");
        finding.detail = textOf(item, "detail");
        finding.address = textOf(item, "address");
        finding.subject = textOf(item, "subject");
        finding.count = std::max<std::uint64_t>(1, countOf(item, "objects"));
        finding.link = textOf(item, "link");
        finding.file = textOf(item, "file");
        finding.line = std::uint32_t(countOf(item, "line"));
        document.findings.push_back(std::move(finding));
    }
}

void readDiagnostics(report::Document& document, const Json& list) {
    for (const Json& item : elements(list))
        document.diagnostics.push_back(diagnosticOf(item));
}

void readReport(report::Document& document, const Json& from) {
    document.program = textOf(from, "program");
    document.workspace = textOf(from, "workspace");
    document.timestamp = textOf(from, "timestamp");
    for (std::size_t i = 0; i < report::kinds; ++i)
        document.counts[i] = countOf(member(from, "counts"), report::word(report::Kind(i)));
    readFindings(document, member(from, "findings"));
    for (const auto& [name, target] : {std::pair("changes", &document.changes), {"drift", &document.drift}})
        for (const Json& item : elements(member(from, name)))
            target->push_back(readChange(item));
    document.outputs = readLines(member(from, "outputs"));
    document.failedChecks = textsOf(from, "failed_checks");
    readDiagnostics(document, member(from, "diagnostics"));
}

} // namespace

std::string reviewJson(const Review& review) {
    std::string text;
    JsonWriter out(text, JsonWriter::Escapes::None);
    out.beginObject();
    out.key("format").string(formatName);
    out.key("format_version").string("1.0");
    out.key("mode").string(review.document.mode == plans::Mode::Destroy       ? "destroy"
                           : review.document.mode == plans::Mode::RefreshOnly ? "refresh-only"
                                                                              : "normal");
    out.optional("errored", review.document.isErrored);
    out.key("lineage").string(review.state.lineage);
    out.key("serial").number(std::int64_t(review.state.serial));
    out.optional("state_file", review.stateFile);
    out.key("resources").number(std::int64_t(review.resources));
    out.key("changed_outputs").number(std::int64_t(review.document.changedOutputs));
    writeTexts(out, "words", review.words);
    writeTexts(out, "ids", review.ids);
    writeReads(out, review.reads);
    writeCounted(out, "accounts", review.mentions.accounts);
    writeCounted(out, "regions", review.mentions.regions);
    writeOrigins(out, "origins", review.origins);
    writeOrigins(out, "drift_origins", review.drift);
    std::string document = report::json(review.document);
    while (document.ends_with('\n'))
        document.pop_back();
    out.key("report").raw(document);
    out.endObject();
    return text + "\n";
}

diags::Result<Review> readReview(std::string_view text, const std::string& file) {
    diags::Result<Json> parsed = parseDocument(text, formatName, file);
    if (!parsed.value)
        return std::move(parsed.diagnostics);
    const Json& from = *parsed;
    Review review;
    readReport(review.document, member(from, "report"));
    const std::string mode = textOf(from, "mode");
    review.document.mode = mode == "destroy"        ? plans::Mode::Destroy
                           : mode == "refresh-only" ? plans::Mode::RefreshOnly
                                                    : plans::Mode::Normal;
    review.document.isErrored = flagOf(from, "errored");
    review.document.changedOutputs = countOf(from, "changed_outputs");
    review.state = {textOf(from, "lineage"), countOf(from, "serial")};
    review.stateFile = textOf(from, "state_file");
    review.resources = countOf(from, "resources");
    review.words = readTexts(member(from, "words"));
    review.ids = readTexts(member(from, "ids"));
    review.reads = readReads(member(from, "reads"));
    review.mentions = {readCounted(member(from, "accounts")), readCounted(member(from, "regions"))};
    review.origins = readOrigins(member(from, "origins"));
    review.drift = readOrigins(member(from, "drift_origins"));
    review.origins.resize(review.document.changes.size());
    review.drift.resize(review.document.drift.size());
    review.outputs = outputChanges(review.document.outputs);
    return review;
}

} // namespace planlens::projects
