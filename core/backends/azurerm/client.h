// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/azurerm/settings.h"
#include "core/backends/remote/client.h"

#include <memory>
#include <string>

namespace planlens::backends::azurerm {

/// The blob with the state of a workspace.
std::string stateBlob(const std::string& key, const std::string& workspace);

/// The state in this blob.
std::unique_ptr<Client> makeClient(const Settings& settings, const std::string& blob);

} // namespace planlens::backends::azurerm
