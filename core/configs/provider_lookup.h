// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"

#include <optional>

/// Which configuration an address of a provider configuration stands for. Local names end at the border of their
/// module, so configurations are found by the provider that they are for.
namespace planlens::configs {

/// What the module of the address declares: a block of its own, or what its call passes instead of an empty one. In the
/// root module also what required_providers imply; an alias of configuration_aliases has no block, and so a null
/// config. Nothing where the module only inherits.
std::optional<Config::ResolvedProvider> declaredProvider(const Config& config, const addrs::AbsProviderConfig& address);

/// The configuration for an object of the state, which needs exactly the one that is stored. The default one of the
/// root module always exists. Nothing where it was removed.
std::optional<Config::ResolvedProvider> storedProvider(const Config& config, const addrs::AbsProviderConfig& address);

/// What configuration_aliases of the root module are, which nothing configures: validation accepts them, so that
/// modules can be validated by themselves.
enum class RootAliases { Missing, Accepted };

/// The first configuration that a module call passes on although it does not exist.
std::optional<addrs::AbsProviderConfig> missingPassedProvider(const Config& config, RootAliases rootAliases);

/// Whether a configuration that a resource refers to does not exist.
bool isMissing(const Config& config, const Config::ResolvedProvider& provider, RootAliases rootAliases);

} // namespace planlens::configs
