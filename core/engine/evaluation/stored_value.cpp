// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/stored_value.h"

#include "core/configs/module.h"
#include "core/diags/join_messages.h"
#include "core/engine/evaluation/marks.h"
#include "core/values/conversion/convert.h"
#include "core/values/json/json.h"

#include <fmt/core.h>

#include <vector>

namespace planlens::engine {

namespace {

bool isKeyOf(Repetition repetition, const addrs::InstanceKey& key) {
    switch (repetition) {
    case Repetition::Count:
        return key.isInt();
    case Repetition::ForEach:
        return key.isString();
    case Repetition::Single:
    case Repetition::Enabled:
        break;
    }
    return key.isNone();
}

} // namespace

diags::Diagnostics checkStorable(const std::string& address, const values::Value& value, values::Type type) {
    diags::Diagnostics diagnostics;
    const auto fails = [&](const std::string& cause) {
        diagnostics.error(fmt::format("failed to encode {} in state: {}", address, cause), {});
        return diagnostics;
    };
    if (!values::testConformance(value.type(), type).empty()) // the encoder converts values
        if (const auto converted = values::convert(value.unmarkedDeep(), type); !converted)
            return fails(converted.error().message);
    if (!value.hasInfinity())
        return diagnostics;
    const auto json = values::toJson(values::unknownAsNull(value.unmarkedDeep()), type);
    return json ? diagnostics : fails(json.error().message);
}

std::optional<values::Value> storedValue(const states::StoredObject& stored, const addrs::InstanceKey& key,
                                         ResourceRuntime& resource, const configs::ModuleNode& module) {
    const diags::Result<states::Object> object = states::decode(stored, *resource.schema);
    if (object.value)
        return seenValue(object.value->value, resource.schema->block, resource.config->address, module);
    resource.setUndecodable(key, diags::joinMessages(object.diagnostics));
    return {};
}

bool expandFromState(const states::Resource& stored, ResourceRuntime& resource, const configs::ModuleNode& module) {
    const configs::Resource& config = *resource.config;
    Instances instances;
    instances.repetition = config.count     ? Repetition::Count
                           : config.forEach ? Repetition::ForEach
                           : config.enabled ? Repetition::Enabled
                                            : Repetition::Single;
    std::vector<std::optional<values::Value>> found;
    for (const auto& [key, instance] : stored.instances) {
        if (!instance.current || !isKeyOf(instances.repetition, key))
            continue;
        instances.keys.push_back(key);
        found.push_back(storedValue(*instance.current, key, resource, module));
    }
    if (instances.keys.empty() && instances.repetition == Repetition::Single)
        return false;
    resource.expand(std::move(instances));
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i])
            resource.setValue(i, *std::move(found[i]));
    return true;
}

} // namespace planlens::engine
