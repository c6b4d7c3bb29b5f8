// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/provider_pool.h"

namespace planlens::engine {

/// The schemas of all providers that a configuration and a state need. Every provider that cannot be had is an error.
/// Providers are started side by side.
diags::Result<plans::Schemas> schemasFor(const configs::Config& config, const states::State* state,
                                         ProviderPool& providers, std::stop_token stop);

/// Errors of schemasFor as one, as the reference tells it where it wants all schemas before it begins.
diags::Diagnostic schemasNotLoaded(const diags::Diagnostics& errors);

/// The schemas for validating a configuration: errors say for which resource one was wanted.
diags::Result<plans::Schemas> schemasForValidation(const configs::Config& config, ProviderPool& providers,
                                                   std::stop_token stop);

} // namespace planlens::engine
