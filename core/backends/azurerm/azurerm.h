// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/types.h"

/// The backend "azurerm": states in a container of Azure Blob Storage, with leases of the blobs as locks.
namespace planlens::backends {

const schemas::Block& azurermArguments();
/// The problems of the arguments that are found without the files and servers that they name.
diags::Diagnostics checkAzurermArguments(const values::Value& arguments);
/// "az" if credentials may come from the Azure CLI; empty otherwise.
std::string azurermCredentialProgram(const Setup& setup);
/// Checks the arguments. Nothing is accessed.
diags::Result<std::unique_ptr<Backend>> makeAzurermBackend(const Setup& setup);

} // namespace planlens::backends
