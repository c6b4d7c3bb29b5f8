// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/azurerm/client.h"
#include "core/backends/types.h"

#include <string>

namespace planlens::backends::azurerm {

/// The arguments of the backend, with the environment and the defaults filled in.
struct Settings {
    ContainerSettings container;
    std::string key; // the blob with the state of the workspace "default"
    Snapshots snapshots = Snapshots::None;
};

/// Checks the arguments as the reference does. Warnings may accompany the settings.
diags::Result<Settings> readSettings(const Setup& setup);

} // namespace planlens::backends::azurerm
