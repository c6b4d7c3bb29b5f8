// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/types.h"

/// The backend "http": one state behind the address of a server, as GitLab and others offer it.
namespace planlens::backends {

/// Environment variables replace missing arguments: the address is only required if TF_HTTP_ADDRESS is not set.
const schemas::Block& httpArguments();
/// The problems of the arguments that are found without the files and servers that they name.
diags::Diagnostics checkHttpArguments(const values::Value& arguments);
/// Checks the arguments. Nothing is accessed.
diags::Result<std::unique_ptr<Backend>> makeHttpBackend(const Setup& setup);

} // namespace planlens::backends
