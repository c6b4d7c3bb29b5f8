// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/types.h"

/// The backend "gcs": states and locks in a bucket of Google Cloud Storage.
namespace planlens::backends {

const schemas::Block& gcsArguments();
/// The problems of the arguments that are found without the files and servers that they name.
diags::Diagnostics checkGcsArguments(const values::Value& arguments);
/// Checks the arguments. Reads the files that they name, and accesses no server.
diags::Result<std::unique_ptr<Backend>> makeGcsBackend(const Setup& setup);

} // namespace planlens::backends
