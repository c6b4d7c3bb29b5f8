// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/provider_pool.h"
#include "core/plans/schemas.h"

namespace planlens::engine {

/// Loads the schemas of all providers that a configuration and a state require, in parallel. Each unavailable provider
/// is an error.
diags::Result<plans::Schemas> schemasFor(const configs::Config& config, const states::State* state,
                                         ProviderPool& providers, std::stop_token stop);

/// Joins the errors of schemasFor() into one, as OpenTofu does for operations that require all schemas.
diags::Diagnostic schemasNotLoaded(const diags::Diagnostics& errors);

/// Returns the error for building a graph with a resource or a provider configuration that has no schema, if any.
/// Resources in the state count only if they have objects and are not configured.
diags::Diagnostics missingSchemaInGraph(const configs::Config& config, const states::State& state,
                                        ProviderPool& providers, std::stop_token stop);

/// Returns the error for reading an object in the state whose resource type its provider does not have.
diags::Diagnostic noSchemaInState(const addrs::AbsResourceInstance& address);

/// Loads the schemas for validating a configuration. Errors contain the resource that requires the schema.
diags::Result<plans::Schemas> schemasForValidation(const configs::Config& config, ProviderPool& providers,
                                                   std::stop_token stop);

} // namespace planlens::engine
