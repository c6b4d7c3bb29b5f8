// SPDX-License-Identifier: MPL-2.0
#include "core/plans/shown/shown_object.h"

#include "core/values/json/json.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::plans {

using diags::Diagnostic;

diags::Result<ShownObject> shownObject(const Schemas& schemas, const addrs::AbsResource& address,
                                       const states::Resource& resource, const states::StoredObject& stored,
                                       const addrs::DeposedKey& deposed) {
    const std::string name = address.resource.toString();
    const schemas::ResourceSchemaPtr schema = resourceSchema(schemas, resource.provider.provider, address.resource);
    const std::uint64_t version = schema ? static_cast<std::uint64_t>(schema->version) : 0;
    if (deposed.empty() && stored.schemaVersion != version) // as in the reference, not for deposed objects
        return Diagnostic::error(
            fmt::format("schema version {} for {} in state does not match version {} from the provider",
                        stored.schemaVersion, name, version),
            {});
    if (!schema)
        return Diagnostic::error(
            fmt::format("no schema found for {} (in provider {})", name, resource.provider.provider.toString()), {});
    diags::Result<states::Object> object = states::decode(stored, *schema);
    if (object.value)
        return ShownObject{*std::move(object.value), schema};
    // The reference omits the path here.
    if (!stored.attributesJson.empty())
        if (const auto value = values::fromJson(stored.attributesJson, schema->type); !value)
            return Diagnostic::error(value.error().message, {});
    return std::move(object.diagnostics);
}

bool hasShownObjects(const states::State& state) {
    return std::ranges::any_of(state.resources(), [](const auto& entry) {
        return std::ranges::any_of(entry.second.instances,
                                   [](const auto& instance) { return !instance.second.isEmpty(); });
    });
}

} // namespace planlens::plans
