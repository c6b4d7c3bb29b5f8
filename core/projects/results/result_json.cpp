// SPDX-License-Identifier: MPL-2.0
#include "core/formats/json_writer.h"
#include "core/projects/results/json_reading.h"
#include "core/projects/results/result.h"

#include <algorithm>
#include <fmt/core.h>

namespace planlens::projects {

using formats::JsonWriter;

namespace {
constexpr std::string_view formatName = "planlens-project-result";

/// Whether a text names a folder, and no other place.
bool isPlainName(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    });
}

PlanCounts readCounts(const Json& from) {
    PlanCounts counts;
    for (std::size_t i = 0; i < report::kinds; ++i)
        counts.changes[i] = countOf(member(from, "changes"), report::word(report::Kind(i)));
    counts.outputs = countOf(from, "outputs");
    counts.drift = countOf(from, "drift");
    counts.resources = countOf(from, "resources");
    const Json& findings = member(from, "findings");
    counts.high = countOf(findings, "high");
    counts.medium = countOf(findings, "medium");
    counts.low = countOf(findings, "low");
    return counts;
}
} // namespace

std::vector<report::Kind> PlanCounts::appliedKinds() const {
    std::vector<report::Kind> found;
    for (std::size_t i = 0; i < report::kinds; ++i)
        if (const auto kind = report::Kind(i);
            changes[i] > 0 && kind != report::Kind::Unchanged && kind != report::Kind::Read)
            found.push_back(kind);
    return found;
}

bool Result::hasChanges() const {
    return counts.outputs > 0 || !counts.appliedKinds().empty();
}

void writeCounts(JsonWriter& out, const PlanCounts& counts) {
    out.key("changes").beginObject();
    for (std::size_t i = 0; i < report::kinds; ++i)
        out.key(report::word(report::Kind(i))).number(std::int64_t(counts.changes[i]));
    out.endObject();
    out.key("outputs").number(std::int64_t(counts.outputs));
    out.key("drift").number(std::int64_t(counts.drift));
    out.key("resources").number(std::int64_t(counts.resources));
    out.key("findings").beginObject();
    out.key("high").number(std::int64_t(counts.high));
    out.key("medium").number(std::int64_t(counts.medium));
    out.key("low").number(std::int64_t(counts.low));
    out.endObject();
}

std::string resultJson(const Result& result) {
    std::string text;
    JsonWriter out(text, JsonWriter::Escapes::None);
    out.beginObject();
    out.key("format").string(formatName);
    out.key("format_version").string("1.0");
    out.key("project").string(result.project);
    out.key("dir").string(result.directory);
    out.optional("workspace", result.workspace);
    out.key("depends_on");
    out.strings(result.dependsOn);
    out.key("owners");
    out.strings(result.owners);
    out.key("status").string(result.status == Result::Status::Planned ? "planned" : "failed");
    out.optional("error", result.error);
    out.key("mode").string(result.mode);
    out.key("run").string(result.run);
    out.key("started").number(result.started);
    out.key("seconds").raw(fmt::format("{:.3f}", result.seconds));
    if (!result.commit.id.empty()) {
        out.key("commit").beginObject();
        out.key("id").string(result.commit.id);
        out.key("modified").boolean(result.commit.isModified);
        out.endObject();
    }
    out.key("input_hash").string(result.inputHash);
    out.optional("environment_hash", result.environmentHash);
    writeReads(out, result.reads);
    out.key("options");
    out.strings(result.options);
    out.key("state").beginObject();
    out.key("lineage").string(result.state.lineage);
    out.key("serial").number(std::int64_t(result.state.serial));
    out.optional("file", result.stateFile);
    out.endObject();
    out.optional("plan_hash", result.planHash);
    writeCounts(out, result.counts);
    if (!result.objects.empty()) {
        out.key("objects").string(result.objects);
        out.key("files").beginObject();
        for (const auto& [name, hash] : result.files)
            out.key(name).string(hash);
        out.endObject();
    }
    out.endObject();
    return text + "\n";
}

diags::Result<Result> readResult(std::string_view text, const std::string& file) {
    diags::Result<Json> parsed = parseDocument(text, formatName, file);
    if (!parsed.value)
        return std::move(parsed.diagnostics);
    const Json& from = *parsed;
    Result result;
    result.project = textOf(from, "project");
    if (result.project.empty())
        return diags::Diagnostic::error("Invalid result", fmt::format("The file {} names no project.", file));
    result.directory = textOf(from, "dir");
    result.workspace = textOf(from, "workspace");
    result.dependsOn = textsOf(from, "depends_on");
    result.owners = textsOf(from, "owners");
    result.status = textOf(from, "status") == "planned" ? Result::Status::Planned : Result::Status::Failed;
    result.error = textOf(from, "error");
    result.mode = textOf(from, "mode");
    result.run = textOf(from, "run");
    result.started = timeOf(from, "started");
    result.seconds = secondsOf(from, "seconds");
    const Json& commit = member(from, "commit");
    result.commit = {textOf(commit, "id"), flagOf(commit, "modified")};
    result.inputHash = textOf(from, "input_hash");
    result.environmentHash = textOf(from, "environment_hash");
    result.reads = readReads(member(from, "reads"));
    result.options = textsOf(from, "options");
    const Json& state = member(from, "state");
    result.state = {textOf(state, "lineage"), countOf(state, "serial")};
    result.stateFile = textOf(state, "file");
    result.planHash = textOf(from, "plan_hash");
    result.counts = readCounts(from);
    if (std::string objects = textOf(from, "objects"); isPlainName(objects))
        result.objects = std::move(objects);
    for (const std::string_view name : {reviewFile, diagnosticsFile, historyFile, planFile, planJsonFile})
        if (std::string hash = textOf(member(from, "files"), name); !result.objects.empty() && !hash.empty())
            result.files.emplace(name, std::move(hash));
    return result;
}

} // namespace planlens::projects
