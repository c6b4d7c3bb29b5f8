// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/types.h"
#include "core/configs/config.h"
#include "core/plans/plan.h"
#include "core/states/manager.h"

#include <string>

namespace planlens::workspace {

/// The backend that is in use, and where it keeps the state of the selected workspace.
struct StateLocation {
    states::StatePaths paths; // of the backend "local"
    plans::Backend backend;
    backends::Access access = backends::Access::Native; // encrypted states need the tool, whatever their backend
    configs::Encryption encryption;

    /// Why the tool is needed: `backend "s3"`, "encrypted state".
    std::string whyThroughTool() const;
};

/// Finds the state of a configuration: in the working directory, or where the backend was told to keep it when `tofu
/// init` was run last. Errors where the backend of the configuration is not the one that the working directory was
/// initialized for. The options are those that the configuration was loaded with.
diags::Result<StateLocation> stateLocation(const configs::Config& config, const configs::LoadOptions& options,
                                           const configs::Encryption& encryption);
/// Finds the state that a saved plan was made for.
diags::Result<StateLocation> stateLocation(const plans::Backend& backend, const std::filesystem::path& directory,
                                           const configs::Encryption& encryption);

/// Why no plan can be saved for a state, and so none be handed to the tool: where plans are to be encrypted, or are
/// made by the backend.
diags::Diagnostics checkPlansCanBeSaved(const StateLocation& location);

} // namespace planlens::workspace
