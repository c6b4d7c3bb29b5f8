// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/resolved_provider.h"

#include <optional>

/// Finds the configuration for the address of a provider configuration. Local names are only valid within a module, so
/// configurations are found by provider.
namespace planlens::configs {

struct Config;

/// Returns the provider configuration that the module of the address declares: its own block, or the one that its call
/// passes instead of an empty block. Required providers of the root module have an implied one. An alias from
/// configuration_aliases has no block, so its `config` is null. Empty if the module only inherits one.
std::optional<ResolvedProvider> declaredProvider(const Config& config, const addrs::AbsProviderConfig& address);

/// Returns the configuration for an object in the state, which requires exactly the stored address. The default one of
/// the root module always exists. Empty if the configuration was removed.
std::optional<ResolvedProvider> storedProvider(const Config& config, const addrs::AbsProviderConfig& address);

/// How to treat configuration_aliases of the root module, which nothing configures. Validation accepts them, so that
/// modules can be validated on their own.
enum class RootAliases { Missing, Accepted };

/// Returns the first provider configuration that a module call passes although it does not exist.
std::optional<addrs::AbsProviderConfig> missingPassedProvider(const Config& config, RootAliases rootAliases);

/// Whether the provider configuration that a resource refers to is missing.
bool isMissing(const Config& config, const ResolvedProvider& provider, RootAliases rootAliases);

} // namespace planlens::configs
