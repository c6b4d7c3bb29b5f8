// SPDX-License-Identifier: MPL-2.0
#include "core/states/state.h"

#include "core/states/flat_attributes.h"
#include "core/values/json/json.h"

#include <algorithm>

namespace planlens::states {
namespace {

diags::Diagnostic failure(const values::PathError& error) {
    return diags::Diagnostic::error(values::formatError(error), {});
}

std::string encodeByType(const values::Value& value, values::Type type) {
    if (auto json = values::toJson(value, type))
        return *std::move(json);
    auto json = values::toJson(value, value.type());
    return json ? *std::move(json) : "null";
}

addrs::ConfigResources sortedByText(const addrs::ConfigResources& dependencies) {
    std::vector<std::pair<std::string, const addrs::ConfigResource*>> texts;
    texts.reserve(dependencies.size());
    for (const addrs::ConfigResource& dependency : dependencies)
        texts.emplace_back(dependency.toString(), &dependency);
    const auto isBefore = [](const auto& a, const auto& b) { return a.first < b.first; };
    if (std::is_sorted(texts.begin(), texts.end(), isBefore))
        return dependencies;
    std::sort(texts.begin(), texts.end(), isBefore);
    std::vector<addrs::ConfigResource> sorted;
    sorted.reserve(texts.size());
    for (const auto& [text, dependency] : texts)
        sorted.push_back(*dependency);
    return sorted;
}

} // namespace

diags::Result<Object> decode(const StoredObject& stored, const schemas::ResourceSchema& schema) {
    if (stored.attributesJson.empty() && stored.attributesFlat.empty())
        return diags::Diagnostic::error("unexpected end of JSON input", {});
    Object object;
    if (stored.attributesJson.empty()) {
        auto value = decodeFlatAttributes(stored.attributesFlat, schema.type);
        if (!value)
            return diags::Diagnostic::error(std::move(value.error()), {});
        object.value = *std::move(value);
    } else {
        auto value = values::fromJson(stored.attributesJson, schema.type);
        if (!value)
            return failure(value.error());
        object.value = *std::move(value);
    }
    if (!stored.otherMarks.empty())
        object.value = object.value.withPathMarks(stored.otherMarks);
    if (!stored.sensitivePaths.empty())
        object.value = object.value.withPathMarks(stored.sensitivePaths);
    if (!stored.identityJson.empty()) {
        auto identity = values::fromSimpleJson(stored.identityJson);
        if (!identity)
            return failure(identity.error());
        object.identity = *std::move(identity);
    }
    object.privateData = stored.privateData;
    object.status = stored.status;
    object.dependencies = stored.dependencies;
    object.createBeforeDestroy = stored.createBeforeDestroy;
    object.skipDestroy = stored.skipDestroy;
    return object;
}

StoredObjectPtr encode(const Object& object, const schemas::ResourceSchema& schema, addrs::ResourceMode mode) {
    auto stored = std::make_shared<StoredObject>();
    for (values::PathMarks& at : object.value.pathMarks()) {
        if (at.marks.contains(values::Mark::sensitive())) {
            stored->sensitivePaths.push_back({at.path, values::MarkSet(values::Mark::sensitive())});
            at.marks.erase(values::Mark::sensitive());
        }
        if (!at.marks.isEmpty())
            stored->otherMarks.push_back(std::move(at));
    }
    if (mode == addrs::ResourceMode::Managed) // objects of other modes are never upgraded
        stored->schemaVersion = static_cast<std::uint64_t>(schema.version);
    stored->attributesJson = encodeByType(values::unknownAsNull(object.value.unmarkedDeep()), schema.type);
    if (!object.identity.isNull()) {
        const values::Value identity = values::unknownAsNull(object.identity.unmarkedDeep());
        stored->identityJson = encodeByType(identity, identity.type());
        stored->identitySchemaVersion = static_cast<std::uint64_t>(schema.identityVersion);
    }
    stored->privateData = object.privateData;
    stored->status = object.status;
    stored->dependencies = sortedByText(object.dependencies);
    stored->createBeforeDestroy = object.createBeforeDestroy;
    stored->skipDestroy = object.skipDestroy;
    return stored;
}

} // namespace planlens::states
