// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/azurerm/container.h"
#include "core/backends/remote/client.h"

#include <memory>
#include <string>

namespace planlens::backends::azurerm {

/// The blob with the state of a workspace.
std::string stateBlob(const std::string& key, const std::string& workspace);

/// Whether a snapshot of the blob is taken before each write.
enum class Snapshots { None, BeforeWrites };

/// The state in this blob.
std::unique_ptr<Client> makeClient(Container container, std::string blob, Snapshots snapshots);

} // namespace planlens::backends::azurerm
