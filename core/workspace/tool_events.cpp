// SPDX-License-Identifier: MPL-2.0
#include "core/workspace/tool_events.h"

#include "core/addrs/target.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

namespace planlens::workspace {

using nlohmann::json;

namespace {

// A value of an unexpected type is treated as absent.

const json& member(const json& object, const char* name) {
    static const json nothing;
    if (!object.is_object())
        return nothing;
    const auto it = object.find(name);
    return it == object.end() ? nothing : *it;
}

std::string text(const json& object, const char* name) {
    const json& value = member(object, name);
    return value.is_string() ? value.get<std::string>() : std::string();
}

std::uint32_t number(const json& object, const char* name) {
    const json& value = member(object, name);
    return value.is_number() ? static_cast<std::uint32_t>(std::clamp(value.get<double>(), 0.0, 4e9)) : 0;
}

plans::Action actionOf(const std::string& name) {
    using enum plans::Action;
    for (const auto& [known, action] :
         {std::pair{"create", Create}, std::pair{"read", Read}, std::pair{"update", Update},
          std::pair{"replace", DeleteThenCreate}, std::pair{"delete", Delete}, std::pair{"remove", Forget},
          std::pair{"forget", Forget}})
        if (name == known)
            return action;
    return NoOp;
}

diags::Diagnostic diagnosticOf(const json& given) {
    const auto position = [](const json& object) {
        return diags::SourcePos{number(object, "line"), number(object, "column"), number(object, "byte")};
    };
    diags::Diagnostic diagnostic;
    diagnostic.severity = text(given, "severity") == "warning" ? diags::Severity::Warning : diags::Severity::Error;
    diagnostic.summary = text(given, "summary");
    diagnostic.detail = text(given, "detail");
    diagnostic.address = text(given, "address");
    if (const json& range = member(given, "range"); range.is_object() && !text(range, "filename").empty())
        diagnostic.subject = diags::SourceRange{diags::InternedName(text(range, "filename")),
                                                position(member(range, "start")), position(member(range, "end"))};
    return diagnostic;
}

} // namespace

std::string ToolEvents::take(std::string_view line) {
    const json event = json::parse(line, nullptr, false);
    const std::string type = text(event, "type");
    if (type == "diagnostic") {
        m_outcome.diagnostics.append(diagnosticOf(member(event, "diagnostic")));
        return type;
    }
    if (type == "change_summary") {
        const json& changes = member(event, "changes");
        m_outcome.counts = {number(changes, "import"), number(changes, "add"), number(changes, "change"),
                            number(changes, "remove"), number(changes, "forget")};
        return type;
    }
    const json& hook = member(event, "hook");
    const auto address = addrs::readAbsResourceInstance(text(member(hook, "resource"), "addr"));
    if (!address)
        return type;
    const plans::Action action = actionOf(text(hook, "action"));
    const std::string idKey = text(hook, "id_key"), idValue = text(hook, "id_value"),
                      provisioner = text(hook, "provisioner");
    if (type == "apply_start")
        m_listener.applyStarted(*address, {}, action, idKey, idValue);
    else if (type == "apply_complete" || type == "apply_errored")
        m_listener.applyFinished(*address, {}, action, std::chrono::seconds(number(hook, "elapsed_seconds")),
                                 type == "apply_errored", idKey, idValue);
    else if (type == "provision_start")
        m_listener.provisionerStarted(*address, provisioner);
    else if (type == "provision_progress")
        m_listener.provisionerOutput(*address, provisioner, text(hook, "output"));
    else if (type == "provision_complete" || type == "provision_errored")
        m_listener.provisionerFinished(*address, provisioner, type == "provision_errored");
    else if (type == "refresh_start")
        m_listener.refreshStarted(*address, {}, idKey, idValue);
    else if (type == "refresh_complete")
        m_listener.refreshFinished(*address, {}, idKey, idValue);
    return type;
}

} // namespace planlens::workspace
