// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/gcs/settings.h"
#include "core/backends/remote/client.h"

#include <memory>
#include <string>

namespace planlens::backends::gcs {

/// The object with the state of a workspace, or with its lock.
std::string stateObject(const std::string& prefix, const std::string& workspace);
std::string lockObject(const std::string& prefix, const std::string& workspace);

/// The state of a workspace. It has a session of its own.
std::unique_ptr<Client> makeClient(const Settings& settings, const std::string& workspace);

} // namespace planlens::backends::gcs
