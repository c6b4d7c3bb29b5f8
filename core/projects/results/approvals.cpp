// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/approvals.h"

#include "core/formats/json_writer.h"
#include "core/projects/results/json_reading.h"
#include "core/system/file.h"

#include <fmt/core.h>

#include <set>

namespace planlens::projects {

namespace fs = std::filesystem;
using diags::Diagnostic;

namespace {

constexpr std::string_view approvalsFormat = "planlens-approvals", appliedFormat = "planlens-applied",
                           startedFormat = "planlens-apply-started", startedFile = "started.json";

/// Whether a file of a result has this format and names the plan.
bool namesPlan(const fs::path& file, std::string_view format, const std::string& planHash) {
    const auto text = system::readFile(file);
    if (!text)
        return false;
    const diags::Result<Json> parsed = parseDocument(*text, format, file.string());
    return parsed.value && textOf(*parsed, "plan_hash") == planHash;
}

std::string recordPlan(const fs::path& file, std::string_view format, const std::string& planHash) {
    std::string text;
    formats::JsonWriter out(text, formats::JsonWriter::Escapes::None);
    out.beginObject();
    out.key("format").string(format);
    out.key("format_version").string("1.0");
    out.key("plan_hash").string(planHash);
    out.endObject();
    const auto written = system::replaceFile(file, text + "\n", 0600);
    return written ? std::string() : written.error();
}

} // namespace

diags::Result<std::vector<Approval>> readApprovals(std::string_view text, const std::string& file) {
    diags::Result<Json> parsed = parseDocument(text, approvalsFormat, file, "Invalid approvals");
    if (!parsed.value)
        return std::move(parsed.diagnostics);
    std::vector<Approval> approvals;
    std::set<std::string> names;
    for (const Json& item : elements(member(*parsed, "approvals"))) {
        Approval approval{textOf(item, "project"), textOf(item, "plan_hash")};
        if (approval.project.empty() || approval.planHash.empty())
            return Diagnostic::error("Invalid approvals",
                                     fmt::format("An approval in {} lacks \"project\" or \"plan_hash\".", file));
        if (!names.insert(approval.project).second)
            return Diagnostic::error("Invalid approvals",
                                     fmt::format("The project {} is approved twice in {}.", approval.project, file));
        approvals.push_back(std::move(approval));
    }
    return approvals;
}

std::string approvalsJson(const std::vector<Approval>& approvals) {
    std::string text;
    formats::JsonWriter out(text, formats::JsonWriter::Escapes::None);
    out.beginObject();
    out.key("format").string(approvalsFormat);
    out.key("format_version").string("1.0");
    out.key("approvals").beginArray();
    for (const Approval& approval : approvals) {
        out.beginObject();
        out.key("project").string(approval.project);
        out.key("plan_hash").string(approval.planHash);
        out.endObject();
    }
    out.endArray();
    out.endObject();
    return text + "\n";
}

Refusal refusalOf(const Approval& approval, const StoredResult* stored, const Repository& repository,
                  InputHashes& hashes, const std::set<std::string>& appliedStates) {
    const Project* const project = repository.find(approval.project);
    if (!project)
        return Refusal{"there is no project of this name in the repository"};
    if (!stored)
        return Refusal{"there is no result for it"};
    const Result& result = stored->result;
    if (result.status != Result::Status::Planned)
        return Refusal{"its plan failed"};
    const auto plan = system::readFile(stored->folder / planFile);
    if (!plan)
        return Refusal{fmt::format("its plan cannot be read: {}", plan.error().reason())};
    if (sha256Hex(*plan) != approval.planHash)
        return Refusal{"another plan was approved"};
    if (isApplied(stored->folder, approval.planHash))
        return {};
    std::vector<std::string> options = result.options;
    options.push_back(result.mode);
    options.insert(options.end(), project->variableOptions.begin(), project->variableOptions.end());
    options.insert(options.end(), project->environment.begin(), project->environment.end());
    if (hashes.hashOf(repository, *project, options) != result.inputHash)
        return Refusal{"its files have changed since it was planned"};
    if (!result.stateFile.empty() && stateIdentity(result.stateFile) != result.state) {
        if (namesPlan(stored->folder / startedFile, startedFormat, approval.planHash))
            return Refusal{"applying it was interrupted or failed after it had changed the state", true};
        return Refusal{"its state has changed since it was planned"};
    }
    if (const std::string changed = changedRead(result.reads, repository.root, appliedStates); !changed.empty())
        return Refusal{fmt::format("{}, which it reads, has changed since it was planned", changed)};
    return {};
}

bool isApplied(const fs::path& folder, const std::string& planHash) {
    return namesPlan(folder / appliedFile, appliedFormat, planHash);
}

std::string recordApplied(const fs::path& folder, const std::string& planHash) {
    return recordPlan(folder / appliedFile, appliedFormat, planHash);
}

std::string recordStarted(const fs::path& folder, const std::string& planHash) {
    return recordPlan(folder / startedFile, startedFormat, planHash);
}

} // namespace planlens::projects
