// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/types.h"

/// The backend "consul": states in the key-value store of Consul, with sessions as locks.
namespace planlens::backends {

const schemas::Block& consulArguments();
/// The problems of the arguments that are found without the files and servers that they name.
diags::Diagnostics checkConsulArguments(const values::Value& arguments);
/// Checks the arguments. Reads the files that they name, and accesses no server.
diags::Result<std::unique_ptr<Backend>> makeConsulBackend(const Setup& setup);

} // namespace planlens::backends
