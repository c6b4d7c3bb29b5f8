// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/print_plan.h"

#include "core/formats/plan_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <vector>

namespace planlens::testing {

using nlohmann::json;

namespace {

const json nothing;

const json& member(const json& object, const std::string& name) {
    if (!object.is_object())
        return nothing;
    const auto it = object.find(name);
    return it == object.end() ? nothing : *it;
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
    std::string text;
    for (const std::string& part : parts)
        text += (&part == &parts.front() ? "" : std::string(separator)) + part;
    return text;
}

std::string actions(const json& change) {
    return joined(change.at("actions").get<std::vector<std::string>>(), "/");
}

/// Prints one side of an attribute or output, with its unknown and sensitive parts.
std::string side(const json& value, const json& sensitive, const json& unknown) {
    if (unknown.is_boolean() && unknown.get<bool>())
        return "(unknown)";
    std::string text = value.dump();
    if ((unknown.is_object() || unknown.is_array()) && !unknown.empty())
        text += " unknown " + unknown.dump();
    if (sensitive.is_boolean() && sensitive.get<bool>())
        text += " sensitive";
    else if (sensitive.dump().find("true") != std::string::npos)
        text += " sensitive " + sensitive.dump();
    return text;
}

std::string changedAttributes(const json& change) {
    const json &before = member(change, "before"), &after = member(change, "after");
    std::set<std::string> names;
    for (const json* part : {&before, &after, &member(change, "after_unknown")}) {
        if (!part->is_object())
            continue;
        for (const auto& [name, value] : part->items())
            names.insert(name);
    }
    std::string text;
    for (const std::string& name : names) {
        const json& unknown = member(member(change, "after_unknown"), name);
        const std::string was =
            before.is_null() ? ""
                             : side(member(before, name), member(member(change, "before_sensitive"), name), nothing);
        const std::string becomes =
            after.is_null() ? "" : side(member(after, name), member(member(change, "after_sensitive"), name), unknown);
        if (becomes.empty() || becomes == was || (was.empty() && becomes == "null"))
            continue;
        text += "    " + name + ": " + (was.empty() ? "" : was + " -> ") + becomes + "\n";
    }
    return text;
}

std::string printResource(const json& resource, const std::string& prefix) {
    const json& change = resource.at("change");
    std::string line = prefix + actions(change) + " " + resource.at("address").get<std::string>();
    if (resource.contains("deposed"))
        line += " deposed " + resource.at("deposed").get<std::string>();
    if (resource.contains("action_reason"))
        line += " (" + resource.at("action_reason").get<std::string>() + ")";
    if (resource.contains("previous_address"))
        line += " was " + resource.at("previous_address").get<std::string>();
    if (change.contains("importing"))
        line += " importing " + change.at("importing").dump();
    if (change.contains("generated_config"))
        line += " as " + change.at("generated_config").dump();
    if (change.contains("replace_paths"))
        line += " because of " + change.at("replace_paths").dump();
    return line + "\n" + changedAttributes(change);
}

std::string printCheck(const json& check) {
    std::string text = "check " + check.at("address").at("to_display").get<std::string>() + ": " +
                       check.at("status").get<std::string>() + "\n";
    for (const json& instance : check.value("instances", json::array())) {
        text += "    " + instance.at("address").at("to_display").get<std::string>() + ": " +
                instance.at("status").get<std::string>();
        for (const json& problem : instance.value("problems", json::array()))
            text += " " + problem.at("message").dump();
        text += "\n";
    }
    return text;
}

std::string sorted(std::vector<std::string> rows) {
    std::sort(rows.begin(), rows.end());
    return joined(rows, "");
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

/// Cycles may start at any member, so the members are sorted.
std::string withSortedCycle(const std::string& summary) {
    const std::string_view start = "Cycle: ";
    if (!summary.starts_with(start))
        return summary;
    std::vector<std::string> members;
    for (std::size_t at = start.size(); at < summary.size();) {
        const std::size_t end = std::min(summary.find(", ", at), summary.size());
        members.push_back(summary.substr(at, end - at));
        at = end + 2;
    }
    std::sort(members.begin(), members.end());
    return std::string(start) + joined(members, ", ");
}

} // namespace

std::string printPlan(const plans::Plan& plan, const configs::Config& config) {
    const diags::Result<std::string> written = formats::planJson(plan, config);
    if (!written.isOk())
        return "no JSON: " + written.diagnostics.toString();
    const json document = json::parse(*written);
    std::string text;
    std::vector<std::string> rows;
    for (const json& resource : document.value("resource_drift", json::array()))
        rows.push_back(printResource(resource, "drift: "));
    text += sorted(std::exchange(rows, {}));
    for (const json& resource : document.value("resource_changes", json::array()))
        text += printResource(resource, "");
    const json outputs = document.value("output_changes", json::object());
    for (const auto& [name, change] : outputs.items())
        text += "output " + name + ": " + actions(change) + " " +
                side(member(change, "before"), member(change, "before_sensitive"), nothing) + " -> " +
                side(member(change, "after"), member(change, "after_sensitive"), member(change, "after_unknown")) +
                "\n";
    for (const json& check : document.value("checks", json::array()))
        rows.push_back(printCheck(check));
    text += sorted(std::exchange(rows, {}));
    for (const json& relevant : document.value("relevant_attributes", json::array()))
        rows.push_back("relevant " + relevant.at("resource").get<std::string>() + ": " +
                       relevant.at("attribute").dump() + "\n");
    text += sorted(std::exchange(rows, {}));
    if (document.value("errored", false))
        text += "errored\n";
    return text;
}

std::string printDiagnostics(const diags::Diagnostics& diagnostics) {
    std::vector<std::string> rows;
    for (const diags::Diagnostic& diagnostic : diagnostics) {
        std::string row = diagnostic.severity == diags::Severity::Error ? "error" : "warning";
        if (diagnostic.subject)
            row += " " + diagnostic.subject->filename.str() + ":" + std::to_string(diagnostic.subject->start.line) +
                   "," + std::to_string(diagnostic.subject->start.column);
        row += ": " + withSortedCycle(diagnostic.summary) + "; " + diagnostic.detail;
        rows.push_back(replaced(replaced(std::move(row), "\n\n", "\n"), "\n", "\n    ") + "\n");
    }
    return sorted(std::move(rows));
}

} // namespace planlens::testing
