// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/states/manager.h"

namespace planlens::engine {

/// Where the state of a workspace is: in the working directory, or where the arguments of a "local" backend say. The options
/// are those that the configuration was loaded with.
diags::Result<states::StatePaths> stateLocation(const configs::Config& config, const configs::LoadOptions& options);

/// Errors for a state that Planlens cannot reach or read yet: of another backend, or encrypted.
diags::Diagnostics checkStateSupported(const configs::Config& config);

} // namespace planlens::engine
