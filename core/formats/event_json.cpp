// SPDX-License-Identifier: MPL-2.0
#include "core/formats/event_json.h"

#include "core/formats/diagnostic_json.h"
#include "core/formats/value_json.h"
#include "core/plans/plan.h"
#include "core/states/file/json_layout.h"
#include "core/version.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <functional>

namespace planlens::formats {

using plans::Action;
using plans::ActionReason;

ChangeCounts countChanges(const plans::Plan& plan) {
    ChangeCounts counts;
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        if (change->change.action == Action::Delete && change->address.resource.mode == addrs::ResourceMode::Data)
            continue;
        if (change->change.importing)
            ++counts.imported;
        switch (change->change.action) {
        case Action::Create:
            ++counts.added;
            break;
        case Action::Delete:
            ++counts.removed;
            break;
        case Action::Update:
            ++counts.changed;
            break;
        case Action::CreateThenDelete:
        case Action::DeleteThenCreate:
            ++counts.added;
            ++counts.removed;
            break;
        case Action::ForgetThenCreate:
            ++counts.added;
            ++counts.forgotten;
            break;
        case Action::Forget:
            ++counts.forgotten;
            break;
        case Action::NoOp:
        case Action::Read:
            break;
        }
    }
    return counts;
}

namespace events {

namespace {

std::string now() {
    const auto time = std::chrono::system_clock::now();
    const auto micros =
        std::chrono::duration_cast<std::chrono::microseconds>(time.time_since_epoch()).count() % 1'000'000;
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:06}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(time)), micros);
}

/// Returns one line. Additional fields are sorted by name, as in OpenTofu's logger.
std::string line(std::string_view level, const std::string& message,
                 const std::map<std::string, std::function<void(JsonWriter&)>>& fields) {
    std::string text;
    JsonWriter json(text, JsonWriter::Escapes::None); // writeValue() escapes the values
    json.beginObject();
    json.key("@level").string(level);
    json.key("@message").string(message);
    json.key("@module").string("tofu.ui");
    json.key("@timestamp").string(now());
    for (const auto& [name, write] : fields)
        write(json.key(name));
    json.endObject();
    text += '\n';
    return text;
}
std::function<void(JsonWriter&)> text(std::string value) {
    return [value = std::move(value)](JsonWriter& json) { json.string(value); };
}

std::string_view actionName(Action action) {
    switch (action) {
    case Action::Create:
        return "create";
    case Action::Read:
        return "read";
    case Action::Update:
        return "update";
    case Action::DeleteThenCreate:
    case Action::CreateThenDelete:
        return "replace";
    case Action::Delete:
        return "delete";
    case Action::Forget:
        return "remove";
    case Action::NoOp:
    case Action::ForgetThenCreate:
        break;
    }
    return "noop";
}

std::string_view reasonName(ActionReason reason) {
    switch (reason) {
    case ActionReason::ReplaceBecauseTainted:
        return "tainted";
    case ActionReason::ReplaceByRequest:
        return "requested";
    case ActionReason::ReplaceByTriggers:
        return "replace_triggered_by";
    case ActionReason::ReplaceBecauseCannotUpdate:
        return "cannot_update";
    default:
        return plans::jsonName(reason);
    }
}

void writeResourceAddress(JsonWriter& json, const addrs::AbsResourceInstance& address) {
    json.beginObject();
    json.key("addr").string(address.toString());
    json.key("module").string(address.module.toString());
    json.key("resource").string(addrs::ResourceInstance{address.resource, address.key}.toString());
    json.key("implied_provider").string(address.resource.impliedProvider());
    json.key("resource_type").string(address.resource.type);
    json.key("resource_name").string(address.resource.name);
    json.key("resource_key");
    if (address.key.isNone())
        json.null();
    else if (address.key.isInt())
        json.number(address.key.index());
    else
        writeValue(json, values::Value::string(address.key.string()));
    json.endObject();
}

std::string_view eventAction(const plans::ResourceInstanceChange& change) {
    std::string_view action = actionName(change.change.action);
    if (change.isMoved() && action == "noop")
        action = "move";
    if (change.change.importing && action == "noop")
        action = "import";
    return action;
}

