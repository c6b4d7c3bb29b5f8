// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/provider_pool.h"

namespace planlens::engine {

/// The schemas of all providers that a configuration and a state need. Every provider that cannot be had is an error.
diags::Result<plans::Schemas> schemasFor(const configs::Config& config, const states::State* state, ProviderPool& providers,
                                         std::stop_token stop);

} // namespace planlens::engine
