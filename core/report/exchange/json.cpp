// SPDX-License-Identifier: MPL-2.0
#include "core/report/exchange/json.h"

#include <algorithm>
#include <array>

namespace planlens::report {

namespace {

using formats::JsonWriter;

void write(JsonWriter& out, const cost::Costs& costs) {
    out.beginObject();
    const auto side = [&](std::string_view name, const std::optional<cost::Amount>& amount) {
        if (amount)
            out.key(name).string(amount->cents());
    };
    side("before", costs.before);
    side("after", costs.after);
    side("difference", costs.difference);
    out.endObject();
}

void write(JsonWriter& out, const ReportCosts& costs) {
    out.beginObject();
    out.key("currency").string(costs.currency);
    out.key("monthly");
    write(out, costs.total);
    out.key("modules").beginArray();
    for (const auto& [module, ofModule] : costs.modules) {
        out.beginObject();
        out.key("address").string(module);
        out.key("monthly");
        write(out, ofModule);
        out.endObject();
    }
    out.endArray();
    out.key("resources_without_price").number(std::int64_t(costs.unpriced));
    out.key("resources_not_in_plan").number(std::int64_t(costs.others));
    out.endObject();
}

void write(JsonWriter& out, const ReportFinding& finding) {
    out.beginObject();
    out.key("severity").string(risk::name(finding.severity));
    out.optional("tool", finding.tool);
    out.optional("rule", finding.rule);
    out.key("title").string(finding.title);
    out.optional("detail", finding.detail);
    out.optional("address", finding.address);
    out.optional("subject", finding.subject);
    if (finding.address.empty() && finding.tool.empty())
        out.key("objects").number(std::int64_t(finding.count));
    out.optional("link", finding.link);
    if (!finding.file.empty()) {
        out.key("file").string(finding.file);
        out.key("line").number(finding.line);
    }
    out.endObject();
}

constexpr std::array<std::string_view, 6> lineKinds{"value", "heading", "line", "context", "gap", "unchanged"};

void write(JsonWriter& out, const std::vector<ReportLine>& lines) {
    out.beginArray();
    for (const ReportLine& line : lines) {
        out.beginObject();
        out.key("path").string(line.path);
        if (line.kind != ReportLine::Kind::Value)
            out.key("kind").string(lineKinds[std::size_t(line.kind)]);
        if (line.before)
            out.key("before").string(*line.before);
        if (line.after)
            out.key("after").string(*line.after);
        out.optional("note", line.note);
        out.optional("forces_replacement", line.forcesReplacement);
        out.endObject();
    }
    out.endArray();
}

void write(JsonWriter& out, const ReportChange& change) {
    out.beginObject();
    out.key("address").string(change.address);
    out.key("action").string(change.actionWord);
    out.optional("previous_address", change.previousAddress);
    out.optional("deposed", change.deposed);
    out.optional("id", change.id);
    out.optional("imported", change.isImported);
    if (!change.isApplied)
        out.key("applied").boolean(false);
    out.optional("not_created_again", change.isOnlyDestroyed);
    out.optional("reason", change.sentence);
    if (!change.rootCause.empty()) {
        out.key("root_cause");
        out.strings(change.rootCause);
    }
    if (!change.findings.empty()) {
        out.key("findings");
        out.strings(change.findings);
    }
    if (change.cost) {
        out.key("monthly_cost");
        write(out, *change.cost);
    }
    out.key("attributes");
    write(out, change.lines);
    if (!change.computed.empty()) {
        out.key("computed");
        out.strings(change.computed);
    }
    if (!change.withoutEffect.empty()) {
        out.key("without_effect");
        write(out, change.withoutEffect);
    }
    out.endObject();
}

template <typename Elements>
void writeAll(JsonWriter& out, std::string_view name, const Elements& elements) {
    out.key(name).beginArray();
    for (const auto& element : elements)
        write(out, element);
    out.endArray();
}

} // namespace

ReportLine::Kind lineKindNamed(std::string_view name) {
    const auto found = std::find(lineKinds.begin(), lineKinds.end(), name);
    return found == lineKinds.end() ? ReportLine::Kind::Value : ReportLine::Kind(found - lineKinds.begin());
}

void writeDiagnostics(JsonWriter& out, const std::vector<ReportDiagnostic>& diagnostics) {
    out.beginArray();
    for (const ReportDiagnostic& diagnostic : diagnostics) {
        out.beginObject();
        out.key("severity").string(diagnostic.severity == diags::Severity::Error ? "error" : "warning");
        out.key("summary").string(diagnostic.summary);
        out.optional("detail", diagnostic.detail);
        out.optional("address", diagnostic.address);
        if (!diagnostic.file.empty()) {
            out.key("file").string(diagnostic.file);
            out.key("line").number(diagnostic.line);
        }
        out.optional("check", diagnostic.check);
        out.endObject();
    }
    out.endArray();
}

std::string json(const Document& document) {
    std::string text;
    JsonWriter out(text, JsonWriter::Escapes::None);
    out.beginObject();
    out.key("format").string("planlens-report");
    out.key("format_version").string("1.0");
    out.key("program").string(document.program);
    out.optional("workspace", document.workspace);
    out.optional("timestamp", document.timestamp);
    out.key("counts").beginObject();
    for (std::size_t i = 0; i < kinds; ++i)
        out.key(word(Kind(i))).number(std::int64_t(document.counts[i]));
    out.endObject();
    out.key("notes").beginArray();
    for (const std::string& note : notesOf(document))
        out.string(note);
    out.endArray();
    writeAll(out, "findings", document.findings);
    if (document.costs) {
        out.key("cost");
        write(out, *document.costs);
    }
    writeAll(out, "changes", document.changes);
    writeAll(out, "drift", document.drift);
    out.key("changed_outputs").number(std::int64_t(document.changedOutputs));
    out.key("outputs"); // the lines of all of them
    write(out, document.outputs);
    out.key("failed_checks");
    out.strings(document.failedChecks);
    if (!document.diagnostics.empty()) {
        out.key("diagnostics");
        writeDiagnostics(out, document.diagnostics);
    }
    out.endObject();
    return text + "\n";
}

} // namespace planlens::report
