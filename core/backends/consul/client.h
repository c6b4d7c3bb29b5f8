// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/consul/session_lock.h"
#include "core/backends/consul/settings.h"
#include "core/backends/remote/client.h"

#include <memory>
#include <string>

namespace planlens::backends::consul {

/// The path of the state of a workspace.
std::string statePath(const std::string& path, const std::string& workspace);

/// The state of a workspace. A state that is too large for one entry is stored in several, and the one at its path
/// names them.
std::unique_ptr<Client> makeClient(const Settings& settings, const std::string& workspace);

/// Deletes a state, which is locked, and its parts.
system::IoOutcome deleteState(const Settings& settings, const std::string& workspace, const std::stop_token& stop);

} // namespace planlens::backends::consul
