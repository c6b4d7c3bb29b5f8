// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/payload.h"

#include "core/states/file/json_fields.h"
#include "core/values/json/json.h"
#include "core/values/text/base64.h"

#include <fmt/core.h>

namespace planlens::encryption {

using diags::Unexpected;
using states::JsonFields;

namespace {

/// The cause if a text is not one JSON object.
std::optional<std::string> syntaxError(std::string_view text, std::string_view type) {
    values::JsonScanner scanner(text);
    if (!scanner.skipValue())
        return scanner.error() == "unexpected EOF" ? "unexpected end of JSON input" : scanner.error();
    if (!scanner.atEnd()) {
        (void)scanner.unexpected(" after top-level value");
        return scanner.error();
    }
    JsonFields fields(text);
    if (fields.peek() == '{' || fields.takeNull())
        return {};
    fields.mismatch();
    return fmt::format("json: cannot unmarshal {} into Go value of type {}", fields.found(), type);
}

std::string wrongField(const JsonFields& fields, std::string_view type) {
    return fields.found().empty() ? fmt::format("the field {} is damaged", fields.field())
                                  : fmt::format("json: cannot unmarshal {} into Go struct field {}.{}", fields.found(),
                                                type, fields.field());
}

/// Reads a text in base64; false if it is not one, with the problem if it is a text.
bool readBytes(JsonFields& fields, std::string& bytes, std::string& problem) {
    std::string text;
    if (!fields.string(text))
        return false;
    auto decoded = values::fromBase64(text);
    if (decoded)
        bytes = *std::move(decoded);
    else
        problem = fmt::format("illegal base64 data at input byte {}", decoded.error());
    return decoded.hasValue();
}

void appendField(std::string& out, std::string_view name, std::string_view value) {
    values::appendJsonString(out, name);
    out += ':';
    values::appendJsonString(out, value);
}

/// The fields of the payload with the closing brace.
void appendPayload(std::string& out, const Payload& payload) {
    out += "\"meta\":{";
    for (bool isFirst = true; const auto& [key, json] : payload.metadata) {
        if (!std::exchange(isFirst, false))
            out += ',';
        appendField(out, key, values::toBase64(json));
    }
    out += "},";
    appendField(out, "encrypted_data", values::toBase64(payload.data));
    out += ',';
    appendField(out, "encryption_version", payload.version);
    out += '}';
}

} // namespace

diags::Expected<Payload, std::string> readPayload(std::string_view text) {
    constexpr std::string_view type = "encryption.basedata";
    if (std::optional<std::string> problem = syntaxError(text, type))
        return Unexpected{*std::move(problem)};
    Payload payload;
    std::string problem;
    JsonFields fields(text);
    const bool isRead = fields.object([&](std::string_view name) {
        if (name == "meta")
            return fields.object(
                [&](std::string_view key) { return readBytes(fields, payload.metadata[std::string(key)], problem); });
        if (name == "encrypted_data")
            return readBytes(fields, payload.data, problem);
        if (name == "encryption_version")
            return fields.string(payload.version);
        return fields.skip();
    });
    if (!isRead)
        return Unexpected{problem.empty() ? wrongField(fields, "basedata") : problem};
    return payload;
}

std::string writePayload(const Payload& payload) {
    std::string text = "{";
    appendPayload(text, payload);
    return text;
}

std::string writePayload(const Payload& payload, const StateFields& fields) {
    std::string text = fmt::format("{{\"serial\":{},", fields.serial ? fmt::to_string(*fields.serial) : "null");
    appendField(text, "lineage", fields.lineage);
    text += ',';
    appendPayload(text, payload);
    return text;
}

diags::Expected<StateFields, std::string> readStateFields(std::string_view text) {
    if (std::optional<std::string> problem = syntaxError(text, "encryption.statedata"))
        return Unexpected{*std::move(problem)};
    StateFields found;
    JsonFields fields(text);
    const bool isRead = fields.object([&](std::string_view name) {
        if (name == "serial") {
            if (fields.takeNull())
                return true;
            found.serial.emplace();
            return fields.unsignedInteger(*found.serial);
        }
        if (name == "lineage")
            return fields.string(found.lineage);
        return name == "terraform_version" ? fields.string(found.terraformVersion) : fields.skip();
    });
    if (!isRead)
        return Unexpected{wrongField(fields, "statedata")};
    return found;
}

} // namespace planlens::encryption
