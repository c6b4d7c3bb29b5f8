// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/engine/evaluation/runtime.h"
#include "core/states/state.h"
#include "core/values/value.h"

#include <optional>
#include <string>

namespace planlens::engine {

/// Reports an error if a value cannot be stored in a state (JSON has no infinity). The type is that of the schema.
diags::Diagnostics checkStorable(const std::string& address, const values::Value& value, values::Type type);

/// Returns the value of a stored object for references to an instance of a resource, whose schema is set. If the object
/// cannot be decoded, that is recorded in the resource, and reported by references to it.
std::optional<values::Value> storedValue(const states::StoredObject& stored, const addrs::InstanceKey& key,
                                         ResourceRuntime& resource, const configs::ModuleNode& module);

/// Gives a resource, whose schema is set, the instances and values of its objects in a state, without evaluating count
/// and for_each. Instances with keys of another kind are ignored. Returns false if there is no object.
bool expandFromState(const states::Resource& stored, ResourceRuntime& resource, const configs::ModuleNode& module);

} // namespace planlens::engine
