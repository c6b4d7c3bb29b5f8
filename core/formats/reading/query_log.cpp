// SPDX-License-Identifier: MPL-2.0
#include "core/formats/reading/query_log.h"

#include "core/formats/masked_value.h"
#include "core/plans/plan.h"
#include "core/states/file/json_fields.h"

namespace planlens::formats {

using states::JsonFields;

namespace {

/// A message of the log.
struct Message {
    std::string type, terraformVersion;
    plans::QueryResult result;
};

bool readText(JsonFields& json, std::string& out) {
    return json.peek() == '"' ? json.string(out) : json.skip();
}

bool readResult(JsonFields& json, plans::QueryResult& result) {
    if (json.peek() != '{')
        return json.skip();
    return json.object([&](std::string_view field) {
        if (field == "address")
            return readText(json, result.list);
        if (field == "resource_type")
            return readText(json, result.type);
        if (field == "display_name")
            return readText(json, result.name);
        std::string_view identity;
        if (field != "identity")
            return json.skip();
        if (!json.raw(identity))
            return false;
        if (values::Outcome<values::Value> value = readMaskedValue(identity, {}, {}))
            result.identity = *std::move(value);
        return true;
    });
}

bool readMessage(std::string_view line, Message& message) {
    JsonFields json(line);
    return json.peek() == '{' && json.object([&](std::string_view field) {
        return field == "type"                  ? readText(json, message.type)
               : field == "terraform"           ? readText(json, message.terraformVersion)
               : field == "list_resource_found" ? readResult(json, message.result)
                                                : json.skip();
    });
}

} // namespace

std::optional<FinishedPlan> readQueryLog(std::string_view text) {
    if (text.find("\"list_start\"") == std::string_view::npos &&
        text.find("\"list_resource_found\"") == std::string_view::npos)
        return {};
    plans::TerraformParts parts;
    std::string version;
    bool isQuery = false;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        Message message;
        if (!readMessage(text.substr(0, end), message) && !isQuery)
            return {}; // another text that contains these words
        isQuery = isQuery || message.type == "list_start" || message.type == "list_resource_found";
        if (!message.terraformVersion.empty())
            version = std::move(message.terraformVersion);
        if (message.type == "list_resource_found")
            parts.queryResults.push_back(std::move(message.result));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    if (!isQuery)
        return {};
    FinishedPlan found{
        std::make_shared<plans::Plan>(), {}, std::make_shared<const plans::TerraformParts>(std::move(parts))};
    found.plan->program = {plans::Program::Kind::Terraform, std::move(version)};
    return found;
}

} // namespace planlens::formats
