// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/resolved_provider.h"
#include "core/engine/evaluation/runtime.h"
#include "core/providers/provider.h"

#include <optional>

/// Values in the configuration that select and accompany provider calls. Shared by planning and applying.
namespace planlens::engine {

/// Returns the key of the provider instance for a resource instance; only providers with for_each have keys. Returns
/// std::nullopt after adding errors. `repetition` is the data of the resource instance.
std::optional<addrs::InstanceKey> providerInstanceKey(const Runtime& runtime, const configs::ResolvedProvider& resolved,
                                                      const ModuleRuntime& module, RepetitionData repetition,
                                                      const addrs::AbsResourceInstance& user,
                                                      diags::Diagnostics& diagnostics);

/// Returns the key for an object whose instance is not declared. The configuration determines whether there are keys.
/// The key stored in the state is used only if the provider configuration is the same. Returns std::nullopt after
/// adding errors.
std::optional<addrs::InstanceKey> storedProviderKey(const configs::ResolvedProvider& resolved,
                                                    const addrs::AbsProviderInstance& stored,
                                                    const addrs::AbsResourceInstance& user,
                                                    diags::Diagnostics& diagnostics);

/// Returns the `provider_meta` value of a resource's module for its provider; null if there is none or the resource is
/// not configured. Returns std::nullopt after adding errors.
std::optional<values::Value> providerMeta(const Runtime& runtime, const addrs::AbsResourceInstance& address,
                                          const addrs::Provider& provider, const schemas::ProviderSchema& schema,
                                          diags::Diagnostics& diagnostics);

/// Removes attributes that the type does not have, at every depth, from the stored JSON of an object. Returns the
/// unchanged text if there are none. Providers may not accept removed attributes in states of their own version.
std::string withoutRemovedAttributes(const std::string& json, values::Type type);

} // namespace planlens::engine
