// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/types.h"

/// The backend "pg": states in a table of a PostgreSQL database, a row for each workspace.
namespace planlens::backends {

/// All arguments are optional: environment variables and defaults replace missing ones.
const schemas::Block& pgArguments();
/// Checks the arguments, except the connection string, whose errors are reported by the first access. Nothing is
/// accessed.
diags::Result<std::unique_ptr<Backend>> makePgBackend(const Setup& setup);

} // namespace planlens::backends