void writeChange(JsonWriter& json, const plans::ResourceInstanceChange& change) {
    json.beginObject();
    writeResourceAddress(json.key("resource"), change.address);
    if (change.isMoved())
        writeResourceAddress(json.key("previous_resource"), change.previousAddress);
    json.key("action").string(eventAction(change));
    json.optional("reason", reasonName(change.reason));
    if (change.change.importing) {
        json.key("importing").beginObject();
        json.optional("id", change.change.importing->id);
        if (change.change.importing->id.empty() && !change.change.importing->identity.isNull())
            writeValue(json.key("identity"), change.change.importing->identity);
        json.endObject();
    }
    json.optional("generated_config", change.change.generatedConfig);
    json.endObject();
}

std::string plannedChange(const plans::ResourceInstanceChange& change) {
    return line("info", fmt::format("{}: Plan to {}", change.address.toString(), eventAction(change)),
                {{"change", [&](JsonWriter& json) { writeChange(json, change); }}, {"type", text("planned_change")}});
}

void writeCounts(JsonWriter& json, const ChangeCounts& counts, std::string_view operation) {
    json.beginObject();
    json.key("add").number(static_cast<std::int64_t>(counts.added));
    json.key("change").number(static_cast<std::int64_t>(counts.changed));
    json.key("import").number(static_cast<std::int64_t>(counts.imported));
    json.key("remove").number(static_cast<std::int64_t>(counts.removed));
    json.key("forget").number(static_cast<std::int64_t>(counts.forgotten));
    json.key("operation").string(operation);
    json.endObject();
}

} // namespace

std::string version() {
    return line("info", fmt::format("OpenTofu {}", referenceVersion),
                {{"tofu", text(referenceVersion)}, {"type", text("version")}, {"ui", text("1.2")}});
}

std::string log(const std::string& message) {
    return line("info", message, {{"type", text("log")}});
}

std::string lockingState(const std::string& message) {
    return line("info", message, {{"type", text("state_lock_acquire")}});
}

std::string info(const std::string& message) {
    return line("info", message, {});
}

std::string warning(const std::string& message) {
    return line("warn", message, {});
}

std::string error(const std::string& message) {
    return line("error", message, {});
}

std::string replacedProvider(const addrs::Provider& from, const addrs::Provider& to,
                             const std::vector<addrs::AbsResource>& resources) {
    std::vector<std::string> names;
    for (const addrs::AbsResource& resource : resources)
        names.push_back(resource.toString());
    return line("info",
                fmt::format("OpenTofu will replace provider from {} to {} for {} resources", from.toString(),
                            to.toString(), names.size()),
                {{"from", text(from.toString())},
                 {"resources", [&](JsonWriter& json) { json.strings(names); }},
                 {"to", text(to.toString())},
                 {"type", text("replace_provider")}});
}

std::string workspaceList(const std::vector<std::string>& names, const std::string& current) {
    return line("info", "list of workspaces",
                {{"current_workspace", text(current)},
                 {"type", text("workspace_list")},
                 {"workspaces", [&](JsonWriter& json) { json.strings(names); }}});
}

std::string stateDump(const std::string& state) {
    return line("info", "Emergency state dump",
                {{"state", [&](JsonWriter& json) { json.raw(states::compactJson(state)); }}, {"type", text("log")}});
}

std::string resourceAddress(const addrs::AbsResourceInstance& address) {
    return line("info", address.toString(), {{"type", text("resource_address")}});
}

std::string diagnostic(const diags::Diagnostic& one, const diags::Sources& sources) {
    const bool warning = one.severity == diags::Severity::Warning;
    return line(
        warning ? "warn" : "error", (warning ? "Warning: " : "Error: ") + one.summary,
        {{"diagnostic", [&](JsonWriter& json) { writeDiagnostic(json, one, sources); }}, {"type", text("diagnostic")}});
}

/// Whether a data source is removed from the state, which is not reported.
static bool isDataDelete(const plans::ResourceInstanceChange& change) {
    return change.change.action == Action::Delete && change.address.resource.mode == addrs::ResourceMode::Data;
}

std::string plannedChanges(const plans::Plan& plan) {
    std::string lines;
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
        if (change->change.action != Action::NoOp && !isDataDelete(*change))
            lines += plannedChange(*change);
    return lines;
}

