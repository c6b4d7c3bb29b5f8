// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/types.h"

/// The backend "local": states in files, which are locked, written in place and journalled by states::LocalManager.
namespace planlens::backends {

/// The arguments of the backend: `path` and `workspace_dir`.
const schemas::Block& localArguments();
/// The problems of the arguments.
diags::Diagnostics checkLocalArguments(const values::Value& arguments);
/// Checks the arguments. Nothing is read.
diags::Result<std::unique_ptr<Backend>> makeLocalBackend(const Setup& setup);
/// The files of the state of a workspace, by the arguments. Setup::paths is ignored.
diags::Result<states::StatePaths> localStatePaths(const Setup& setup, std::string_view workspace);

} // namespace planlens::backends
