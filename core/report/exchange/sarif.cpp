// SPDX-License-Identifier: MPL-2.0
#include "core/report/exchange/sarif.h"

#include "core/formats/json_writer.h"
#include "core/version.h"

#include <map>

namespace planlens::report {

namespace {

using formats::JsonWriter;

constexpr std::string_view failedCheck = "failed-check"; // a rule

/// A result with its rule.
struct Result {
    std::string rule, title, description;
    std::string_view level;
    std::string message, address, file;
    std::uint32_t line = 0;
};

std::string_view levelOf(risk::Severity severity) {
    switch (severity) {
    case risk::Severity::High:
        return "error";
    case risk::Severity::Medium:
        return "warning";
    case risk::Severity::Low:
        return "note";
    }
    return "none";
}

std::vector<Result> resultsOf(const Document& document) {
    std::vector<Result> results;
    for (const ReportFinding& finding : document.findings) {
        if (!finding.tool.empty())
            continue;
        Result result{finding.rule.empty() ? finding.title : finding.rule,
                      finding.title,
                      finding.detail,
                      levelOf(finding.severity),
                      finding.title + ": " + subjectOf(finding) + "." +
                          (finding.detail.empty() ? "" : " " + finding.detail),
                      finding.address,
                      finding.file,
                      finding.line};
        results.push_back(std::move(result));
    }
    const auto addCheck = [&](std::string message, std::string object, std::string file, std::uint32_t line) {
        results.push_back({std::string(failedCheck), "Failed check", "A condition of the configuration is not met.",
                           "error", std::move(message), std::move(object), std::move(file), line});
    };
    for (const std::string& check : checksWithoutDiagnostic(document)) {
        const std::size_t end = check.find(": ");
        addCheck(check, end == std::string::npos ? std::string() : check.substr(0, end), {}, 0);
    }
    for (const ReportDiagnostic& diagnostic : document.diagnostics) {
        if (!diagnostic.check.empty()) {
            addCheck(diagnostic.check + ": " + diagnostic.checkMessage(), diagnostic.check, diagnostic.file,
                     diagnostic.line);
            continue;
        }
        const bool isError = diagnostic.severity == diags::Severity::Error;
        results.push_back({isError ? "diagnostic-error" : "diagnostic-warning", isError ? "Error" : "Warning",
                           isError ? "An error of planning." : "A warning of planning.", isError ? "error" : "warning",
                           diagnostic.summary + (diagnostic.detail.empty() ? "." : ": " + diagnostic.detail),
                           diagnostic.address, diagnostic.file, diagnostic.line});
    }
    return results;
}

/// Converts a path to a relative URI reference.
std::string uriOf(std::string_view path) {
    constexpr std::string_view digits = "0123456789ABCDEF", unreserved = "-._~/";
    std::string uri;
    for (const char c : path) {
        const bool isPlain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                             unreserved.find(c) != std::string_view::npos;
        if (isPlain) {
            uri += c;
            continue;
        }
        uri += '%';
        uri += digits[static_cast<unsigned char>(c) >> 4];
        uri += digits[static_cast<unsigned char>(c) & 15];
    }
    return uri;
}

void writeText(JsonWriter& out, std::string_view name, std::string_view text) {
    out.key(name).beginObject();
    out.key("text").string(text);
    out.endObject();
}

void writeLocation(JsonWriter& out, const Result& result) {
    if (result.address.empty() && result.file.empty())
        return;
    out.key("locations").beginArray();
    out.beginObject();
    if (!result.file.empty()) {
        out.key("physicalLocation").beginObject();
        out.key("artifactLocation").beginObject();
        out.key("uri").string(uriOf(result.file));
        out.endObject();
        if (result.line > 0) {
            out.key("region").beginObject();
            out.key("startLine").number(result.line);
            out.endObject();
        }
        out.endObject();
    }
    if (!result.address.empty()) {
        out.key("logicalLocations").beginArray();
        out.beginObject();
        out.key("fullyQualifiedName").string(result.address);
        if (result.rule != failedCheck)
            out.key("kind").string("resource");
        out.endObject();
        out.endArray();
    }
    out.endObject();
    out.endArray();
}

} // namespace

std::string sarif(const Document& document) {
    const std::vector<Result> results = resultsOf(document);
    std::map<std::string_view, std::size_t> indexes;
    std::vector<const Result*> rules;
    for (const Result& result : results)
        if (indexes.try_emplace(result.rule, rules.size()).second)
            rules.push_back(&result);
    std::string text;
    JsonWriter out(text, JsonWriter::Escapes::None);
    out.beginObject();
    out.key("$schema").string(
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
    out.key("version").string("2.1.0");
    out.key("runs").beginArray();
    out.beginObject();
    out.key("tool").beginObject();
    out.key("driver").beginObject();
    out.key("name").string("Planlens");
    out.key("version").string(programVersion);
    out.key("rules").beginArray();
    for (const Result* rule : rules) {
        out.beginObject();
        out.key("id").string(rule->rule);
        writeText(out, "shortDescription", rule->title);
        if (!rule->description.empty())
            writeText(out, "fullDescription", rule->description);
        out.key("defaultConfiguration").beginObject();
        out.key("level").string(rule->level);
        out.endObject();
        out.endObject();
    }
    out.endArray();
    out.endObject();
    out.endObject();
    out.key("results").beginArray();
    for (const Result& result : results) {
        out.beginObject();
        out.key("ruleId").string(result.rule);
        out.key("ruleIndex").number(std::int64_t(indexes.at(result.rule)));
        out.key("level").string(result.level);
        writeText(out, "message", result.message);
        writeLocation(out, result);
        out.endObject();
    }
    out.endArray();
    out.endObject();
    out.endArray();
    out.endObject();
    return text + "\n";
}

} // namespace planlens::report
