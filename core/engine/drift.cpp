// SPDX-License-Identifier: MPL-2.0
#include "core/engine/drift.h"

#include <fmt/core.h>

namespace planlens::engine {

using plans::Action;
using states::Object;
using values::Value;

std::vector<plans::ResourceInstanceChangePtr> findDrift(const states::State& previousRun, const states::State& prior, const MoveResults& moves,
                                                        const plans::Schemas& schemas, diags::Diagnostics& diagnostics) {
    std::vector<plans::ResourceInstanceChangePtr> drift;
    for (const auto& [address, resource] : previousRun.resources()) {
        if (address.resource.mode != addrs::ResourceMode::Managed)
            continue;
        const schemas::ResourceSchemaPtr schema = plans::resourceSchema(schemas, resource.provider.provider, address.resource);
        for (const auto& [key, instance] : resource.instances) {
            if (!instance.current)
                continue;
            const addrs::AbsResourceInstance instanceAddress = address.instance(key);
            const addrs::AbsResourceInstance previous = moves.previousAddress(instanceAddress);
            const bool moved = previous != instanceAddress;
            // An object that changed its type on the way has no value to compare with.
            if (moved && previous.resource.type != instanceAddress.resource.type)
                continue;
            const states::StoredObjectPtr now = prior.current(instanceAddress);
            if (!moved && now && (now == instance.current ||
                                  (now->attributesJson == instance.current->attributesJson && now->sensitivePaths == instance.current->sensitivePaths)))
                continue;
            if (!schema) {
                diagnostics.error("Missing resource schema",
                                  fmt::format("No schema is available for {}, so that changes made outside of OpenTofu cannot be found.", instanceAddress.toString()));
                continue;
            }
            diags::Result<Object> before = states::decode(*instance.current, *schema);
            diagnostics.append(std::move(before.diagnostics));
            if (!before.value)
                continue;
            Value after = Value::null(schema->type);
            Value afterIdentity;
            if (now) {
                diags::Result<Object> decoded = states::decode(*now, *schema);
                diagnostics.append(std::move(decoded.diagnostics));
                if (!decoded.value)
                    continue;
                after = decoded->value;
                afterIdentity = decoded->identity;
            }
            const bool same = before->value == after; // and as sensitive
            if (same && !moved)
                continue;
            plans::ResourceInstanceChange change;
            change.address = instanceAddress;
            change.previousAddress = previous;
            change.provider = {resource.provider, instance.providerKey};
            change.change.action = after.isNull() ? Action::Delete : same ? Action::NoOp : Action::Update;
            change.change.before = before->value;
            change.change.after = std::move(after);
            change.change.beforeIdentity = before->identity;
            change.change.afterIdentity = std::move(afterIdentity);
            drift.push_back(std::make_shared<const plans::ResourceInstanceChange>(std::move(change)));
        }
    }
    return drift;
}

} // namespace planlens::engine
