// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/plans/plan.h"
#include "core/states/manager.h"

namespace planlens::engine {

/// The backend that is in use, and where it keeps the state of the selected workspace.
struct StateLocation {
    states::StatePaths paths;
    plans::Backend backend;
};

/// Finds the state of a configuration: in the working directory, or where the "local" backend was told to keep it when
/// `tofu init` was run last. Errors where the backend of the configuration is not the one that the working directory was
/// initialized for, and where Planlens cannot reach it yet. The options are those that the configuration was loaded with.
diags::Result<StateLocation> stateLocation(const configs::Config& config, const configs::LoadOptions& options);
/// Finds the state that a saved plan was made for.
diags::Result<StateLocation> stateLocation(const plans::Backend& backend, const std::filesystem::path& directory);

/// An error where the state is encrypted, which cannot be read yet.
diags::Diagnostics checkEncryption(const configs::Config& config);

} // namespace planlens::engine
