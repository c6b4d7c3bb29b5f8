// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/engine/evaluation/runtime.h"
#include "core/providers/provider.h"

#include <optional>

/// What the configuration says of how a resource's provider is asked, the same while planning and applying.
namespace planlens::engine {

/// The key of the provider instance that a resource instance uses: none but for providers with for_each. Nothing beside
/// errors. `repetition` is that of the resource instance.
std::optional<addrs::InstanceKey> providerInstanceKey(const Runtime& runtime,
                                                      const configs::Config::ResolvedProvider& resolved,
                                                      const ModuleRuntime& module, RepetitionData repetition,
                                                      const addrs::AbsResourceInstance& user,
                                                      diags::Diagnostics& diagnostics);

/// The key for an object that no declared instance stands for. The configuration decides whether there are keys; which
/// one it was is in the state, and of use only while the provider configuration is still the same. Nothing beside
/// errors.
std::optional<addrs::InstanceKey> storedProviderKey(const configs::Config::ResolvedProvider& resolved,
                                                    const addrs::AbsProviderInstance& stored,
                                                    const addrs::AbsResourceInstance& user,
                                                    diags::Diagnostics& diagnostics);

/// What a module tells the provider of one of its resources about itself (`provider_meta`): null where it says nothing,
/// and for objects of resources that are not configured. Nothing beside errors.
std::optional<values::Value> providerMeta(const Runtime& runtime, const addrs::AbsResourceInstance& address,
                                          const addrs::Provider& provider, const schemas::ProviderSchema& schema,
                                          diags::Diagnostics& diagnostics);

/// The stored JSON of an object without the attributes that its type does not have any more, at every depth; the very
/// text where there are none. Providers need not understand those of their own version.
std::string withoutRemovedAttributes(const std::string& json, values::Type type);

} // namespace planlens::engine
