// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/types.h"

/// The backend "azurerm": states in a container of Azure Blob Storage, with
/// leases of the blobs as locks.
namespace planlens::backends {

const schemas::Block& azurermArguments();
/// Whether the arguments or the environment have an access key or a SAS token.
/// With other credentials, states are accessed through the tool.
bool hasAzurermKey(const values::Value& arguments);
/// Checks the arguments. Nothing is accessed.
diags::Result<std::unique_ptr<Backend>> makeAzurermBackend(const Setup& setup);

} // namespace planlens::backends