std::string plan(const plans::Plan& plan) {
    std::string lines;
    for (const plans::ResourceInstanceChangePtr& drift : plan.drift) {
        if (drift->change.action == Action::NoOp && plan.options.mode != plans::Mode::RefreshOnly)
            continue;
        lines +=
            line("info", fmt::format("{}: Drift detected ({})", drift->address.toString(), eventAction(*drift)),
                 {{"change", [&](JsonWriter& json) { writeChange(json, *drift); }}, {"type", text("resource_drift")}});
    }
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        if (isDataDelete(*change) || change->isEmpty())
            continue;
        lines += plannedChange(*change);
    }
    const ChangeCounts counts = countChanges(plan);
    std::string summary = "Plan: ";
    if (counts.imported > 0)
        summary += fmt::format("{} to import, ", counts.imported);
    summary += fmt::format("{} to add, {} to change, {} to destroy", counts.added, counts.changed, counts.removed);
    summary += counts.forgotten > 0 ? fmt::format(", {} to forget.", counts.forgotten) : ".";
    lines += line(
        "info", summary,
        {{"changes", [&](JsonWriter& json) { writeCounts(json, counts, "plan"); }}, {"type", text("change_summary")}});
    std::vector<const plans::OutputChange*> outputs;
    for (const plans::OutputChange& output : plan.changes.outputs())
        if (output.module.isRoot())
            outputs.push_back(&output);
    if (!outputs.empty())
        lines += line("info", fmt::format("Outputs: {}", outputs.size()),
                      {{"outputs",
                        [&](JsonWriter& json) {
                            json.beginObject();
                            for (const plans::OutputChange* output : outputs) {
                                json.key(output->name).beginObject();
                                json.key("sensitive").boolean(output->sensitive);
                                json.key("action").string(actionName(output->change.action));
                                json.endObject();
                            }
                            json.endObject();
                        }},
                       {"type", text("outputs")}});
    return lines;
}

std::string applySummary(const ChangeCounts& counts, Operation operation) {
    std::string summary;
    if (operation == Operation::Destroy) {
        summary = fmt::format("Destroy complete! Resources: {} destroyed.", counts.removed);
    } else {
        summary = "Apply complete! Resources: ";
        if (counts.imported > 0)
            summary += fmt::format("{} imported, ", counts.imported);
        summary += fmt::format("{} added, {} changed, {} destroyed", counts.added, counts.changed, counts.removed);
        summary += counts.forgotten > 0 ? fmt::format(", {} forgotten.", counts.forgotten) : ".";
    }
    return line(
        "info", summary,
        {{"changes",
          [&](JsonWriter& json) { writeCounts(json, counts, operation == Operation::Destroy ? "destroy" : "apply"); }},
         {"type", text("change_summary")}});
}

std::string outputs(const std::map<std::string, states::OutputValue>& all) {
    return line("info", fmt::format("Outputs: {}", all.size()),
                {{"outputs",
                  [&](JsonWriter& json) {
                      json.beginObject();
                      for (const auto& [name, output] : all) {
                          json.key(name).beginObject();
                          json.key("sensitive").boolean(output.sensitive);
                          if (!output.deprecated.empty())
                              json.key("deprecated").string(output.deprecated);
                          json.key("type").raw(values::typeToJson(output.value.type()));
                          if (!output.sensitive)
                              writeValue(json.key("value"), output.value);
                          json.endObject();
                      }
                      json.endObject();
                  }},
                 {"type", text("outputs")}});
}

std::string hook(const Hook& one) {
    return line("info", one.message,
                {{"hook",
                  [&](JsonWriter& json) {
                      json.beginObject();
                      writeResourceAddress(json.key("resource"), one.address);
                      json.optional("action", one.action);
                      json.optional("provisioner", one.provisioner);
                      json.optional("output", one.output);
                      json.optional("id_key", one.idKey);
                      json.optional("id_value", one.idValue);
                      if (one.elapsedSeconds)
                          json.key("elapsed_seconds").number(*one.elapsedSeconds);
                      json.optional("Msg", one.step);
                      json.endObject();
                  }},
                 {"type", text(one.type)}});
}

} // namespace events

} // namespace planlens::formats
