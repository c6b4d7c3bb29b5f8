// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/types.h"

#include <string>

/// The backend "kubernetes": states in secrets, with leases as locks.
namespace planlens::backends {

const schemas::Block& kubernetesArguments();
/// The problems of the arguments that are found without the files and servers that they name.
diags::Diagnostics checkKubernetesArguments(const values::Value& arguments);
/// Checks the arguments. Reads the files that they name, accesses no server, and starts no program.
diags::Result<std::unique_ptr<Backend>> makeKubernetesBackend(const Setup& setup);
/// The plugin of a configuration file that prints the credentials. Reads the files.
std::string kubernetesCredentialProgram(const Setup& setup);

} // namespace planlens::backends
