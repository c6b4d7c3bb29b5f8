// SPDX-License-Identifier: MPL-2.0
#include "core/formats/check_json.h"

#include "core/addrs/target.h"
#include "core/formats/value_json.h"

#include <algorithm>

namespace planlens::formats {

namespace {

std::string_view statusName(states::CheckStatus status) {
    switch (status) {
    case states::CheckStatus::Unknown:
        return "unknown";
    case states::CheckStatus::Pass:
        return "pass";
    case states::CheckStatus::Fail:
        return "fail";
    case states::CheckStatus::Error:
        return "error";
    }
    return "unknown";
}

std::string_view kindName(states::CheckableKind kind) {
    switch (kind) {
    case states::CheckableKind::Resource:
        return "resource";
    case states::CheckableKind::OutputValue:
        return "output_value";
    case states::CheckableKind::Check:
        return "check";
    case states::CheckableKind::InputVariable:
        return "var";
    }
    return {};
}

/// Splits "module.a.output.x" into "module.a" and "x".
std::pair<std::string, std::string> splitNamed(const std::string& address) {
    const auto dot = address.rfind('.');
    const std::string name = address.substr(dot + 1);
    const std::string before = address.substr(0, dot);
    const auto kind = before.rfind('.');
    return {kind == std::string::npos ? std::string() : before.substr(0, kind), name};
}

void writeStaticAddress(JsonWriter& json, states::CheckableKind kind, const std::string& address) {
    // Keys are written in alphabetical order.
    json.beginObject();
    if (kind == states::CheckableKind::Resource) {
        json.key("kind").string("resource");
        if (const auto resource = addrs::readConfigResource(address)) {
            json.key("mode").string(resource->resource.mode == addrs::ResourceMode::Managed ? "managed"
                                    : resource->resource.mode == addrs::ResourceMode::Data  ? "data"
                                                                                            : "ephemeral");
            if (!resource->module.isRoot())
                json.key("module").string(resource->module.toString());
            json.key("name").string(resource->resource.name);
            json.key("to_display").string(address);
            json.key("type").string(resource->resource.type);
        } else {
            json.key("to_display").string(address);
        }
    } else {
        const auto [module, name] = splitNamed(address);
        json.key("kind").string(kindName(kind));
        if (!module.empty())
            json.key("module").string(module);
        json.key("name").string(name);
        json.key("to_display").string(address);
    }
    json.endObject();
}

void writeDynamicAddress(JsonWriter& json, states::CheckableKind kind, const std::string& address) {
    json.beginObject();
    if (kind == states::CheckableKind::Resource) {
        if (const auto instance = addrs::readAbsResourceInstance(address)) {
            writeInstanceKey(json, "instance_key", instance->key);
            if (!instance->module.isRoot())
                json.key("module").string(instance->module.toString());
        }
    } else if (const auto [module, name] = splitNamed(address); !module.empty()) {
        json.key("module").string(module);
    }
    json.key("to_display").string(address);
    json.endObject();
}

} // namespace

void writeCheckResults(JsonWriter& json, const states::CheckResults& results) {
    json.beginArray();
    for (const auto& [address, result] : results) {
        json.beginObject();
        json.key("address");
        writeStaticAddress(json, result.kind, address);
        json.key("status").string(statusName(result.status));
        if (!result.objects.empty()) {
            json.key("instances").beginArray();
            for (const auto& [object, one] : result.objects) {
                json.beginObject();
                json.key("address");
                writeDynamicAddress(json, result.kind, object);
                json.key("status").string(statusName(one.status));
                if (!one.failureMessages.empty()) {
                    std::vector<std::string> messages = one.failureMessages;
                    std::sort(messages.begin(), messages.end());
                    json.key("problems").beginArray();
                    for (const std::string& message : messages) {
                        json.beginObject();
                        json.key("message").string(message);
                        json.endObject();
                    }
                    json.endArray();
                }
                json.endObject();
            }
            json.endArray();
        }
        json.endObject();
    }
    json.endArray();
}

} // namespace planlens::formats
