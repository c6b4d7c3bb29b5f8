// SPDX-License-Identifier: MPL-2.0
#include "core/engine/planning/drift.h"

#include "core/values/json/json.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace planlens::engine {

using plans::Action;
using states::Object;
using values::Value;

namespace {

/// Decodes an object, or adds a warning: objects that this plan leaves out were not upgraded, and may not conform to
/// the schema.
std::optional<Object> decodeWithWarning(const states::StoredObject& stored, const schemas::ResourceSchema& schema,
                                        const addrs::AbsResourceInstance& address, diags::Diagnostics& diagnostics) {
    diags::Result<Object> decoded = states::decode(stored, schema);
    if (decoded.value)
        return std::move(decoded.value);
    const values::Outcome<Value> value = stored.attributesJson.empty()
                                             ? Value() // the message names no path
                                             : values::fromJson(stored.attributesJson, schema.type);
    diagnostics.warning("Failed to decode resource from state",
                        fmt::format("Error decoding {} from prior state: {}", values::quoted(address.toString()),
                                    value ? decoded.diagnostics[0].summary : value.error().message));
    return {};
}

} // namespace

bool differ(const states::State& previousRun, const states::State& prior) {
    const auto hasAll = [](const states::State& in, const states::State& of) {
        return std::ranges::all_of(of.resources(), [&in](const auto& entry) {
            const states::Resource* const other = in.resource(entry.first);
            return entry.first.resource.mode != addrs::ResourceMode::Managed || (other && *other == entry.second);
        });
    };
    return !hasAll(previousRun, prior) || !hasAll(prior, previousRun);
}

std::vector<plans::ResourceInstanceChangePtr> findDrift(const states::State& previousRun, const states::State& prior,
                                                        const MoveResults& moves, const plans::Schemas& schemas,
                                                        Coverage coverage, diags::Diagnostics& diagnostics) {
    const bool readsUnchanged =
        coverage == Coverage::Partial && (!moves.previous.empty() || differ(previousRun, prior));
    std::vector<plans::ResourceInstanceChangePtr> drift;
    for (const auto& [address, resource] : previousRun.resources()) {
        if (address.resource.mode != addrs::ResourceMode::Managed)
            continue;
        const schemas::ResourceSchemaPtr schema =
            plans::resourceSchema(schemas, resource.provider.provider, address.resource);
        for (const auto& [key, instance] : resource.instances) {
            if (!instance.current)
                continue;
            const addrs::AbsResourceInstance instanceAddress = address.instance(key);
            const addrs::AbsResourceInstance previous = moves.previousAddress(instanceAddress);
            const bool moved = previous != instanceAddress;
            // An object moved to another type has no comparable value.
            if (moved && previous.resource.type != instanceAddress.resource.type)
                continue;
            const states::StoredObjectPtr now = prior.current(instanceAddress);
            const bool isUnchanged =
                !moved && now &&
                (now == instance.current || (now->attributesJson == instance.current->attributesJson &&
                                             now->sensitivePaths == instance.current->sensitivePaths));
            if (isUnchanged && !readsUnchanged)
                continue;
            if (!schema) {
                diagnostics.warning(
                    "Missing resource schema from provider",
                    fmt::format("No resource schema found for {} when decoding prior state", address.resource.type));
                continue;
            }
            const std::optional<Object> before =
                decodeWithWarning(*instance.current, *schema, instanceAddress, diagnostics);
            if (!before || isUnchanged)
                continue;
            Value after = Value::null(schema->type);
            Value afterIdentity;
            if (now) {
                const std::optional<Object> decoded = decodeWithWarning(*now, *schema, instanceAddress, diagnostics);
                if (!decoded)
                    continue;
                after = decoded->value;
                afterIdentity = decoded->identity;
            }
            const bool same = before->value == after; // includes the sensitive marks
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
