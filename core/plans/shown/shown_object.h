// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/schemas.h"
#include "core/states/state.h"

namespace planlens::plans {

/// An object of a state as `show` displays it, with its schema.
struct ShownObject {
    states::Object object;
    schemas::ResourceSchemaPtr schema;
};

/// Decodes an object of a state for display. No provider upgrades it, so that the schema must be available, and the
/// object must have its version and its type. Errors are a summary in the reference's words.
diags::Result<ShownObject> shownObject(const Schemas& schemas, const addrs::AbsResource& address,
                                       const states::Resource& resource, const states::StoredObject& stored,
                                       const addrs::DeposedKey& deposed);
/// Whether a state has something to display; resources without instances do not count.
bool hasShownObjects(const states::State& state);

} // namespace planlens::plans
