// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/types.h"
#include "core/configs/load.h"
#include "core/plans/backend.h"
#include "core/states/manager.h"
#include "core/workspace/folder_encryption.h"

#include <string>

namespace planlens::configs {
struct Config;
}
namespace planlens::workspace {

/// The backend in use, and the location of the selected workspace's state.
struct StateLocation {
    states::StatePaths paths; // of the backend "local"
    plans::Backend backend;
    backends::Access access = backends::Access::Native;
    FolderEncryption encryption;

    /// Whether Planlens itself reads and writes the state on a server. That needs trust in the directory: its
    /// configuration decides which server receives the credentials of the environment.
    bool isRemote() const;
    /// The reason why the state is not a local file that Planlens reads: `backend "cos"`.
    std::string whyNotLocal() const;
};

/// Locates the state of a configuration: in the working directory, or in the backend set up by the last `tofu init`.
/// Fails if the working directory was initialized for another backend. The options must be those used for loading the
/// configuration.
diags::Result<StateLocation> stateLocation(const configs::Config& config, const configs::LoadOptions& options,
                                           FolderEncryption encryption);
/// Locates the state that a saved plan was made for.
diags::Result<StateLocation> stateLocation(const plans::Backend& backend, const std::filesystem::path& directory,
                                           FolderEncryption encryption);

/// Reports why plans for a state cannot be saved, and therefore not be passed to the tool: their keys are not
/// obtained, or the backend makes the plans.
diags::Diagnostics checkPlansCanBeSaved(const StateLocation& location);

} // namespace planlens::workspace
