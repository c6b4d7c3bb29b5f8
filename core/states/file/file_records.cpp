// SPDX-License-Identifier: MPL-2.0
#include "core/states/file/file_records.h"

#include "core/states/file/json_fields.h"
#include "core/values/text/base64.h"

#include <fmt/core.h>

namespace planlens::states {
namespace {

bool readStrings(JsonFields& fields, std::vector<std::string>& out) {
    return fields.array([&] { return fields.string(out.emplace_back()); });
}

bool readPrivate(JsonFields& fields, std::string& out) {
    std::string text;
    if (!fields.string(text))
        return false;
    auto bytes = values::fromBase64(text);
    if (!bytes)
        return fields.fail(fmt::format("illegal base64 data at input byte {}", bytes.error()));
    out = *std::move(bytes);
    return true;
}

bool readInstance(JsonFields& fields, InstanceRecord& record) {
    return fields.object([&](std::string_view name) {
        if (name == "index_key")
            return fields.raw(record.indexKey);
        if (name == "status")
            return fields.string(record.status);
        if (name == "deposed")
            return fields.string(record.deposed);
        if (name == "provider")
            return fields.string(record.provider);
        if (name == "schema_version")
            return fields.unsignedInteger(record.schemaVersion);
        if (name == "attributes")
            return fields.compact(record.attributes);
        if (name == "attributes_flat") {
            record.hasFlatAttributes = fields.peek() != 'n';
            return fields.map(
                [&](std::string_view key) { return fields.string(record.flatAttributes[std::string(key)]); });
        }
        if (name == "sensitive_attributes")
            return fields.raw(record.sensitivePaths);
        if (name == "private")
            return readPrivate(fields, record.privateData);
        if (name == "dependencies")
            return readStrings(fields, record.dependencies);
        if (name == "create_before_destroy")
            return fields.boolean(record.createBeforeDestroy);
        if (name == "skip_destroy")
            return fields.boolean(record.skipDestroy);
        if (name == "identity")
            return fields.compact(record.identity);
        if (name == "identity_schema_version")
            return fields.takeNull() || fields.unsignedInteger(record.identitySchemaVersion.emplace());
        return fields.skip();
    });
}

bool readResource(JsonFields& fields, ResourceRecord& record) {
    return fields.object([&](std::string_view name) {
        if (name == "module")
            return fields.string(record.module);
        if (name == "mode")
            return fields.string(record.mode);
        if (name == "type")
            return fields.string(record.type);
        if (name == "name")
            return fields.string(record.name);
        if (name == "provider")
            return fields.string(record.provider);
        if (name == "instances")
            return fields.array([&] { return readInstance(fields, record.instances.emplace_back()); });
        return fields.skip();
    });
}

bool readOutput(JsonFields& fields, OutputRecord& record) {
    return fields.object([&](std::string_view name) {
        if (name == "value")
            return fields.raw(record.value);
        if (name == "type")
            return fields.raw(record.type);
        if (name == "sensitive")
            return fields.boolean(record.isSensitive);
        if (name == "deprecated")
            return fields.string(record.deprecated);
        return fields.skip();
    });
}

CheckStatus checkStatus(std::string_view text) {
    if (text == "pass")
        return CheckStatus::Pass;
    if (text == "fail")
        return CheckStatus::Fail;
    return text == "error" ? CheckStatus::Error : CheckStatus::Unknown;
}

std::optional<CheckableKind> checkableKind(std::string_view text) {
    if (text == "resource")
        return CheckableKind::Resource;
    if (text == "output")
        return CheckableKind::OutputValue;
    if (text == "check")
        return CheckableKind::Check;
    if (text == "var")
        return CheckableKind::InputVariable;
    return {};
}

bool readCheckObject(JsonFields& fields, CheckResult& result) {
    std::string address;
    CheckObjectResult object;
    const bool ok = fields.object([&](std::string_view name) {
        if (name == "object_addr")
            return fields.string(address);
        if (name == "failure_messages")
            return readStrings(fields, object.failureMessages);
        if (name != "status")
            return fields.skip();
        std::string status;
        const bool read = fields.string(status);
        object.status = checkStatus(status);
        return read;
    });
    result.objects.insert_or_assign(std::move(address), std::move(object));
    return ok;
}

bool readCheckResult(JsonFields& fields, CheckResults& results) {
    std::string kindText, address;
    CheckResult result;
    const bool ok = fields.object([&](std::string_view name) {
        if (name == "object_kind")
            return fields.string(kindText);
        if (name == "config_addr")
            return fields.string(address);
        if (name == "objects") {
            result.objectsKnown = fields.peek() != 'n';
            return fields.array([&] { return readCheckObject(fields, result); });
        }
        if (name != "status")
            return fields.skip();
        std::string status;
        const bool read = fields.string(status);
        result.status = checkStatus(status);
        return read;
    });
    // Kinds added by later versions of the format are ignored.
    if (const auto kind = checkableKind(kindText)) {
        result.kind = *kind;
        results.insert_or_assign(std::move(address), std::move(result));
    }
    return ok;
}

bool readTopLevel(JsonFields& fields, FileRecord& record) {
    return fields.object([&](std::string_view name) {
        if (name == "version")
            return fields.takeNull() || fields.unsignedInteger(record.version.emplace());
        if (name == "terraform_version")
            return fields.string(record.terraformVersion);
        if (name == "serial")
            return fields.unsignedInteger(record.serial);
        if (name == "lineage")
            return fields.string(record.lineage);
        if (name == "outputs") {
            return fields.map([&](std::string_view output) {
                record.outputs.emplace_back().name = output;
                return readOutput(fields, record.outputs.back());
            });
        }
        if (name == "resources")
            return fields.array([&] { return readResource(fields, record.resources.emplace_back()); });
        if (name == "check_results") {
            if (fields.takeNull())
                return true;
            CheckResults& results = record.checkResults.emplace();
            return fields.array([&] { return readCheckResult(fields, results); });
        }
        return fields.skip();
    });
}

} // namespace

diags::Result<InstanceRecord> readInstanceRecord(std::string_view text) {
    InstanceRecord record;
    JsonFields fields(text);
    if (!readInstance(fields, record))
        return fields.error();
    return record;
}

diags::Result<FileRecord> readRecords(std::string_view text) {
    FileRecord record;
    JsonFields fields(text);
    if (!readTopLevel(fields, record) || !fields.atEnd())
        return fields.error();
    return record;
}

} // namespace planlens::states
