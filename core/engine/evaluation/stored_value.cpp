// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/stored_value.h"

#include "core/diags/join_messages.h"
#include "core/engine/evaluation/marks.h"
#include "core/values/conversion/convert.h"
#include "core/values/json/json.h"

#include <fmt/core.h>

namespace planlens::engine {

diags::Diagnostics checkStorable(const std::string& address, const values::Value& value, values::Type type) {
    diags::Diagnostics diagnostics;
    if (const auto mismatches = values::testConformance(value.type(), type); !mismatches.empty()) {
        diagnostics.error(fmt::format("failed to encode {} in state: {}", address, mismatches.front().message), {});
        return diagnostics;
    }
    if (!value.hasInfinity())
        return diagnostics;
    if (const auto json = values::toJson(values::unknownAsNull(value.unmarkedDeep()), type); !json)
        diagnostics.error(fmt::format("failed to encode {} in state: {}", address, json.error().message), {});
    return diagnostics;
}

std::optional<values::Value> storedValue(const states::StoredObject& stored, const addrs::InstanceKey& key,
                                         ResourceRuntime& resource, const configs::ModuleNode& module) {
    const diags::Result<states::Object> object = states::decode(stored, *resource.schema);
    if (object.value)
        return seenValue(object.value->value, resource.schema->block, resource.config->address, module);
    resource.setUndecodable(key, diags::joinMessages(object.diagnostics));
    return {};
}

} // namespace planlens::engine
